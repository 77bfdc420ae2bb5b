import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createLimiter, memoryStore, tokenBucket } from '@rl/core'
import { afterAll, describe, expect, it } from 'vitest'
import { sampleLog } from '../src/analysis/scenario/sample-log.ts'
import { parseCommandLine, USAGE } from '../src/tune-command/command-line.ts'
import { createProgress } from '../src/tune-command/progress.ts'
import { harmless } from '../src/tune-command/table.ts'

const folder = mkdtempSync(join(tmpdir(), 'rl-tune-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A tenth of the sample: its visitors, and the program that copies. */
const log = [...sampleLog()].slice(36, 42).join('')

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Runs the command as a user would, but on the sources. */
async function tune(args: readonly string[], input?: Uint8Array) {
  const command = ['--import', './tooling/source.ts', 'apps/playground/src/tune-command/main.ts', ...args]
  const child = spawn(resolve('node_modules/node/bin/node'), command)
  const told = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told.stderr += text
  })
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, ...told }
}

/** What the limiter itself denies of the log, client by client. */
async function denials(): Promise<Map<string, number>> {
  let now = 0
  const limiter = createLimiter({
    store: memoryStore({ clock: () => now }),
    policies: tokenBucket({ capacity: 10, refillRate: 2 }),
  })
  const denied = new Map<string, number>()
  for (const line of log.trim().split('\n')) {
    const [, client, text] = /^(\S+) - - \[(.+?) /.exec(line)!
    now = Date.parse(`${text!.replace(/\//g, ' ').replace(':', ' ')} UTC`)
    const { allowed } = await limiter.consume(client!)
    if (!allowed) denied.set(client!, (denied.get(client!) ?? 0) + 1)
  }
  return denied
}

describe('the tune command', () => {
  it('finds who the limiter would have denied, and how often', async () => {
    const expected = await denials()
    const path = file('access.log', log)
    const { code, stdout, stderr } = await tune([path, '--capacity', '10', '--refill-rate', '2', '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { effect, profile, lines, understood, policy, proposal } = JSON.parse(stdout)
    expect({ lines, understood, requests: profile.requests }).toEqual({
      lines: 6_000,
      understood: 6_000,
      requests: 6_000,
    })
    expect(policy).toEqual({ algorithm: 'tokenBucket', options: { capacity: 10, refillRate: 2 } })
    const sum = [...expected.values()].reduce((all, one) => all + one, 0)
    expect(sum).toBeGreaterThan(100)
    expect(effect).toMatchObject({ denied: sum, clientsTouched: expected.size })
    const most = [...expected.values()].sort((one, other) => other - one).slice(0, 5)
    const told: { client: string; denied: number }[] = effect.mostDenied
    expect(told.slice(0, 5).map(({ denied }) => denied)).toEqual(most)
    for (const { client, denied } of told.filter((one) => one.client.includes('.')))
      expect(denied).toBe(expected.get(client))
    expect(effect.bins.denied.reduce((all: number, one: number) => all + one, 0)).toBe(sum)
    expect(proposal.choices).toContainEqual(proposal.best)
  })

  it('prints tables, of a packed log from the standard input too', async () => {
    const half = `${log}not a line \u001b[31m\n`
    const { code, stdout, stderr } = await tune(['-', '--untouched', '95'], gzipSync(half))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('-: 6,000 of 6,001 lines understood (common log format).\n')
    expect(stdout).toContain('line 6,001, no [time] after the client:\n  not a line \\u{1b}[31m\n')
    expect(stdout).toMatch(/\nRequests of a client( +[\d,]+){4}\n/)
    expect(stdout).toContain('With tokenBucket({ capacity: 20, refillRate: 5 }) for each client:\n')
    expect(stdout).toMatch(/\nMost denied +requests +denied +first \(UTC\) +last \(UTC\) +longest wait\n/)
    expect(stdout).toMatch(/\nWhen \(.*periods of [\d.]+ \w+ with denials, UTC\):\n20\d\d-/)
    expect(stdout).toContain('leave at least 95 % of 219 clients untouched')
    expect(stdout).toMatch(
      /\nProposed: tokenBucket\(\{ capacity: \d+, refillRate: \d+, refillInterval: '\d+(ms|s|m)' \}\)\n/,
    )
  })

  it('knows every algorithm by its own options', async () => {
    const args = ['--algorithm', 'sliding-window-log', '--limit', '5', '--window', '10s', '--format', 'json']
    const lines = Array.from({ length: 9 }, (_, n) => JSON.stringify({ ts: 1.5e9 + n, user: 'a' }))
    const { code, stdout } = await tune(['-', ...args], new TextEncoder().encode(lines.join('\n')))
    expect(code).toBe(0)
    expect(stdout).toContain("slidingWindowLog({ limit: 5, window: '10s' })")
    expect(stdout).toMatch(/\nRequests denied +4 +44.44 %\n/)
  })

  it.each([
    [['missing.log'], 1, /^Could not analyse missing\.log: no such file\n$/],
    [['apps'], 1, /^Could not analyse apps: it is a folder\n$/],
    [
      ['README.md'],
      1,
      /^Could not analyse README\.md: none of \d+ lines was understood; line 1: neither [^\n]+\n$/,
    ],
    [['-'], 1, /^Could not analyse -: no lines in it\n$/],
    [['-', '--limit', '3'], 2, /^--limit is no option of token-bucket, which has --capacity, [^\n]+\n$/],
  ])('says in one line what is wrong: %s', async (args, expected, message) => {
    const { code, stdout, stderr } = await tune(args)
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' })
    expect(stderr).toMatch(message)
  })

  it('says that a packed log is damaged', async () => {
    const { code, stderr } = await tune([file('cut.gz', gzipSync(log).subarray(0, 9_000))])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Could not analyse ${folder}/cut.gz: unexpected end of file\n`,
    })
  })

  it('explains itself', async () => {
    const { code, stdout } = await tune(['--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Usage: npm run tune -- FILE \[options\]\n/)
  })
})

describe('its command line', () => {
  const policyOf = (...args: string[]) => parseCommandLine(['x', ...args])!.spec

  it('is read', () => {
    expect(parseCommandLine(['x', '--format', 'csv', '--untouched', '99.95', '--json'])).toEqual({
      file: 'x',
      spec: { algorithm: 'tokenBucket', options: { capacity: '20', refillRate: '5' } },
      untouched: 0.9995,
      format: 'csv',
      json: true,
    })
    expect(policyOf('--capacity', '3', '--refill-interval', '2s', '--refill', 'interval').options).toEqual({
      ...{ capacity: '3', refillRate: '5', refillInterval: '2s', refill: 'interval' },
    })
    expect(policyOf('--policy', 'fixed-window', '--anchor', 'clock')).toEqual({
      algorithm: 'fixedWindow',
      options: { limit: '20', window: '10s', anchor: 'clock' },
    })
    expect(policyOf('--algorithm', 'leakyBucket', '--leak-rate', '9').options.leakRate).toBe('9')
  })

  it.each([
    [[], 'Expected the path of a log, or - for the standard input'],
    [['a', 'b'], 'Expected one log, got 2'],
    [['a', '--capacity', '0'], 'Expected --capacity to be a positive whole number, got 0'],
    [['a', '--capacity', ''], 'Expected --capacity to be a value, got ""'],
    [['a', '--refill-interval', '1'], 'Expected --refill-interval to be a whole number with its unit'],
    [['a', '--algorithm', 'bucket'], 'Expected --algorithm to be one of token-bucket, fixed-window, '],
    [['a', '--untouched', '0'], 'Expected --untouched to be a percentage over 0 and up to 100'],
    [['a', '--untouched', '100.1'], 'Expected --untouched to be a percentage over 0 and up to 100'],
    [['a', '--format', 'xml'], 'Expected --format to be common, json, csv, got "xml"'],
    [['a', '--speed', '3'], "Unknown option '--speed'"],
  ])('is refused: %s', (args, message) => {
    expect(() => parseCommandLine(args)).toThrow(message)
    expect(() => parseCommandLine(args)).not.toThrow('\n')
  })
})

it('shows progress on a terminal only, and takes it away', () => {
  for (const isTTY of [true, false]) {
    const written: string[] = []
    const progress = createProgress({ isTTY, write: (text) => written.push(String(text)) > 0 }, 4e6)
    progress.show(1e6)
    progress.end()
    expect(written.join('')).toBe(isTTY ? '\rRead 1.0 MB of 4.0 MB, 25 %\u001b[K\r\u001b[K' : '')
  }
})

it('shows nothing that a terminal would obey', () => {
  expect(harmless('a\u001b[2J\u202eb\r\nü😀')).toBe('a\\u{1b}[2J\\u{202e}b\\u{d}\\u{a}ü😀')
})

it('is used as its README says', () => {
  const readme = readFileSync(resolve('apps/playground/src/tune-command/README.md'), 'utf8')
  expect(readme).toContain(`\`\`\`\n${USAGE}\n\`\`\``)
})
