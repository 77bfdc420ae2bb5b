import { Redis } from 'ioredis6'
import { expect, inject, it } from 'vitest'
import { createLimiter, fixedWindow, memoryStore, redisStore, tokenBucket, slidingWindowLog, slidingWindowCounter, leakyBucket } from '../src/index.ts'
it('smokes', async () => {
  const client = new Redis(inject('redisSocket'))
  let now = 1_000_000
  const clock = () => now
  const policies = [tokenBucket({ capacity: 20, refillRate: 5 }), fixedWindow({ limit: 12, window: '10s', anchor: 'clock' }), tokenBucket({ name: 'x', capacity: 20, refillRate: 5, refill: 'interval' }), slidingWindowLog({name:'sl',limit:14,window:'3s'}), slidingWindowCounter({name:'sc',limit:14,window:'3s'}), leakyBucket({name:'lb',capacity:14,leakRate:5})]
  const a = createLimiter({ store: memoryStore({ clock }), policies })
  const b = createLimiter({ store: redisStore(client, { clock }), policies })
  for (let i = 0; i < 300; i++) {
    const x = await a.consume('k', { cost: i % 4 })
    const y = await b.consume('k', { cost: i % 4 })
    expect(x, String(i)).toEqual(y)
    if (i % 7 === 0) expect(await a.refund(x)).toEqual(await b.refund(y))
    now += 77
  }
  console.log(await client.keys('*'))
  client.disconnect()
})
