import { createLimiter, type Limiter, memoryStore, type Policy, type Store } from '../src/index.ts'

/** A store around a store, which a test can look at, hold up and break. */
export interface Watched extends Store {
  /** Calls of `consume` that charge, so far. */
  asked: number
  refunded: number
  /** Most such calls that were on their way at once. */
  mostAtOnce: number
  /** Resolves before each answer to `consume`; a test can replace it. */
  hold: () => Promise<void>
}

export function watched(store: Store): Watched {
  let now = 0
  const watching: Watched = {
    asked: 0,
    refunded: 0,
    mostAtOnce: 0,
    hold: async () => {},
    async consume(charges, options) {
      if (options?.dry) return store.consume(charges, options)
      watching.asked++
      watching.mostAtOnce = Math.max(watching.mostAtOnce, ++now)
      try {
        const outcome = await store.consume(charges, options)
        await watching.hold()
        return outcome
      } finally {
        now--
      }
    },
    refund(charges, at) {
      watching.refunded++
      return store.refund(charges, at)
    },
    reset: (charges) => store.reset(charges),
  }
  return watching
}

/** A limiter in memory, on the clock of the (faked) system. */
export function waitSubject(...policies: Policy[]): { limiter: Limiter; store: Watched } {
  const store = watched(memoryStore({ clock: () => Date.now() }))
  return { limiter: createLimiter({ store, policies }), store }
}

/** What became of a promise so far. */
export interface Fate<T> {
  state: 'waits' | 'resolved' | 'rejected'
  value?: T
  reason?: unknown
}

export function fateOf<T>(promise: Promise<T>): Fate<T> {
  const fate: Fate<T> = { state: 'waits' }
  promise.then(
    (value) => Object.assign(fate, { state: 'resolved', value }),
    (reason: unknown) => Object.assign(fate, { state: 'rejected', reason }),
  )
  return fate
}

/** A promise that a test resolves when it likes. */
export function gate(): { passed: Promise<void>; open: () => void } {
  let open!: () => void
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}
