import { ALLOCATING, type AllocatingName } from '../limiters/allocating.ts'
import { startBenchRedis } from '../redis/server.ts'
import { measure, type Subject } from '../rounds.ts'
import { type Effort, type Report, type Suite, scaled } from '../suite.ts'
import { ask } from '../worker.ts'
import type { AllocationAnswer, AllocationRequest } from '../workers/allocation.ts'

const IN_FLIGHT = [1, 64]
const OURS: AllocatingName = 'ours, ioredis'
const PEER: AllocatingName = 'rate-limiter-flexible, ioredis'
const NAMES = Object.keys(ALLOCATING) as AllocatingName[]
// Room for all that is allocated, so that nothing is collected while it is counted.
const FLAGS = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256']

const nameOf = (subject: string, inFlight: number): string => `${subject}, ${inFlight}`

async function run(effort: Effort): Promise<Report> {
  const redis = await startBenchRedis()
  try {
    const subjects: Subject[] = NAMES.flatMap((subject) =>
      IN_FLIGHT.map((inFlight) => ({
        name: nameOf(subject, inFlight),
        async sample() {
          const request = { subject, port: redis.port, inFlight, calls: scaled(effort, 10_000, 640) }
          return { ...(await ask<AllocationRequest, AllocationAnswer>('allocation.ts', request, FLAGS)) }
        },
      })),
    )
    const samples = await measure([subjects], Math.ceil(effort.rounds / 3), effort.progress)
    return {
      measures: IN_FLIGHT.map((inFlight) => ({
        name: `bytes of the heap for one decision, ioredis, ${inFlight} in flight: ours / rate-limiter-flexible`,
        value: samples.ratio(nameOf(OURS, inFlight), nameOf(PEER, inFlight), 'bytes'),
      })),
      tables: [
        {
          title: 'Bytes taken from the heap of Node.js for one decision or request',
          columns: ['', ...IN_FLIGHT.map((inFlight) => `${inFlight} in flight`)],
          rows: NAMES.map((subject) => [
            subject,
            ...IN_FLIGHT.map((inFlight) => samples.median(nameOf(subject, inFlight), 'bytes')),
          ]),
          note: 'The client of Redis and the promise of the caller are included. A guard’s bytes are those of its reply and headers too.',
        },
      ],
    }
  } finally {
    await redis.stop()
  }
}

export const allocation: Suite = {
  name: 'allocation',
  about: 'how many bytes a decision takes from the heap',
  run,
}
