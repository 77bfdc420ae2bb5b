import type { Comparison } from '../../analysis/compare.ts'
import { START } from '../../analysis/scenario/scenarios.ts'
import { takeOver } from '../configuration.ts'
import { toNumberText, toTimeText } from '../plot/scale.ts'
import type { PolicySpec } from '../policy/spec.ts'
import { BinsLegend, BinsPlot, type Peaks, peaksOf } from '../results/bins-plot.tsx'
import { LETTERS, labelOf, percentOf } from '../results/label.ts'
import type { Shown } from './use-comparison.ts'

interface RowProps {
  readonly letter: string
  readonly spec: PolicySpec
  readonly comparison: Comparison
  readonly requests: number
  readonly clients: number
}

function Row({ letter, spec, comparison, requests, clients }: RowProps) {
  const { admitted, denied, clientsTouched, busiest, halfWaitMs, longestWaitMs } = comparison
  return (
    <tr>
      <th scope="row">
        <span class="policy-cell">
          <span class="letter">{letter}</span> {labelOf(spec)}
        </span>
      </th>
      <td class="number">{toNumberText(admitted)}</td>
      <td class="number">
        {toNumberText(denied)} <span class="muted">({percentOf(denied, requests)})</span>
      </td>
      <td class="number">{toNumberText(busiest.ofOne)}</td>
      {clients > 1 && <td class="number">{toNumberText(busiest.all)}</td>}
      {clients > 1 && <td class="number">{toNumberText(clientsTouched)}</td>}
      <td class="number">{denied > 0 ? toTimeText(halfWaitMs) : '–'}</td>
      <td class="number">{denied > 0 ? toTimeText(longestWaitMs) : '–'}</td>
      <td>
        <button
          type="button"
          class="button small"
          aria-label={`Use policy ${letter} in Live and Code`}
          onClick={() => takeOver(spec)}
        >
          Use
        </button>
      </td>
    </tr>
  )
}

/** All of it in numbers: what the pictures show, for those who do not see them, and for those who want to know. */
export function Table({ specs, comparisons, scenario, clients }: Shown) {
  const span = toTimeText(scenario.windowMs)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="table-frame" tabIndex={0} aria-label="Policies compared">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Policy</th>
            <th scope="col" class="number">
              Admitted
            </th>
            <th scope="col" class="number">
              Denied
            </th>
            <th scope="col" class="number">
              Most in any {span}
              {clients > 1 && ', of one client'}
            </th>
            {clients > 1 && (
              <th scope="col" class="number">
                Most in any {span}, of all
              </th>
            )}
            {clients > 1 && (
              <th scope="col" class="number">
                Clients denied
              </th>
            )}
            <th scope="col" class="number">
              Wait, half
            </th>
            <th scope="col" class="number">
              Wait, longest
            </th>
            <th scope="col">
              <span class="visually-hidden">Take over</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {comparisons.map((comparison, place) => (
            <Row
              key={LETTERS[place]!}
              letter={LETTERS[place]!}
              spec={specs[place]!}
              comparison={comparison}
              requests={scenario.requests}
              clients={clients}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function sentence(letter: string, spec: PolicySpec, { admitted, denied }: Comparison): string {
  return `Policy ${letter}, ${labelOf(spec)}: ${toNumberText(admitted)} admitted, ${toNumberText(denied)} denied, over time.`
}

/** Where each policy admits and denies, all on one scale. */
export function Timelines({ specs, comparisons }: Shown) {
  const most: Peaks = peaksOf(comparisons.map(({ bins }) => bins))
  return (
    <>
      <BinsLegend />
      {comparisons.map((comparison, place) => (
        <figure key={LETTERS[place]!}>
          <figcaption class="row">
            <span class="letter">{LETTERS[place]!}</span> {labelOf(specs[place]!)}
          </figcaption>
          <BinsPlot
            bins={comparison.bins}
            most={most}
            label={sentence(LETTERS[place]!, specs[place]!, comparison)}
            origin={START}
            format={(at) => toTimeText(at - START)}
          />
        </figure>
      ))}
      <p class="muted small">
        Requests in each {toTimeText(comparisons[0]?.bins.widthMs ?? 0)}, since the start of the traffic.
      </p>
    </>
  )
}
