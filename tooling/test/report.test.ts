import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tally } from './report.ts'

const green = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numFailedTestSuites: 0,
}

describe('the closing count', () => {
  it('is green when all tests passed', () => {
    expect(count(green, 0)).toEqual({ passed: 3, failed: 0, remarks: [] })
  })

  it.each([
    ['a test failed', { numFailedTests: 2 }, 1, 2],
    ['a test was skipped', { numPendingTests: 1 }, 0, 1],
    ['a test is still to do', { numTodoTests: 1 }, 0, 1],
    ['no test ran', { numPassedTests: 0 }, 0, 1],
    ['a file could not be loaded', { numFailedTestSuites: 2 }, 1, 2],
    ['an error was not caught', {}, 1, 1],
  ])('is red when %s', (_, difference, exitCode, failed) => {
    expect(count({ ...green, ...difference }, exitCode).failed).toBe(failed)
  })

  it('is red when there is no report', () => {
    expect(tally('/nowhere/report.json', 1, { partial: false }).failed).toBe(1)
  })

  it('allows skipped tests when the run was narrowed by arguments', () => {
    expect(count({ ...green, numPendingTests: 9 }, 0, true).failed).toBe(0)
  })
})

function count(report: object, exitCode: number, partial = false) {
  const dir = mkdtempSync(join(tmpdir(), 'rl-tally-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const file = join(dir, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return tally(file, exitCode, { partial })
}
