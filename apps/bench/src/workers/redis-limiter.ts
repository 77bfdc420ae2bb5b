import { Redis } from 'ioredis'
import { FEATURES, type FeatureName } from '../limiters/features.ts'
import { ALLOWING, DENYING } from '../limiters/limiter.ts'
import { REDIS_LIMITERS, type RedisLimiterName } from '../limiters/redis.ts'
import { mainThreadCpuUs } from '../redis/cpu.ts'
import { inTurns } from '../redis/driven.ts'
import { closedLoop, type Loop, type LoopReadings } from './closed-loop.ts'

export interface RedisLimiterRequest {
  readonly limiter: RedisLimiterName | FeatureName
  readonly port: number
  /** Of a cluster, the ports of its other nodes. */
  readonly others?: readonly number[]
  readonly denied: boolean
  readonly keys: number
  /** So many times each key is asked for before, one key after the other. */
  readonly sweeps: number
  /** Calls ahead of the loops, so that the code is compiled when they begin. */
  readonly warmUp: number
  readonly loops: readonly Loop[]
}

export interface RedisLimiterAnswer {
  /** Decisions a second of the sweeps. */
  readonly swept: number
  readonly loops: readonly (LoopReadings & { readonly redisCpu: number })[]
}

const LIMITERS = { ...REDIS_LIMITERS, ...FEATURES }

async function answer(request: RedisLimiterRequest): Promise<RedisLimiterAnswer> {
  const { port, others = [], denied, warmUp } = request
  const controls = [port, ...others].map((each) => new Redis({ port: each, host: '127.0.0.1' }))
  const redisCpuUs = async () =>
    (await Promise.all(controls.map(mainThreadCpuUs))).reduce((sum, cpu) => sum + cpu)
  const limiter = await LIMITERS[request.limiter](port, denied ? DENYING : ALLOWING)
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
  await closedLoop(check, keys, { inFlight: 64, calls: warmUp })
  for (const loop of request.loops) {
    const before = await redisCpuUs()
    const readings = await closedLoop(check, keys, loop)
    loops.push({ ...readings, redisCpu: ((await redisCpuUs()) - before) / loop.calls })
  }
  if (wrong > 0) throw new Error(`${wrong} calls of "${request.limiter}" were decided the other way`)
  limiter.close()
  for (const control of controls) control.disconnect()
  return { swept, loops }
}

console.log(JSON.stringify(await answer(JSON.parse(process.argv[2] ?? '') as RedisLimiterRequest)))
process.exit(0)
