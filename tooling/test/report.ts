import { readFileSync } from 'node:fs'

/** The part of vitest's JSON report that is read here. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  numFailedTestSuites: number
}

export interface Tally {
  passed: number
  failed: number
  /** Why the run is not green although no test failed. */
  remarks: string[]
}

/** Counts a run; whatever could make a run look greener than it was is counted as a failure. */
export function tally(file: string, exitCode: number, options: { partial: boolean }): Tally {
  const report = read(file)
  if (!report) return { passed: 0, failed: 1, remarks: [`vitest wrote no report (exit code ${exitCode})`] }
  const remarks: string[] = []
  let failed = report.numFailedTests
  const skipped = report.numPendingTests + report.numTodoTests
  if (skipped > 0 && !options.partial) {
    remarks.push(`${skipped} skipped or to do: a test that did not run counts as failed`)
    failed += skipped
  }
  if (report.numPassedTests + failed === 0) {
    remarks.push('no test ran')
    failed = 1
  }
  if (exitCode !== 0 && failed === 0) {
    remarks.push(`vitest exited with ${exitCode}: a file could not be run, or an error was not caught`)
    failed = Math.max(1, report.numFailedTestSuites)
  }
  return { passed: report.numPassedTests, failed, remarks }
}

function read(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
