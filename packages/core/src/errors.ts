/**
 * A wrong option, key or cost: the caller's mistake, thrown before anything was charged.
 * Recognise it with {@link isOptionsError}, which works across several copies of this library.
 */
export class OptionsError extends TypeError {
  /** Fixed, whatever a minifier does to the class. */
  override readonly name = 'OptionsError'
  /** Fixed, the same in every copy and version of this library. */
  readonly code = 'RL_OPTIONS'
}

/** The store could not decide: it is away, too slow, or answered nonsense. `cause` holds what it said. */
export class StoreError extends Error {
  /** Fixed, whatever a minifier does to the class. */
  override readonly name = 'StoreError'
  /** Fixed, the same in every copy and version of this library. */
  readonly code = 'RL_STORE'
}

const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && (error as { code?: unknown }).code === code

/** Whether `error` is an {@link OptionsError}, from this or another copy of the library. */
export const isOptionsError = (error: unknown): error is OptionsError => hasCode(error, 'RL_OPTIONS')

/** Whether `error` is a {@link StoreError}, from this or another copy of the library. */
export const isStoreError = (error: unknown): error is StoreError => hasCode(error, 'RL_STORE')
