import type { NamedEffect } from '../../analysis/result.ts'
import { toNumberText, toTimeText } from '../plot/scale.ts'
import { BinsLegend, BinsPlot, peaksOf } from '../results/bins-plot.tsx'
import { clockFormat, dateText, percentOf } from '../results/label.ts'

function MostDenied({ mostDenied, clientsTouched }: NamedEffect) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="table-frame" tabIndex={0} aria-label="Who is denied most">
      <table class="table">
        <caption>
          {mostDenied.length < clientsTouched
            ? `The ${mostDenied.length} clients that are denied most`
            : 'The clients that are denied'}
        </caption>
        <thead>
          <tr>
            <th scope="col">Client</th>
            <th scope="col" class="number">
              Requests
            </th>
            <th scope="col" class="number">
              Denied
            </th>
            <th scope="col" class="number">
              First (UTC)
            </th>
            <th scope="col" class="number">
              Last (UTC)
            </th>
            <th scope="col" class="number">
              Longest wait
            </th>
          </tr>
        </thead>
        <tbody>
          {mostDenied.map((one) => (
            <tr key={one.client}>
              <th scope="row" class="client" title={one.client}>
                {one.client}
              </th>
              <td class="number">{toNumberText(one.requests)}</td>
              <td class="number">{toNumberText(one.denied)}</td>
              <td class="number">{dateText(one.firstDenied)}</td>
              <td class="number">{dateText(one.lastDenied)}</td>
              <td class="number">{toTimeText(one.longestWaitMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Who would have been denied, when, and how often. */
export function Effect({ effect }: { effect: NamedEffect }) {
  const { requests, denied, clients, clientsTouched, longestWaitMs, bins } = effect
  const said = `${toNumberText(denied)} of ${toNumberText(requests)} requests (${percentOf(denied, requests)}) would have been denied, of ${toNumberText(clientsTouched)} of ${toNumberText(clients)} clients (${percentOf(clientsTouched, clients)}).`
  return (
    <div class="stack">
      <p role="status" class="verdict">
        {denied === 0 ? 'Nothing of this log would have been denied.' : said}
        {denied > 0 && ` The longest wait told is ${toTimeText(longestWaitMs)}.`}
      </p>
      <figure class="stack">
        <BinsLegend />
        <BinsPlot
          bins={bins}
          most={peaksOf([bins])}
          height={170}
          label={`Requests over time, admitted and denied. ${said}`}
          format={clockFormat(bins.admitted.length * bins.widthMs)}
        />
        <figcaption class="muted small">Requests in each {toTimeText(bins.widthMs)}, UTC.</figcaption>
      </figure>
      {denied > 0 && <MostDenied {...effect} />}
    </div>
  )
}
