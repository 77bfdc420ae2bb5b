import type { TestModule } from 'vitest/node'

/** What one run of some tests said. */
export interface Report {
  readonly passed: number
  /** The tests that failed, and what they said first. */
  readonly failed: readonly { readonly test: string; readonly message: string }[]
  /** What went wrong outside of every test. */
  readonly unhandled: readonly string[]
  /** What kept test files from being run at all. */
  readonly broken: readonly string[]
  /** Files of the fault that no test has loaded. */
  readonly pending: readonly string[]
}

/** An error and its causes, in one line. */
export function told(error: unknown): string {
  const { message, cause } = (error ?? {}) as { message?: unknown; cause?: unknown }
  const own = String(message ?? error)
  return (cause === undefined ? own : `${own}: ${told(cause)}`).replaceAll(/\s+/g, ' ')
}

export function reportOf(
  modules: readonly TestModule[],
  unhandled: readonly unknown[],
  pending: readonly string[],
): Report {
  const all = modules.flatMap(({ children }) => [...children.allTests()])
  const tests = all
    .filter((test) => test.result().state === 'failed')
    .map((test) => ({ test: test.fullName, message: told(test.result().errors?.[0]) }))
  const hooks = modules
    .flatMap(({ children }) => [...children.allSuites()])
    .filter((suite) => suite.errors().length > 0)
    .map((suite) => ({ test: `${suite.fullName} (its hooks)`, message: told(suite.errors()[0]) }))
  return {
    passed: all.filter((test) => test.result().state === 'passed').length,
    failed: [...tests, ...hooks],
    unhandled: unhandled.map(told),
    broken: modules.flatMap((module) => module.errors().map(told)),
    pending,
  }
}
