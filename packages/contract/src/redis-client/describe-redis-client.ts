import { createHash } from 'node:crypto'
import type { RedisClient } from '@rl/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A client under test, and how to let go of it. */
export interface RedisClientSubject {
  readonly client: RedisClient
  close?(): unknown
}

/** Makes the client under test, on a server that serves already. */
export type RedisClientFactory = () => RedisClientSubject | Promise<RedisClientSubject>

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex')

const ARGUMENTS: readonly string[] = [
  ...['', '0', '-1', '1.5', '9007199254740991', 'null', 'a b', '\n', '\r\n', '\u0000', 'a\u0000b', '"', "'"],
  ...['\u00e9', 'e\u0301', '\u{1f600}', '\ufeff', '*1\r\n$4\r\nPING\r\n', '__proto__', 'x'.repeat(2 ** 20)],
]

/** The contract of a Redis client: two functions that bring a script to Redis and its answer back. */
export function describeRedisClient(name: string, factory: RedisClientFactory): void {
  describe(`${name} is a Redis client`, () => {
    let subject: RedisClientSubject
    let made = 0
    const run = crypto.randomUUID()
    // One tag for all keys of one call: on a cluster they must be on one node.
    const key = (tail = '') => `{client:${run}:${made}}${tail}`
    /** A script that no server knows yet. */
    const unknown = (lua: string) => `-- ${run} ${++made}\n${lua}`

    beforeAll(async () => {
      subject = await factory()
    })
    afterAll(async () => {
      await subject?.close?.()
    })

    const caught = async (call: Promise<unknown>): Promise<Error> => {
      const error: unknown = await call.then(
        (answer) => expect.unreachable(`answered ${String(answer)}`),
        (reason: unknown) => reason,
      )
      expect(error).toBeInstanceOf(Error)
      return error as Error
    }

    it('rejects with NOSCRIPT first in the message when the server does not know the SHA-1', async () => {
      const lua = unknown('return 1')
      expect((await caught(subject.client.evalsha(sha1(lua), [key()], []))).message).toMatch(/^NOSCRIPT/)
      expect((await caught(subject.client.evalsha('f'.repeat(40), [key()], ['a']))).message).toMatch(
        /^NOSCRIPT/,
      )
    })

    it('runs a script by its text, and from then on by its SHA-1', async () => {
      const lua = unknown('return {#KEYS, #ARGV, ARGV[1] + 1}')
      expect(await subject.client.eval(lua, [key(), key('b')], ['41'])).toEqual([2, 1, 42])
      expect(await subject.client.evalsha(sha1(lua), [key()], ['1', '2', '3'])).toEqual([1, 3, 2])
      expect(await subject.client.evalsha(sha1(lua), [key()], ['7'])).toEqual([1, 1, 8])
    })

    it('brings keys and arguments to the last byte', async () => {
      const lua = unknown(`
        local sums = {}
        for i = 1, #KEYS do sums[#sums + 1] = redis.sha1hex(KEYS[i]) end
        for i = 1, #ARGV do sums[#sums + 1] = redis.sha1hex(ARGV[i]) end
        return sums`)
      const keys = ARGUMENTS.map((tail) => key(tail))
      const sums = [...keys, ...ARGUMENTS].map(sha1)
      expect(await subject.client.eval(lua, keys, [...ARGUMENTS])).toEqual(sums)
      expect(await subject.client.evalsha(sha1(lua), keys, [...ARGUMENTS])).toEqual(sums)
    })

    it('works on the keys that it is given', async () => {
      const set = unknown("return redis.call('SET', KEYS[1], ARGV[1], 'PX', 60000) and 1")
      const get = unknown("return redis.call('GET', KEYS[1]) + 0")
      expect(await subject.client.eval(set, [key()], ['5'])).toBe(1)
      expect(await subject.client.eval(get, [key()], [])).toBe(5)
    })

    it('brings back whole numbers, in one flat list, as they are', async () => {
      // Closer to 2^53 the parsers of most clients round to even: they add a digit's character before taking 48 away.
      const numbers = [0, 1, -1, 2 ** 31, -(2 ** 31), 1_700_000_000_000, 2 ** 53 - 64, 64 - 2 ** 53]
      const lua = unknown('local n = {} for i = 1, #ARGV do n[i] = ARGV[i] + 0 end return n')
      const many = Array.from({ length: 500 }, (_, nth) => numbers[nth % numbers.length]! + (nth % 3))
      expect(await subject.client.eval(lua, [key()], many.map(String))).toEqual(many)
      expect(await subject.client.eval(unknown('return 3'), [key()], [])).toBe(3)
    })

    it('rejects when the script fails, and not with NOSCRIPT', async () => {
      const failing = {
        "return redis.error_reply('MINE it is')": /MINE it is/,
        "return redis.call('INCR', KEYS[1], 'too', 'many')": /Wrong number|wrong number/,
        "error('on purpose')": /on purpose/,
        'no lua at all': /compiling/,
      }
      for (const [body, message] of Object.entries(failing)) {
        const lua = unknown(body)
        const error = await caught(subject.client.eval(lua, [key()], []))
        expect(error.message).toMatch(message)
        expect(error.message).not.toMatch(/^NOSCRIPT/)
      }
    })

    it('brings each answer to its asker', async () => {
      const lua = unknown('return ARGV[1] + 0')
      await subject.client.eval(lua, [key()], ['0'])
      const calls = Array.from({ length: 200 }, (_, nth) =>
        nth % 2 === 0
          ? subject.client.evalsha(sha1(lua), [key()], [String(nth)])
          : subject.client.eval(lua, [key()], [String(nth)]),
      )
      expect(await Promise.all(calls)).toEqual(calls.map((_, nth) => nth))
    })

    it('keeps its word beside calls that fail', async () => {
      const [good, bad] = [unknown('return ARGV[1] + 0'), unknown('return 0')]
      await subject.client.eval(good, [key()], ['0'])
      const calls = Array.from({ length: 50 }, (_, nth) =>
        subject.client.evalsha(sha1(nth % 2 === 0 ? good : bad), [key()], [String(nth)]),
      )
      const ends = await Promise.allSettled(calls)
      expect(ends.map(({ status }) => status)).toEqual(
        calls.map((_, nth) => (nth % 2 === 0 ? 'fulfilled' : 'rejected')),
      )
    })
  })
}
