import { setImmediate as turn } from 'node:timers/promises'
import { everyKind } from '@rl/contract'
import { Redis as Redis5 } from 'ioredis5'
import { Redis as Redis6 } from 'ioredis6'
import { createClient as createClient4 } from 'redis4'
import { createClient as createClient5 } from 'redis5'
import { createClient as createClient6 } from 'redis6'
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { type AnyRedisClient, type Outcome, redisStore } from '../src/index.ts'
import { watchLatency } from './redis-latency.ts'

const url = `redis://127.0.0.1:${inject('redisPort')}`

interface Opened {
  readonly client: AnyRedisClient
  close(): unknown
}

/** Clients that are still connecting. */
const STARTING: Record<string, () => Opened & { connected?: Promise<unknown> }> = {
  'ioredis 5'() {
    const client = new Redis5(url)
    return { client, close: () => client.disconnect() }
  },
  'ioredis 6'() {
    const client = new Redis6(url)
    return { client, close: () => client.disconnect() }
  },
  'node-redis 4'() {
    const client = createClient4({ url })
    return { client, connected: client.connect(), close: () => client.disconnect() }
  },
  'node-redis 5'() {
    const client = createClient5({ url })
    return { client, connected: client.connect(), close: () => client.destroy() }
  },
  'node-redis 6'() {
    const client = createClient6({ url })
    return { client, connected: client.connect(), close: () => client.destroy() }
  },
}

async function open(name: string): Promise<Opened> {
  const { connected, ...opened } = STARTING[name]!()
  await connected
  return opened
}

const LIMIT = 5
const [policy] = everyKind(LIMIT)

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** Ways in which a process is busy between asking and reading the answer. */
const BUSY: Record<string, (ask: () => void) => Promise<void>> = {
  async 'in the same turn'(ask) {
    ask()
    block(560)
  },
  async 'in the next turn'(ask) {
    ask()
    await turn()
    block(560)
  },
  async 'just until the deadline'(ask) {
    ask()
    block(495)
  },
  async 'turn after turn'(ask) {
    ask()
    for (let times = 0; times < 3; times++) {
      block(220)
      await new Promise((resolve) => setTimeout(resolve))
    }
  },
  async 'for many turns'(ask) {
    ask()
    for (let times = 0; times < 12; times++) {
      block(250)
      await turn()
    }
  },
}

const ROUNDS = 3
const MOST_ROUNDS = 30
const HEALTHY_MS = 50
const latency = watchLatency(inject('redisPort'))
afterAll(() => latency.stop())

describe('a process that is busy', { timeout: 90_000 }, () => {
  it.each(Object.entries(BUSY))('%s does not take Redis for dead', async (when, busy) => {
    const asking = await Promise.all(
      Object.keys(STARTING).map(async (name) => {
        const { client, close } = await open(name)
        onTestFinished(async () => void (await close()))
        const store = redisStore(client, { prefix: 'busy:' })
        return (round: number) =>
          store.consume([{ policy: policy!, key: `${name} ${when} ${round}`, cost: 1 }])
      }),
    )
    await Promise.all(asking.map((ask) => ask(0)))
    let healthy = 0
    // On a machine that starves Redis itself nothing can be said of us: such a round is played again.
    for (let round = 1; healthy < ROUNDS && round <= MOST_ROUNDS; round++) {
      await latency.worst()
      const pending: Promise<Outcome>[][] = []
      await busy(() => {
        for (const ask of asking) pending.push(Array.from({ length: 4 * LIMIT }, () => ask(round)))
      })
      const rounds = await Promise.all(pending.map((calls) => Promise.allSettled(calls)))
      if ((await latency.worst()) > HEALTHY_MS) continue
      healthy++
      for (const answers of rounds) {
        const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
        expect(failed).toEqual([])
        const allowed = answers.filter(
          (answer) => answer.status === 'fulfilled' && answer.value.verdicts[0]!.allowed,
        )
        expect(allowed).toHaveLength(LIMIT)
      }
    }
    expect(healthy).toBeGreaterThan(0)
  })
})

describe('a process that starts', { timeout: 90_000 }, () => {
  it('and is busy while its clients connect does not take Redis for dead', async () => {
    const connecting = Object.values(STARTING).map((start) => start())
    onTestFinished(() => connecting.forEach(({ close }) => void close()))
    const answers = connecting.map(({ client }, nth) => {
      const store = redisStore(client, { prefix: 'starts:' })
      const ask = () => store.consume([{ policy: policy!, key: `client ${nth}`, cost: 1 }])
      return Promise.all(Array.from({ length: 4 * LIMIT }, ask))
    })
    for (let times = 0; times < 8; times++) {
      block(200)
      await turn()
    }
    for (const outcomes of await Promise.all(answers))
      expect(outcomes.filter(({ verdicts }) => verdicts[0]!.allowed)).toHaveLength(LIMIT)
  })
})

describe('a burst', () => {
  it.each(Object.keys(STARTING))('of 5 000 in one turn is decided: %s', async (name) => {
    const { client, close } = await open(name)
    onTestFinished(async () => void (await close()))
    const store = redisStore(client, { prefix: 'burst:', timeout: '10s', maxAbandoned: 1 })
    const [bucket] = everyKind(1_000)
    const calls = Array.from({ length: 5_000 }, () =>
      store.consume([{ policy: bucket!, key: name, cost: 1 }]),
    )
    const outcomes = await Promise.all(calls)
    expect(outcomes.filter(({ verdicts }) => verdicts[0]!.allowed)).toHaveLength(1_000)
  })
})
