import { Cluster as Cluster5, Redis as Redis5 } from 'ioredis5'
import { Cluster as Cluster6, Redis as Redis6 } from 'ioredis6'
import { createClient as createClient4 } from 'redis4'
import {
  createClient as createClient5,
  createCluster as createCluster5,
  createClientPool as createPool5,
} from 'redis5'
import { createClient as createClient6, createClientPool as createPool6 } from 'redis6'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { type AnyRedisClient, isOptionsError, OptionsError, redisStore } from '../src/index.ts'
import { detect } from '../src/redis/clients/detect.ts'

const path = inject('redisSocket')
const lazy = { lazyConnect: true }
const nothing = { evalsha: async () => 0, eval: async () => 0 }

function refusal(client: unknown): string {
  try {
    redisStore(client as AnyRedisClient)
  } catch (error) {
    expect(error).toBeInstanceOf(OptionsError)
    expect(error).toSatisfy(isOptionsError)
    return (error as Error).message
  }
  return expect.unreachable('should have been refused')
}

describe('a client that can be used', () => {
  it.each<[string, () => unknown]>([
    ['ioredis 5', () => new Redis5(path, lazy)],
    ['ioredis 6', () => new Redis6(path, lazy)],
    ['node-redis 4', () => createClient4()],
    ['node-redis 5', () => createClient5()],
    ['node-redis 6', () => createClient6()],
    ['a node-redis 5 pool', () => createPool5()],
    ['a node-redis 6 pool', () => createPool6()],
  ])('is recognised before it is connected, and nothing is attached to it: %s', (_, create) => {
    const client = create() as AnyRedisClient & { eventNames?(): unknown[] }
    const before = client.eventNames?.()
    expect(detect(client).cluster).toBe(false)
    redisStore(client)
    expect(client.eventNames?.()).toEqual(before)
  })

  it.each<[string, () => { disconnect(): unknown }]>([
    ['ioredis 5', () => new Cluster5([{ port: 1 }], lazy)],
    ['ioredis 6', () => new Cluster6([{ port: 1 }], lazy)],
  ])('is known to be a cluster: %s', (_, create) => {
    const client = create()
    onTestFinished(() => void client.disconnect())
    expect(detect(client).cluster).toBe(true)
  })

  it('is known to be a cluster: node-redis', () => {
    expect(detect(createCluster5({ rootNodes: [{ url: 'redis://127.0.0.1:1' }] })).cluster).toBe(true)
  })

  it('is one’s own object as it is, also one of a class', () => {
    expect(detect(nothing)).toBe(nothing)
    class Own {
      evalsha = async () => 0
      async eval() {
        return 0
      }
    }
    const own = new Own()
    expect(detect(own)).toBe(own)
  })
})

describe('a client that cannot be used', () => {
  it.each<[string, () => unknown, RegExp]>([
    [
      'node-redis 4 in legacy mode',
      () => createClient4({ legacyMode: true }),
      /`legacyMode`; create it without/,
    ],
    ['node-redis 5 legacy()', () => createClient5().legacy(), /legacy/],
    ['node-redis 6 legacy()', () => createClient6().legacy(), /legacy/],
    ['node-redis 4 multi()', () => createClient4().multi(), /`multi\(\)`; pass the client itself/],
    ['node-redis 5 multi()', () => createClient5().multi(), /`multi\(\)`; pass the client itself/],
    ['node-redis 6 multi()', () => createClient6().multi(), /`multi\(\)`; pass the client itself/],
    [
      'ioredis 5 multi()',
      () => new Redis5(path, lazy).multi(),
      /`pipeline\(\)` or `multi\(\)`; pass the client/,
    ],
    [
      'ioredis 6 multi()',
      () => new Redis6(path, lazy).multi(),
      /`pipeline\(\)` or `multi\(\)`; pass the client/,
    ],
    [
      'ioredis 5 pipeline()',
      () => new Redis5(path, lazy).pipeline(),
      /`pipeline\(\)` or `multi\(\)`; pass the client/,
    ],
    [
      'ioredis 6 pipeline()',
      () => new Redis6(path, lazy).pipeline(),
      /`pipeline\(\)` or `multi\(\)`; pass the client/,
    ],
  ])('C010 is refused by its name: %s', (_, create, message) => {
    expect(refusal(create())).toMatch(message)
  })

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /got undefined/],
    ['null', null, /got null/],
    ['an address', 'redis://user:secret@host:6379', /got a URL$/],
    ['a number', 6379, /got 6379/],
    ['a class', Redis6, /got a function/],
    ['options', { host: 'localhost' }, /without the method `evalsha`/],
    ['a list', [], /without the method `evalsha`/],
    ['a promise of a client', Promise.resolve(nothing), /without the method `evalsha`/],
    ['half a client', { evalsha: nothing.evalsha }, /without the method `eval`/],
    ['the other half', { eval: nothing.eval }, /without the method `evalsha`/],
    ['what is no method', { ...nothing, eval: 'eval' }, /without the method `eval`/],
    ['node-redis 3', { ...nothing, internal_send_command() {} }, /a node-redis client older than 4/],
  ])('C085 is refused with what is missing: %s', (_, client, message) => {
    expect(refusal(client)).toMatch(
      /^Expected `client` to be an ioredis client, a node-redis client, or an object/,
    )
    expect(refusal(client)).toMatch(message)
  })
})
