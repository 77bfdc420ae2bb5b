import type { Report } from './report.ts'

/** `broken` is a fault that breaks the program as no one would leave it, so that its red tests prove nothing. */
export interface Verdict {
  readonly state: 'killed' | 'survived' | 'broken'
  /** The test that failed, or what is wrong. */
  readonly by: string
  readonly message: string
}

const NONSENSE =
  /compiling script|Script attempted|attempt to|SyntaxError|ReferenceError|is not (?:defined|a function)/

/** What the report of a run with a fault in it says of the tests. */
export function verdictOf({ passed, failed, unhandled, broken, pending }: Report): Verdict {
  const nonsense = [...failed.map(({ message }) => message), ...unhandled].find((text) => NONSENSE.test(text))
  if (nonsense) return { state: 'broken', by: nonsense, message: nonsense }
  const [first] = failed
  if (first) return { state: 'killed', by: first.test, message: first.message }
  const [error] = unhandled
  if (error) return { state: 'killed', by: `unhandled: ${error}`, message: error }
  const wrong = broken[0] ?? (pending.length > 0 ? `no test loads ${pending.join(', ')}` : undefined)
  if (wrong) return { state: 'broken', by: wrong, message: wrong }
  if (passed === 0) return { state: 'broken', by: 'no test ran', message: '' }
  return { state: 'survived', by: `all ${passed} tests pass`, message: '' }
}
