// Three processes ask while a Redis is killed, frozen, flushed and cut off at random; every decision is judged afterwards:
//   pnpm chaos [SECONDS] [SEED]       five minutes by default
import { chaos } from './chaos/run.ts'

const [seconds = '300', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2)
const result = await chaos(Number(seconds) * 1_000, Number(seed))
console.log(JSON.stringify(result, null, 2))
if (result.faults.length > 0) process.exitCode = 1
