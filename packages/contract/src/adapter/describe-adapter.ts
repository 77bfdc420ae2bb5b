import { describe } from 'vitest'
import { testsOn } from './client.ts'
import { describeLimits } from './limits.ts'
import type { Start } from './site.ts'

/** The contract of an adapter, over real HTTP: whoever passes it plays the guard's replies on its framework. */
export function describeAdapter(name: string, start: Start): void {
  describe(`${name} is a framework`, () => {
    const on = testsOn(start)
    describeLimits(on)
  })
}
