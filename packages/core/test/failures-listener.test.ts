import { everyKind } from '@rl/contract'
import { Redis } from 'ioredis6'
import { createClient as createClient4 } from 'redis4'
import { createClient as createClient5, createClientPool as createPool5 } from 'redis5'
import { createClient as createClient6 } from 'redis6'
import { expect, inject, it, onTestFinished } from 'vitest'
import { type AnyRedisClient, redisStore, type Warning } from '../src/index.ts'

const url = `redis://127.0.0.1:${inject('redisPort')}`
const [policy] = everyKind(10)

async function warningsOf(client: AnyRedisClient): Promise<Warning[]> {
  const warnings: Warning[] = []
  const store = redisStore(client, {
    prefix: 'listener:',
    timeout: '10s',
    onWarning: (warning) => warnings.push(warning),
  })
  for (let call = 0; call < 2; call++) await store.consume([{ policy: policy!, key: 'a', cost: 1 }])
  return warnings
}

it.each([
  ['node-redis 4', () => createClient4({ url })],
  ['node-redis 5', () => createClient5({ url })],
  ['a pool of node-redis 5', () => createPool5({ url })],
  ['node-redis 6', () => createClient6({ url })],
])('%s without a listener for its errors is warned of, once', async (_, create) => {
  const client = create()
  await client.connect()
  onTestFinished(async () => void (await ('destroy' in client ? client.destroy() : client.disconnect())))
  const warnings = await warningsOf(client)
  expect(warnings.map(({ code }) => code)).toEqual(['client-without-error-listener'])
  expect(warnings[0]!.message).toContain("client.on('error', …)")
  client.on('error', () => {})
  expect(await warningsOf(client)).toEqual([])
})

it('ioredis needs none, since it reports its errors itself', async () => {
  const client = new Redis(url)
  onTestFinished(() => client.disconnect())
  expect(await warningsOf(client)).toEqual([])
})
