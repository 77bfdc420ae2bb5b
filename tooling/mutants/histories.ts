import fc from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether a fault is planted. */
    planted: boolean
  }
}

// Of a fault we ask whether some history breaks a law, not for the smallest one; without a fault a look is enough.
fc.configureGlobal(inject('planted') ? { endOnFailure: true } : { interruptAfterTimeLimit: 300 })
