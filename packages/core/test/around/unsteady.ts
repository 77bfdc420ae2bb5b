import { type Store, StoreError } from '../../src/index.ts'

/** A store that can be taken away and given back, and counts what it is asked. */
export interface Unsteady extends Store {
  away: boolean
  readonly asked: { consume: number; dry: number; refund: number; reset: number }
}

export function unsteady(store: Store): Unsteady {
  const asked = { consume: 0, dry: 0, refund: 0, reset: 0 }
  const self: Unsteady = {
    away: false,
    asked,
    async consume(charges, call) {
      asked[call?.dry ? 'dry' : 'consume']++
      if (self.away) throw new StoreError('away')
      return store.consume(charges, call)
    },
    async refund(charges, at) {
      asked.refund++
      if (self.away) throw new StoreError('away')
      return store.refund(charges, at)
    },
    async reset(charges) {
      asked.reset++
      if (self.away) throw new StoreError('away')
      return store.reset(charges)
    },
  }
  return self
}
