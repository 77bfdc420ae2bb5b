import type { Fault } from '../fault.ts'
import { addresses } from './http-addresses.ts'
import { failing } from './http-failing.ts'
import { headers } from './http-headers.ts'
import { questions } from './http-questions.ts'
import type { Short } from './http-tests.ts'

const fault = ([id, why, file, find, replace, tests]: Short): Fault => ({
  id: `http-${id}`,
  why,
  edits: [{ file: file.includes('/') ? file : `packages/core/src/http/${file}`, find, replace }],
  tests,
})

/** What the guard and an adapter can get wrong. */
export const http: readonly Fault[] = [...headers, ...addresses, ...questions, ...failing].map(fault)
