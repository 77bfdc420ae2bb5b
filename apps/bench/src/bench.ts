import type { Request } from './command-line.ts'
import type { Report, Suite } from './suite.ts'

/** The suites of these names in the bench's order, all where none is named. */
export function choose(suites: readonly Suite[], names: readonly string[]): readonly Suite[] {
  for (const name of names) {
    if (suites.some((suite) => suite.name === name)) continue
    throw new TypeError(`Expected a suite (${suites.map((suite) => suite.name).join(', ')}), got ${name}`)
  }
  return names.length === 0 ? suites : suites.filter(({ name }) => names.includes(name))
}

/** Runs the suites one after the other and yields each report as it comes. */
export async function* bench(
  suites: readonly Suite[],
  { rounds, scale }: Pick<Request, 'rounds' | 'scale'>,
  progress: (line: string) => void,
): AsyncGenerator<{ suite: Suite; report: Report }> {
  for (const suite of suites) {
    const started = performance.now()
    const tell = (line: string) => progress(`${suite.name}: ${line}`)
    const report = await suite.run({ rounds, scale, progress: tell })
    tell(`took ${Math.round((performance.now() - started) / 1_000)} s`)
    yield { suite, report }
  }
}
