import { number, policy } from '../fields.ts'
import { section } from '../state.ts'

export const tuning = section('tune', {
  policy: policy(),
  /** Per cent of clients that a proposal leaves untouched. */
  untouched: number(99.9, 50, 100),
})
