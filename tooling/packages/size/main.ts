// `pnpm size`: what the packages weigh, against what they may.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandLine } from '../../failures/command-line.ts'
import { packAll } from '../workspace.ts'
import { adapterBudgets, coreBudgets, TARBALL } from './budgets.ts'
import { measure } from './measure.ts'

commandLine(
  `Usage: pnpm size

Weighs each package as an application bundles it (rolldown, minified, brotli) and as it travels (tarball), in bytes.
Says how far each is from its goal, and ends with 1 if one is larger than it may be today.`,
  {},
)

const over: string[] = []
row('as bundled', 'minified', 'gzip', 'brotli', 'at most', 'goal', 'over it')
for (const budget of [...coreBudgets, ...adapterBudgets]) {
  const { minified, gzip, brotli } = await measure(budget)
  row(budget.title, minified, gzip, brotli, budget.most, budget.goal, Math.max(0, brotli - budget.goal))
  judge(budget.title, brotli, budget.most)
}

row('as packed', '', 'gzip', '', 'at most')
const folder = mkdtempSync(join(tmpdir(), 'rl-size-'))
try {
  for (const [name, file] of await packAll(folder)) {
    const { size } = statSync(file)
    row(`@rl/${name}`, '', size, '', TARBALL)
    judge(`the tarball of @rl/${name}`, size, TARBALL)
  }
} finally {
  rmSync(folder, { recursive: true })
}
for (const text of over) console.error(`> ${text}`)
process.exitCode = over.length > 0 ? 1 : 0

function judge(title: string, bytes: number, most: number): void {
  if (bytes > most) over.push(`${title}: ${bytes} bytes, ${bytes - most} more than it may have`)
}

function row(title: string, ...cells: (string | number)[]): void {
  console.log(title.padEnd(52) + cells.map((cell) => `${cell}`.padStart(10)).join(''))
}
