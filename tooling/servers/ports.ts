import { createServer } from 'node:net'

// Below the range the system hands out by itself, so that a stopped server's port stays free for its restart.
const first = 10_000
const last = 22_000
const busOffset = 10_000 // a cluster node also listens on its port + 10000

const taken = new Set<number>()

/** A port that is free now on 127.0.0.1, as is its cluster bus port. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = first + Math.floor(Math.random() * (last - first))
    if (taken.has(port)) continue
    if ((await isFree(port)) && (await isFree(port + busOffset))) {
      taken.add(port)
      return port
    }
  }
  throw new Error('Found no free port')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
