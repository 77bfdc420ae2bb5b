import { existsSync } from 'node:fs'
import type { Redis } from 'ioredis'
import { run } from '../processes.ts'
import type { Readings } from '../rounds.ts'
import type { ScriptCall } from './captured.ts'
import type { BenchRedis } from './server.ts'

/** Stands for a number that is another one in each call: a key of 24 characters with it. */
export const RANDOM = '__rand_int__'
export const RANDOM_KEY: string = `client:bench${RANDOM}`

export interface Load {
  readonly calls: number
  /** Of how many keys each call takes one. */
  readonly keys: number
  /** Commands that a connection sends at once. */
  readonly pipeline: number
}

const binary = (() => {
  const beside = process.env.REDIS_SERVER?.replace(/server$/, 'benchmark')
  return beside?.includes('/') && existsSync(beside) ? beside : 'redis-benchmark'
})()

async function drive(
  port: number,
  command: readonly string[],
  { calls, keys, pipeline }: Load,
): Promise<void> {
  const options = { p: port, c: Math.min(50, calls), n: calls, r: keys, P: pipeline }
  const args = Object.entries(options).flatMap(([name, value]) => [`-${name}`, String(value)])
  await run('load', binary, [...args, '--csv', ...command])
}

/** One call by hand: a script that refuses would be cheap. */
async function mustDecide(control: Redis, { lua, keys, args }: ScriptCall): Promise<void> {
  const reply = await control.eval(lua, keys.length, ...keys, ...args)
  if (Array.isArray(reply) && reply.length === 1)
    throw new Error('A script that is measured refused to decide')
}

/** Loads the script, warms up, then reads the server's CPU time for one call. */
export async function sampleScript(redis: BenchRedis, call: ScriptCall, load: Load): Promise<Readings> {
  const { control } = redis
  await control.flushall()
  const sha = String(await control.script('LOAD', call.lua))
  await mustDecide(control, call)
  const command = ['EVALSHA', sha, String(call.keys.length), ...call.keys, ...call.args]
  await drive(redis.port, command, { ...load, calls: 2 * load.keys, pipeline: 16 })
  await control.config('RESETSTAT')
  const before = await redis.cpuUs()
  await drive(redis.port, command, load)
  const cpu = (await redis.cpuUs()) - before
  return { cpu: cpu / (await redis.callsOf('evalsha')) }
}
