import { type Measure, type Report, reaches, type Table } from './suite.ts'

function show(cell: string | number): string {
  if (typeof cell === 'string') return cell
  if (!Number.isFinite(cell)) return '-'
  return Math.abs(cell) >= 1_000 ? Math.round(cell).toLocaleString('en-US') : cell.toFixed(2)
}

function table({ title, columns, rows, note }: Table): string {
  const cells = [columns, ...rows.map((row) => row.map(show))]
  const widths = columns.map((_, at) => Math.max(3, ...cells.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, at) => (at === 0 ? (row[at] ?? '').padEnd(width) : (row[at] ?? '').padStart(width))).join(' | ')} |`
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  const [head = [], ...body] = cells
  const text = [`### ${title}`, '', line(head), rule, ...body.map(line)]
  return (note === undefined ? text : [...text, '', note]).join('\n')
}

const goalOf = ({ goal }: Measure): string =>
  goal === undefined ? '' : 'most' in goal ? `≤ ${goal.most}` : `≥ ${goal.least}`

const measuresTable = (measures: readonly Measure[]): Table => ({
  title: 'Ratios within this run',
  columns: ['measure', 'ratio', 'goal', 'reached'],
  rows: measures.map((measure) => [
    measure.name,
    measure.value,
    goalOf(measure),
    measure.goal === undefined ? '' : reaches(measure) ? 'yes' : 'no',
  ]),
})

/** A suite's report as Markdown. */
export function toMarkdown(name: string, about: string, { measures, tables }: Report): string {
  return [`## ${name}: ${about}`, table(measuresTable(measures)), ...tables.map(table)].join('\n\n')
}
