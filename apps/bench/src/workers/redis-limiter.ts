import { Redis } from 'ioredis'
import { ALLOWING, DENYING } from '../limiters/limiter.ts'
import { REDIS_LIMITERS, type RedisLimiterName } from '../limiters/redis.ts'
import { mainThreadCpuUs } from '../redis/cpu.ts'
import { inTurns } from '../redis/driven.ts'
import { closedLoop, type LoopReadings } from './closed-loop.ts'

export interface RedisLimiterRequest {
  readonly limiter: RedisLimiterName
  readonly port: number
  readonly denied: boolean
  readonly keys: number
  /** So many times each key is asked for before, one key after the other. */
  readonly sweeps: number
  readonly inFlight: readonly number[]
  readonly seconds: number
}

export interface RedisLimiterAnswer {
  /** Decisions a second of the sweeps. */
  readonly swept: number
  /** One a number of calls in flight. */
  readonly loops: readonly (LoopReadings & { readonly redisCpu: number })[]
}

async function answer(request: RedisLimiterRequest): Promise<RedisLimiterAnswer> {
  const { port, denied, seconds } = request
  const control = new Redis({ port, host: '127.0.0.1' })
  const limiter = await REDIS_LIMITERS[request.limiter](port, denied ? DENYING : ALLOWING)
  const keys = Array.from({ length: request.keys }, (_, at) => `client:bench${String(at).padStart(12, '0')}`)
  let wrong = 0
  const check = async (key: string) => {
    if ((await limiter.consume(key)) === denied) wrong++
  }
  const sweeps = request.sweeps * keys.length
  const started = performance.now()
  await inTurns(sweeps, async (place) => void (await limiter.consume(keys[place % keys.length]!)))
  const swept = (sweeps * 1_000) / (performance.now() - started)
  const loops = []
  for (const inFlight of request.inFlight) {
    await closedLoop(check, keys, inFlight, seconds / 4)
    const before = await mainThreadCpuUs(control)
    const loop = await closedLoop(check, keys, inFlight, seconds)
    loops.push({ ...loop, redisCpu: ((await mainThreadCpuUs(control)) - before) / loop.calls })
  }
  if (wrong > 0) throw new Error(`${wrong} calls of "${request.limiter}" were decided the other way`)
  limiter.close()
  control.disconnect()
  return { swept, loops }
}

console.log(JSON.stringify(await answer(JSON.parse(process.argv[2] ?? '') as RedisLimiterRequest)))
process.exit(0)
