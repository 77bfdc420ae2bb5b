import { createHash } from 'node:crypto'
import { NASTY, nasty } from '@rl/contract'
import fc from 'fast-check'
import { Redis } from 'ioredis6'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { fixedWindow, redisStore, tokenBucket } from '../src/index.ts'
import { detect } from '../src/redis/clients/detect.ts'
import { redisKey, tagOf } from '../src/redis/keys.ts'
import { recorded } from './recorded.ts'

const policy = tokenBucket({ capacity: 20, refillRate: 5 })
const nameOf = async (key: string, prefix = '') => redisKey(prefix, await tagOf(key), policy)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What Redis Cluster takes for the hash tag: between the first `{` and the next `}`. */
const hashTag = (name: string) => /\{(.*?)\}/s.exec(name)?.[1]

const text = fc.oneof(
  nasty,
  fc.string({ unit: 'binary', maxLength: 150 }),
  fc.string({ unit: fc.constantFrom('\ud800', 'd', '8', '0', 'u', '%'), maxLength: 8 }),
)

describe('the name of a Redis key', () => {
  it.each([
    ['user:123', 'rl1:{user:123}:20-5-per-1s:tb'],
    ['', 'rl1:{%}:20-5-per-1s:tb'],
    ['{a}', 'rl1:{%7Ba%7D}:20-5-per-1s:tb'],
    ['100%', 'rl1:{100%25}:20-5-per-1s:tb'],
    ['~a~', 'rl1:{%7Ea~}:20-5-per-1s:tb'],
    ['\ud800', 'rl1:{%ud800}:20-5-per-1s:tb'],
    ['\u{1f600}', 'rl1:{\u{1f600}}:20-5-per-1s:tb'],
    ['2001:db8::1', 'rl1:{2001:db8::1}:20-5-per-1s:tb'],
  ])('is made of version, key, policy and algorithm: %j', async (key, name) => {
    expect(await nameOf(key)).toBe(name)
    expect(await nameOf(key, 'app:')).toBe(`app:${name}`)
  })

  it('C060 is a hash where the key is longer than 128 bytes', async () => {
    const [short, long] = ['x'.repeat(128), 'x'.repeat(129)]
    expect(await tagOf(short)).toBe(short)
    expect(await tagOf(long)).toBe(`~${sha256(long)}`)
    expect(await tagOf('\u00e9'.repeat(64))).toBe('\u00e9'.repeat(64))
    expect(await tagOf('\u00e9'.repeat(65))).toBe(`~${sha256('\u00e9'.repeat(65))}`)
    expect(await tagOf('{'.repeat(43))).toBe(`~${sha256('%7B'.repeat(43))}`) // as it would be written
  })

  it('differs for different keys', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (one, other) => {
        expect((await nameOf(one)) === (await nameOf(other))).toBe(one === other)
      }),
      {
        numRuns: 5_000,
        examples: NASTY.flatMap((one) => NASTY.slice(0, 3).map((other): [string, string] => [one, other])),
      },
    )
    expect(new Set(await Promise.all(NASTY.map((key) => nameOf(key)))).size).toBe(new Set(NASTY).size)
  })

  it('is short, well-formed, and has the key for its hash tag and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (key) => {
        const name = await nameOf(key, 'app:')
        const tag = await tagOf(key)
        expect(hashTag(name)).toBe(tag)
        expect(tag).not.toBe('') // an empty tag is none: every policy would be on a node of its own
        expect(name).not.toMatch(/\p{Surrogate}/u)
        expect(Buffer.byteLength(tag)).toBeLessThanOrEqual(128)
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps to the key’s tag whatever the policy is called', async () => {
    const tag = await tagOf('user:123')
    for (const name of ['{other}', '}', '{', '{}', '}{', 'a}b{c}']) {
      expect(hashTag(redisKey('app:', tag, fixedWindow({ name, limit: 1, window: '1s' })))).toBe('user:123')
    }
  })
})

describe('keys of ten kilobytes', () => {
  it('C060 are never sent, and stay apart', async () => {
    const redis = new Redis(inject('redisSocket'))
    onTestFinished(() => redis.disconnect())
    const { client, calls } = recorded(detect(redis))
    const store = redisStore(client, { prefix: 'long:', timeout: '10s' })
    const filler = 'x'.repeat(10_000)
    const ids = Array.from({ length: 2_000 }, (_, id) => `${filler}${id}`)
    const outcomes = await Promise.all(ids.map((key) => store.consume([{ policy, key, cost: 1 }])))
    expect(outcomes.every(({ verdicts }) => verdicts[0]?.remaining === 19)).toBe(true)
    const sent = new Set(calls.flatMap(({ keys }) => keys))
    expect(sent.size).toBe(2_000)
    for (const key of sent) expect(key.length).toBeLessThan(128)
  })
})
