// Plays random options, calls, stored garbage and malformed replies, and prints what was neither an error of ours nor a
// lawful decision:
//   pnpm fuzz [CASES] [SEED]       a million cases by default
import { Redis } from 'ioredis6'
import { startRedis } from '../servers/index.ts'
import { fuzz } from './fuzz/run.ts'

const [cases = '1000000', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2)
const server = await startRedis()
const redis = new Redis(server.socket)
let told = 0
const faults = await fuzz(redis, Number(cases), Number(seed), (done) => {
  if (done - told < 50_000) return
  told = done
  process.stderr.write(`${done}\n`)
})
redis.disconnect()
await server.stop()
for (const fault of faults) console.log(JSON.stringify(fault))
console.log(`${cases} cases from seed ${seed}: ${faults.length} faults`)
if (faults.length > 0) process.exitCode = 1
