import { Redis } from 'ioredis6'
import type { Charged } from './judge.ts'

const LOG = /^rl1:\{(.*)\}:(one|two):sl$/

async function readNode(port: number, found: Map<string, number[][]>): Promise<void> {
  const redis = new Redis({ host: '127.0.0.1', port })
  try {
    const names = (await redis.keys('rl1:*')).filter((name) => LOG.test(name))
    const pipeline = redis.pipeline()
    for (const name of names) pipeline.lrange(name, 0, -1)
    const replies = (await pipeline.exec()) ?? []
    names.forEach((name, nth) => {
      const [, key, policy] = LOG.exec(name)!
      const both = found.get(key!) ?? [[], []]
      found.set(key!, both)
      both[policy === 'one' ? 0 : 1] = (replies[nth]![1] as string[]).map(Number)
    })
  } finally {
    redis.disconnect()
  }
}

/** Reads what was charged to the keys that are asked once. */
export async function readCharged(ports: readonly number[]): Promise<Charged> {
  const found = new Map<string, number[][]>()
  for (const port of ports) await readNode(port, found)
  return found
}
