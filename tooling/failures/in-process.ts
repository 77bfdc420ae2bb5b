import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createLimiter, redisStore } from '../../packages/core/src/index.ts'
import type { Target } from './clients.ts'
import { type Observed, OWN, startProbe } from './probe.ts'
import type { Prober } from './run-row.ts'

// A probe in a process of its own: an event loop that nothing else holds up, and rejections that are all its own. In a
// thread it would stand still whenever this process starts a command, for as long as its memory is copied.

type Request =
  | { readonly name: string; readonly target: Target; readonly prefix: string }
  | { readonly answeredSince?: number }

/** Starts this very file as a process, which opens the client. */
export async function startInProcess(
  name: string,
  target: Target,
  prefix: string,
): Promise<Prober | undefined> {
  const child = fork(fileURLToPath(import.meta.url), { serialization: 'advanced' })
  const exited = once(child, 'exit')
  const ask = async (request: Request): Promise<unknown> => {
    child.send(request)
    const [reply] = await Promise.race([
      once(child, 'message'),
      exited.then(() => Promise.reject(new Error(`The probe of ${name} ended`))),
    ])
    return reply
  }
  async function end(): Promise<void> {
    child.disconnect()
    await exited
  }
  if (!(await ask({ name, target, prefix }))) {
    await end()
    return undefined
  }
  return {
    answeredSince: async (time) => (await ask({ answeredSince: time })) as boolean,
    async end() {
      const observed = (await ask({})) as Observed
      await end()
      return observed
    },
  }
}

/** Has what gives checks up run some hundred times, so that no time is measured in which code is read for the first time. */
async function warmUp(): Promise<void> {
  const never = () => new Promise<unknown>(() => {})
  const store = redisStore({ evalsha: never, eval: never }, { timeout: '30ms' })
  const limiter = createLimiter({ store, policies: OWN })
  const given: Promise<unknown>[] = []
  for (let turn = 0; turn < 30; turn++) {
    for (let nth = 0; nth < 10; nth++) given.push(limiter.consume(`warm:${nth}`).catch(() => {}))
    await sleep(2)
  }
  await Promise.all(given)
}

/** The servers that boot and fail meanwhile, and what starts them, come after what measures; where the system permits that. */
function goFirst(): void {
  try {
    setPriority(-10)
  } catch {}
}

if (import.meta.main && process.send) {
  goFirst()
  let probe: ReturnType<typeof startProbe>
  const answer = (reply: unknown) => process.send!(reply)
  process.on('message', async (request: Request) => {
    if ('target' in request) {
      await warmUp()
      probe = startProbe(request.name, request.target, request.prefix)
      answer(probe !== undefined)
    } else if (request.answeredSince === undefined) answer(await probe!.end())
    else answer(probe!.answeredSince(request.answeredSince))
  })
  process.on('disconnect', () => process.exit())
}
