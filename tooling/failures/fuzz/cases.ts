import {
  createLimiter,
  type Decision,
  type Limiter,
  memoryStore,
  type Policy,
  type RedisClient,
  redisStore,
  type Store,
} from '../../../packages/core/src/index.ts'
import { unlawful, unlawfulError } from './lawful.ts'
import { anyPolicy, goodPolicy } from './policies.ts'
import { anyKey, junk, type Random } from './random.ts'

/** One kind of case: plays a random one and says what was unlawful, if anything. */
export type Case = (random: Random) => Promise<string | undefined> | string | undefined

const quiet = (): void => {}

/** Random options of a policy and of a limiter. */
export const options: Case = (random) => {
  try {
    const policies = [anyPolicy(random, 'a', 60), ...(random.chance(20) ? [anyPolicy(random, 'b', 20)] : [])]
    for (const policy of policies)
      policy.divide(random.chance(90) ? 1 + random.below(50) : (junk(random) as number))
    createLimiter({ store: memoryStore({ maxKeys: 1 }), policies, onWarning: quiet })
    return undefined
  } catch (error) {
    return unlawfulError(error)
  }
}

function anyCost(random: Random, policies: readonly Policy[]): unknown {
  if (random.chance(10)) return junk(random)
  if (random.chance(10)) return { [random.pick(policies).name]: random.below(5) }
  return random.pick([0, 1, 1, 1, 2, 3, 10, 100_000, 2 ** 53 - 1])
}

async function verb(random: Random, limiter: Limiter, made: unknown[]): Promise<string | undefined> {
  const key = anyKey(random) as string
  const call = { cost: anyCost(random, limiter.policies) as number }
  const which = random.below(10)
  try {
    if (which === 0) await limiter.reset(key)
    else if (which === 1) await limiter.refund((random.chance(80) ? made.at(-1) : junk(random)) as Decision)
    else {
      const decision = await (which === 2 ? limiter.peek(key, call) : limiter.consume(key, call))
      made.push(decision)
      return unlawful(decision)
    }
    return undefined
  } catch (error) {
    return unlawfulError(error)
  }
}

/** Random calls on a store whose clock goes to and fro. */
export const calls =
  (open: (clock: () => number) => Store): Case =>
  async (random) => {
    const policies = Array.from({ length: 1 + random.below(3) }, (_, nth) => goodPolicy(random, `p${nth}`))
    let now = 1_700_000_000_000 + random.below(10_000)
    const limiter = createLimiter({ store: open(() => now), policies, onWarning: quiet })
    const made: unknown[] = []
    for (let count = 0; count < 5; count++) {
      now += random.pick([0, 1, 10, 999, 60_000, -5_000])
      const fault = await verb(random, limiter, made)
      if (fault !== undefined) return fault
    }
    return undefined
  }

/** A client that answers junk. */
export const replies: Case = async (random) => {
  const policies = [goodPolicy(random, 'a'), ...(random.chance(30) ? [goodPolicy(random, 'b')] : [])]
  const numbers = [0, 1, 2, 3, 5, -1, -2, '0', '1', '-1', '12', 1_700_000_000_000]
  const reply = (): unknown => {
    if (random.chance(10)) return junk(random)
    const length = random.chance(80) ? 1 + (2 + random.below(2)) * policies.length : random.below(12)
    return Array.from({ length }, () => (random.chance(3) ? junk(random) : random.pick(numbers)))
  }
  const answer = async (): Promise<unknown> => {
    if (random.chance(5)) throw random.chance(50) ? new Error('NOSCRIPT no such script') : junk(random)
    return reply()
  }
  const client: RedisClient = { evalsha: answer, eval: answer }
  // A reply of one number is a refusal, and the check is sent again until its time is over.
  const limiter = createLimiter({
    store: redisStore(client, { timeout: '1ms', onWarning: quiet }),
    policies,
    onWarning: quiet,
  })
  try {
    const decision = await limiter.consume('a')
    return unlawful(decision, false)
  } catch (error) {
    return unlawfulError(error)
  }
}
