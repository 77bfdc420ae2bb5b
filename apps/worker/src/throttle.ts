import type { Limiter } from '@rl/core'

export interface Batch {
  readonly limiter: Limiter
  /** Whose quota it is. */
  readonly name: string
  readonly jobs: number
  /** How many jobs are begun at once. */
  readonly concurrency: number
  /** Ends the batch: jobs that wait are not done. */
  readonly signal: AbortSignal
  work(job: number): Promise<void>
  /** Is told after each job how many are done. */
  onDone(done: number): void
}

export interface Outcome {
  readonly done: number
  /** When each job's turn came, by the clock of the store, ms since the epoch. */
  readonly grantedAt: readonly number[]
  /** Why not all are done: the reason of the signal, or the first error. */
  readonly error?: unknown
}

/** Does each job when its turn comes. */
export async function throttle(batch: Batch): Promise<Outcome> {
  const { limiter, name, jobs, concurrency, work, onDone } = batch
  const failed = new AbortController()
  const signal = AbortSignal.any([batch.signal, failed.signal])
  const grantedAt: number[] = []
  let next = 0
  let done = 0

  async function lane(): Promise<void> {
    while (next < jobs) {
      const job = next++
      const { at } = await limiter.wait(name, { signal })
      grantedAt.push(at)
      await work(job)
      onDone(++done)
    }
  }

  const lanes = Array.from({ length: Math.min(concurrency, jobs) }, () =>
    lane().catch((error: unknown) => failed.abort(error)),
  )
  await Promise.all(lanes)
  return signal.aborted ? { done, grantedAt, error: signal.reason } : { done, grantedAt }
}
