import { Redis } from 'ioredis6'
import { createClient } from 'redis6'
import { createLimiter, redisStore, tokenBucket, memoryStore } from './packages/core/dist/index.js'
const which = process.argv[2] ?? 'ioredis', conc = Number(process.argv[3] ?? 64), secs = 3
let client, store
if (which === 'ioredis') { client = new Redis({ port: 7777 }); store = redisStore(client) }
else if (which === 'redis') { client = createClient({ url: 'redis://127.0.0.1:7777' }); client.on('error', console.error); await client.connect(); store = redisStore(client) }
else store = memoryStore()
const limiter = createLimiter({ store, policies: tokenBucket({ capacity: 1000000, refillRate: 1, refillInterval: '3s' }) })
const keys = Array.from({ length: 100000 }, (_, i) => 'user:' + String(i).padStart(10, '0'))
let seed = 1
async function run(secs) {
  let n = 0; const end = performance.now() + secs * 1000; const c0 = process.cpuUsage(), t0 = performance.now()
  await Promise.all(Array.from({ length: conc }, async () => { for (;;) { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; if (performance.now() >= end) return; await limiter.consume(keys[(seed >>> 8) % 100000]); n++ } }))
  const c = process.cpuUsage(c0); const wall = (performance.now() - t0) / 1000
  console.log(which, conc, 'ops/s', Math.round(n / wall), 'cpu us', ((c.user + c.system) / n).toFixed(2))
}
await run(1); await run(secs)
client?.disconnect?.(); client?.destroy?.(); process.exit()
