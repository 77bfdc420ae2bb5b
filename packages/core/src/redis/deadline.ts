import { StoreError } from '../errors.ts'

/**
 * What `work` answers, or a `StoreError` once `ms` have passed, whatever the client's own queues and retries do.
 * A late answer is ignored and a late rejection handled.
 */
export function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new StoreError(`Redis did not answer within ${ms} ms`))
    // In a busy process timers fire before sockets are read: one more turn takes the answers that are already here.
    let timer = setTimeout(() => {
      timer = setTimeout(giveUp, 0)
    }, ms)
    work.then(
      (answer) => {
        clearTimeout(timer)
        resolve(answer)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
