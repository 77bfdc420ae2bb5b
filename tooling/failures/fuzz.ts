import { Redis } from 'ioredis6'
import { startRedis } from '../servers/index.ts'
import { commandLine, count } from './command-line.ts'
import { fuzz } from './fuzz/run.ts'

const USAGE = `Usage: pnpm fuzz [CASES] [SEED]

Plays random options, calls, stored garbage and malformed replies: a million cases from a seed of the clock by default.
Prints what ended in neither an OptionsError, a StoreError nor a lawful decision, and ends with 1 if anything did.

  --help  prints this

Progress goes to stderr. REDIS_SERVER names a Redis or Valkey binary other than the one on the PATH.`

const { positionals } = commandLine(USAGE, {})
const cases = count(positionals[0], 1_000_000, USAGE)
const seed = count(positionals[1], Date.now() % 1_000_000_000, USAGE)
const server = await startRedis()
const redis = new Redis(server.socket)
let told = 0
const faults = await fuzz(redis, cases, seed, (done) => {
  if (done - told < 50_000) return
  told = done
  process.stderr.write(`${done} of ${cases}\n`)
})
redis.disconnect()
await server.stop()
for (const fault of faults) console.log(JSON.stringify(fault))
console.log(`${cases} cases from seed ${seed}: ${faults.length} faults`)
if (faults.length > 0) process.exitCode = 1
