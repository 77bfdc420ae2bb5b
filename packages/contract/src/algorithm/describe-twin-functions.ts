import type { Append, Numbers, Policy, Refunded, Ruling, Times } from '@rl/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { named, starts } from './history.ts'
import { expectSound } from './sound.ts'
import type { Mode } from './subject.ts'
import type { Twin } from './twin.ts'

const CASES = 2_000

/** A question to the two functions of an algorithm. */
interface Case {
  readonly policy: Policy
  /** Its numbers, or its times from the first to the last. */
  readonly state: readonly number[]
  readonly now: number
  readonly at: number
  readonly cost: number
}

const at = (times: Numbers): Times => ({ length: times.length, at: (index) => times[index]! })

const isFew = (next: Numbers | Append): next is Numbers => Array.isArray(next)

/** What `decide` of TypeScript answers, in the order in which its twin returns it. */
function decided({ policy: { algorithm, numbers }, state, now, cost }: Case): number[] {
  const ruling: Ruling<Numbers | Append> =
    algorithm.state === 'numbers'
      ? algorithm.decide(numbers, state.length > 0 ? state : undefined, now, cost)
      : algorithm.decide(numbers, at(state), now, cost)
  const { allowed, remaining, retryAfterMs, resetAfterMs, next } = ruling
  const kept = isFew(next) ? next : [next.dropFirst, next.dropLast, next.time]
  return [
    Number(allowed),
    remaining,
    Number.isFinite(retryAfterMs) ? retryAfterMs : -1,
    resetAfterMs,
    ...kept,
  ]
}

/** What `refund` of TypeScript answers, in the order in which its twin returns it; nothing where that returns nothing. */
function refunded({ policy: { algorithm, numbers }, state, now, at: time, cost }: Case): number[] {
  if (algorithm.state === 'numbers') {
    const given: Refunded<Numbers> | undefined = algorithm.refund(numbers, state, now, time, cost)
    return given ? [given.lifeMs, ...given.next] : []
  }
  const given = algorithm.refund(numbers, at(state), now, time, cost)
  return given ? [given.lifeMs, given.next.time, given.next.count] : []
}

// ARGV[1] holds the questions in words: the function, how many plain arguments and how many times of a log follow.
const HARNESS = `
local out, n, words = {}, 1, {}
for word in string.gmatch(ARGV[1], '%S+') do words[#words + 1] = word end
local function answer(...)
  local texts = {}
  for i = 1, select('#', ...) do texts[i] = string.format('%.17g', (select(i, ...))) end
  out[#out + 1] = table.concat(texts, ' ')
end
while n <= #words do
  local wanted, count, length = words[n], words[n + 1] + 0, tonumber(words[n + 2])
  local args, times = {}, {}
  n = n + 3
  for i = 1, count do args[i] = words[n + i - 1] + 0 end
  n = n + count
  if length then
    for i = 1, length do times[i - 1] = words[n + i - 1] + 0 end
    args[count + 1], args[count + 2] = length, function(index) return times[index] end
    n = n + length
  end
  if wanted == 'decide' then answer(decide(unpack(args))) else answer(refund(unpack(args))) end
end
return out
`

/** A question as the harness reads it. */
function asked(wanted: 'decide' | 'refund', { policy, state, now, at: time, cost }: Case): string[] {
  const { algorithm, numbers } = policy
  const first = wanted === 'decide' ? [now, cost] : [now, time, cost]
  const [few, log] = algorithm.state === 'numbers' ? [state, []] : [[], state]
  const plain = [...first, ...numbers, ...few]
  const length = algorithm.state === 'numbers' ? '-' : log.length
  return [wanted, plain.length, length, ...plain, ...log].map(String)
}

/** Numbers of all sizes, many of them close to those that matter. */
function numbersNear(values: readonly number[]): fc.Arbitrary<number> {
  return fc
    .oneof(
      { weight: 2, arbitrary: fc.nat({ max: 12 }) },
      {
        weight: 5,
        arbitrary: fc
          .tuple(fc.constantFrom(...values), fc.integer({ min: -3, max: 3 }))
          .map(([near, by]) => Math.max(0, near + by)),
      },
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.constantFrom(...values), fc.double({ min: 0, max: 2, noNaN: true }))
          .map(([near, by]) => Math.floor(near * by)),
      },
      { weight: 1, arbitrary: fc.nat({ max: Number.MAX_SAFE_INTEGER }) },
    )
    .map((number) => Math.min(Number.MAX_SAFE_INTEGER, number))
}

const cases = (mode: Mode): fc.Arbitrary<Case> =>
  fc.tuple(named(mode, 'p'), starts).chain(([policy, now]) => {
    const { units, windowMs } = policy.quota
    const { algorithm } = policy
    const times = numbersNear([now, Math.max(0, now - windowMs), now + windowMs])
    const plain = fc.oneof(times, numbersNear([units, ...policy.numbers, units * (policy.numbers[2] ?? 1)]))
    const { size } = algorithm.state === 'numbers' ? algorithm : { size: 0 }
    const log = fc.array(times, { maxLength: 24, size: 'max' }).map((some) => some.sort((a, b) => a - b))
    return fc.record({
      policy: fc.constant(policy),
      state:
        size === 0
          ? log
          : fc.oneof(
              { weight: 1, arbitrary: fc.constant([]) },
              { weight: 9, arbitrary: fc.array(plain, { minLength: size, maxLength: size }) },
            ),
      now: fc.constant(now),
      at: times,
      cost: numbersNear([units]),
    })
  })

function expectDecided(each: Case): number[] {
  const answer = decided(each)
  const [allowed, remaining, retry, reset, ...next] = answer as [number, number, number, number]
  const retryAfterMs = retry < 0 ? Number.POSITIVE_INFINITY : retry
  expectSound(
    { allowed: allowed === 1, remaining, retryAfterMs, resetAfterMs: reset },
    each.policy,
    each.cost,
  )
  if (!next.every((number: number) => Number.isSafeInteger(number) && number >= 0))
    expect.fail(`what is to be kept is no list of whole numbers: ${next.join()}`)
  return answer
}

/** One call for all: the answers of the twin, each as the numbers it returned. */
async function ask(twin: Twin, lua: string, questions: readonly string[][]): Promise<number[][]> {
  const texts = (await twin.command('EVAL', `${lua}\n${HARNESS}`, 0, questions.flat().join(' '))) as string[]
  return texts.map((text) => (text === '' ? [] : text.split(' ').map(Number)))
}

/**
 * The two functions of an algorithm are given the same questions in TypeScript and in Lua, of any state that can be kept,
 * also such as no history leads to: they answer the same, and soundly.
 */
export function describeTwinFunctions(name: string, mode: Mode, twin: Twin): void {
  describe(`${name}: TypeScript and Lua`, () => {
    it.each(['decide', 'refund'] as const)(`%s the same in ${CASES} cases of any state`, async (wanted) => {
      const all = fc.sample(cases(mode), CASES).filter(({ state }) => wanted === 'decide' || state.length > 0)
      const expected = all.map(wanted === 'decide' ? expectDecided : refunded)
      const { lua } = all[0]!.policy.algorithm
      const answers = await ask(
        twin,
        lua,
        all.map((each) => asked(wanted, each)),
      )
      expect(answers).toHaveLength(all.length)
      answers.forEach((answer, place) => {
        if (
          answer.length === expected[place]!.length &&
          answer.every((number, n) => Object.is(number, expected[place]![n]))
        )
          return
        const {
          policy: { numbers },
          ...rest
        } = all[place]!
        expect(answer, JSON.stringify({ numbers, ...rest })).toStrictEqual(expected[place])
      })
    })
  })
}
