import { arch, cpus, platform } from 'node:os'
import { COLUMNS, SENDS_ONCE } from './clients.ts'
import type { Cell } from './judge.ts'

export type Results = Record<string, Record<string, Cell>>

const ms = (value: number | undefined): string => (value === undefined ? 'never' : String(Math.round(value)))

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function table(results: Results, show: (cell: Cell) => string): string {
  const lines = [row(['Redis', ...COLUMNS]), row(['---', ...COLUMNS.map(() => '---:')])]
  for (const [name, cells] of Object.entries(results)) {
    lines.push(row([name, ...COLUMNS.map((client) => (cells[client] ? show(cells[client]) : 'no client'))]))
  }
  return lines.join('\n')
}

const faults = ({ wrong, late, double, rejections }: Cell): string =>
  [wrong.length, late, double, rejections.length].join(' · ')

const SECTIONS: readonly [title: string, text: string, show: (cell: Cell) => string][] = [
  [
    'Worst time to answer, ms',
    'The deadline is 500 ms. In brackets: for how much of what is beyond it the measuring process itself stood still.',
    ({ worstMs, stoodMs }) => `${ms(worstMs)}${stoodMs >= 0.5 ? ` (${ms(stoodMs)})` : ''}`,
  ],
  [
    'Wrong answers · late charges · double charges · unhandled rejections',
    'Late: charged after its check was given up. Double: one check charged twice, which ioredis does where it re-sends ' +
      'on reconnect (`autoResendUnfulfilledCommands: false` prevents it).',
    faults,
  ],
  [
    'Back on Redis, ms',
    'From when Redis serves until the client reaches it, by its own reconnecting + from then until Redis decides checks again. ' +
      'Never: the client itself did not answer a plain `GET` again within 30 s.',
    ({ reconnectMs, backMs }) => `${ms(reconnectMs)} + ${ms(backMs)}`,
  ],
  [
    'Checks: decided by Redis · store errors · charged in time, but the answer was lost',
    'Some 200 checks a second to each client; every other one with a key of its own, for which two policies are charged.',
    ({ answered, storeErrors, lost }) => `${answered} · ${storeErrors} · ${lost}`,
  ],
]

/** What the recommended option changes, where it changes something. */
const sendsOnce = (results: Results): string[] =>
  Object.entries(results).flatMap(([name, { [SENDS_ONCE]: cell }]) =>
    cell ? [`With \`autoResendUnfulfilledCommands: false\`, ioredis 6, ${name}: ${faults(cell)}.`] : [],
  )

/** The worst of all cells. */
function worst(results: Results): string {
  const cells = Object.values(results).flatMap((row) => Object.values(row))
  const most = (of: (cell: Cell) => number): string => ms(Math.max(...cells.map(of)))
  const awake = most(({ worstAwakeMs }) => worstAwakeMs)
  return `The worst of all: ${most(({ worstMs }) => worstMs)} ms, and ${awake} ms without the time in which the measuring process stood still.`
}

/** The failure matrix in Markdown. */
export function matrixText(results: Results, server: string): string {
  const host = `Node ${process.version}, ${server}, ${platform()} ${arch()}, ${cpus().length} CPUs`
  return [
    '# The failure matrix',
    'What checks see while Redis fails in each of these ways, over each client with its default options.',
    `Written by \`pnpm matrix\` (${host}); \`npm test\` plays each row to two clients.`,
    ...SECTIONS.flatMap(([title, text, show], nth) => [
      `## ${title}`,
      text,
      table(results, show),
      ...(nth === 0 ? [worst(results)] : []),
    ]),
    ...sendsOnce(results),
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n')
}
