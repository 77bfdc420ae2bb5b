import { Redis } from 'ioredis6'
import { expect, inject, it } from 'vitest'
import { createLimiter, fixedWindow, memoryStore, redisStore, tokenBucket } from '../src/index.ts'
it('smokes', async () => {
  const client = new Redis(inject('redisSocket'))
  let now = 1_000_000
  const clock = () => now
  const policies = [tokenBucket({ capacity: 20, refillRate: 5 }), fixedWindow({ limit: 12, window: '10s', anchor: 'clock' }), tokenBucket({ name: 'x', capacity: 20, refillRate: 5, refill: 'interval' })]
  const a = createLimiter({ store: memoryStore({ clock }), policies })
  const b = createLimiter({ store: redisStore(client, { clock }), policies })
  for (let i = 0; i < 30; i++) {
    const x = await a.consume('k', { cost: i % 4 })
    const y = await b.consume('k', { cost: i % 4 })
    expect(x).toEqual(y)
    now += 333
  }
  console.log(await client.keys('*'))
  client.disconnect()
})
