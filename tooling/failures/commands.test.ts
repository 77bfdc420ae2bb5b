import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const run = (program: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const command = ['--import', './tooling/source.ts', `tooling/failures/${program}.ts`, ...args]
    execFile('node_modules/node/bin/node', command, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })

const PROGRAMS = ['matrix', 'fuzz', 'chaos', 'engines/run']

describe.concurrent('the commands for failures', () => {
  it.each(PROGRAMS)('explain themselves: %s', async (program) => {
    const { code, stdout } = await run(program, '--help')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Usage: pnpm \w+ .*\n\n[\s\S]*--help/)])
  })

  it.each([
    [['fuzz', 'many'], 'Expected a whole number, got many'],
    [['engines/run', '--nope'], "Unknown option '--nope'"],
  ])('refuse what makes no sense: %s', async ([program, ...args], message) => {
    const { code, stdout, stderr } = await run(program!, ...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
    expect(stderr).toContain('Usage: pnpm')
  })

  it('play a short while', { timeout: 60_000 }, async () => {
    const [matrix, fuzz, chaos] = await Promise.all([
      run('matrix', '--only', 'NOPERM'),
      run('fuzz', '400', '7'),
      run('chaos', '1', '7'),
    ])
    expect(matrix.stdout).toContain('| NOPERM |')
    expect(matrix.stderr).toMatch(/^1\/1 NOPERM … [\d.]+ s\n$/)
    expect(fuzz.stdout).toBe('400 cases from seed 7: 0 faults\n')
    const { seed, faults } = JSON.parse(chaos.stdout)
    expect({ seed, faults }).toEqual({ seed: 7, faults: [] })
    expect(chaos.stderr).toContain(' of 1 s: ')
    expect([matrix.code, fuzz.code, chaos.code]).toEqual([0, 0, 0])
  })
})
