import type { Spread } from '../../analysis/measure/profile.ts'
import type { NamedProfile } from '../../analysis/result.ts'
import { toNumberText, toTimeText } from '../plot/scale.ts'
import { dateText } from '../results/label.ts'
import { BurstSizes } from './burst-sizes.tsx'

const COARSE: Readonly<Record<number, string>> = { 60000: 'minutes', 3600000: 'hours' }

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Spreads({ rows }: { rows: readonly (readonly [string, Spread])[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="table-frame" tabIndex={0} aria-label="Spread over clients">
      <table class="table spread">
        <thead>
          <tr>
            <td />
            {['half', '90 %', '99 %', 'most'].map((name) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, { half, most90, most99, largest }]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {[half, most90, most99, largest].map((value, place) => (
                <td key={place} class="number">
                  {toNumberText(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Busiest({ busiest }: { busiest: NamedProfile['busiest'] }) {
  return (
    <details>
      <summary>The busiest clients</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="table-frame" tabIndex={0} aria-label="The busiest clients">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Client</th>
              <th scope="col" class="number">
                Requests
              </th>
              <th scope="col" class="number">
                In its busiest second
              </th>
            </tr>
          </thead>
          <tbody>
            {busiest.map(({ client, requests, peak }) => (
              <tr key={client}>
                <th scope="row" class="client" title={client}>
                  {client}
                </th>
                <td class="number">{toNumberText(requests)}</td>
                <td class="number">{toNumberText(peak)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

/** How clients really behave. */
export function Profile({ profile }: { profile: NamedProfile }) {
  const { requests, clients, from, to, peakPerSecond, bursts, resolutionMs } = profile
  const coarse = COARSE[resolutionMs]
  return (
    <section class="card stack" aria-labelledby="tune-profile">
      <h2 id="tune-profile">How clients behave</h2>
      <dl class="figures">
        <Figure name="Requests" value={toNumberText(requests)} />
        <Figure name="Clients" value={toNumberText(clients)} />
        <Figure name="In the busiest second" value={toNumberText(peakPerSecond)} />
        <Figure name="Time" value={toTimeText(to - from)} />
      </dl>
      <Spreads
        rows={[
          ['Requests of a client', profile.requestsPerClient],
          ["A client's busiest second", profile.peakPerClient],
          ['Requests in a burst', bursts.spread],
        ]}
      />
      <p class="muted small">
        Half of all clients, 90 % and 99 % of them have at most so many. A burst is a client's requests at
        most 1 s apart; there are {toNumberText(bursts.count)}. From {dateText(from)} to {dateText(to)} UTC.
      </p>
      {coarse && (
        <p class="notice small">
          All times in this log are whole {coarse}: bursts look larger than they were, and so do proposals.
        </p>
      )}
      <BurstSizes sizes={bursts.sizes} />
      <Busiest busiest={profile.busiest} />
    </section>
  )
}
