import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { Target } from './clients.ts'
import { type Observed, startProbe } from './probe.ts'
import type { Prober } from './run-row.ts'

// A probe in a thread of its own: an event loop that nothing else holds up, and rejections that are all its own.

interface Request {
  readonly answeredSince?: number
}

/** Starts this very file as a thread, which opens the client. */
export async function startInThread(
  name: string,
  target: Target,
  prefix: string,
): Promise<Prober | undefined> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { name, target, prefix } })
  const ask = async (request: Request): Promise<unknown> => {
    worker.postMessage(request)
    const [reply] = await once(worker, 'message')
    return reply
  }
  const [opened] = await once(worker, 'message')
  if (!opened) return undefined
  return {
    answeredSince: async (time) => (await ask({ answeredSince: time })) as boolean,
    async end() {
      const observed = (await ask({})) as Observed
      await worker.terminate()
      return observed
    },
  }
}

if (parentPort && workerData?.prefix !== undefined) {
  const port = parentPort
  const { name, target, prefix } = workerData as { name: string; target: Target; prefix: string }
  const probe = startProbe(name, target, prefix)
  port.postMessage(probe !== undefined)
  port.on('message', async ({ answeredSince }: Request) => {
    port.postMessage(answeredSince === undefined ? await probe!.end() : probe!.answeredSince(answeredSince))
  })
  if (probe === undefined) port.close()
}
