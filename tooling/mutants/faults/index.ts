import type { Fault } from '../fault.ts'
import { allOrNothing } from './all-or-nothing.ts'

/** Every fault that can be planted. */
export const FAULTS: readonly Fault[] = [...allOrNothing]
