import { setTimeout as sleep } from 'node:timers/promises'
import { startRedis } from '../../servers/index.ts'
import type { Random } from '../fuzz/random.ts'

export interface Trouble {
  readonly port: number
  /** What was done, and how often. */
  readonly done: Readonly<Record<string, number>>
  /** When a memory ended, ms since the epoch. */
  readonly emptied: readonly number[]
  /** Makes trouble for so long, and says what; resolves when Redis serves again. */
  make(ms: number, progress: (text: string) => void): Promise<void>
  /** Every key of what is left, with its life. */
  lives(): Promise<number[]>
  stop(): Promise<void>
}

/** A Redis that is killed, frozen, made to forget its scripts, and loses its clients, at random. */
export async function startTrouble(random: Random): Promise<Trouble> {
  let redis = await startRedis()
  const { port } = redis
  const done: Record<string, number> = {}
  const emptied: number[] = []

  const troubles: Record<string, () => Promise<unknown>> = {
    async killed() {
      await redis.stop()
      emptied.push(Date.now())
      await sleep(random.below(2_000))
      redis = await startRedis({ port })
    },
    async frozen() {
      process.kill(redis.pid, 'SIGSTOP')
      await sleep(random.below(2_000))
      process.kill(redis.pid, 'SIGCONT')
    },
    'scripts flushed': () => redis.cli('script', 'flush', 'sync'),
    'clients cut off': () => redis.cli('client', 'kill', 'type', 'normal'),
  }

  return {
    port,
    done,
    emptied,
    async make(ms, progress) {
      const began = Date.now()
      const end = began + ms
      while (Date.now() < end) {
        await sleep(300 + random.below(1_500))
        const name = random.pick(Object.keys(troubles))
        await troubles[name]!()
        done[name] = (done[name] ?? 0) + 1
        progress(`${((Date.now() - began) / 1_000).toFixed(1)} of ${ms / 1_000} s: ${name}`)
      }
    },
    async lives() {
      const names = (await redis.cli('keys', '*')).split('\n').filter(Boolean)
      return Promise.all(names.map(async (name) => Number(await redis.cli('pttl', name))))
    },
    stop: () => redis.stop(),
  }
}
