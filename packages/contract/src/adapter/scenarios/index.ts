import type { Scenario } from '../site.ts'
import * as addresses from './addresses.ts'
import * as headers from './headers.ts'
import * as limits from './limits.ts'
import * as outcomes from './outcomes.ts'
import * as questions from './questions.ts'
import * as sharing from './sharing.ts'
import * as stores from './stores.ts'

/** All scenarios by name. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  ...addresses,
  ...headers,
  ...limits,
  ...outcomes,
  ...questions,
  ...sharing,
  ...stores,
}
