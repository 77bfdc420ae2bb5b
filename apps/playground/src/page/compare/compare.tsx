import { callOf } from '../../analysis/result.ts'
import { toNumberText, toTimeText } from '../plot/scale.ts'
import { SaveButton } from '../results/save-button.tsx'
import { useSection } from '../state.ts'
import { PolicyList } from './policy-list.tsx'
import { KINDS } from './presets.ts'
import { Table, Timelines } from './results.tsx'
import { comparison, toScenario } from './state.ts'
import { TrafficForm } from './traffic-form.tsx'
import { type Shown, useComparison } from './use-comparison.ts'
import '../results/results.css'
import './compare.css'

const contentOf = ({ scenario, specs, comparisons }: Shown) => ({
  scenario,
  policies: specs.map((spec, place) => ({ policy: callOf(spec), ...comparisons[place]! })),
})

/** What was played, in a sentence; it is read out when it changes. */
function summary({ scenario, specs, tookMs }: Shown): string {
  const { requests, clients, durationMs, kind } = scenario
  const who = clients === 1 ? 'one client' : `${toNumberText(clients)} clients`
  return `${KINDS[kind].label}: ${toNumberText(requests)} requests of ${who} over ${toTimeText(durationMs)}, played to ${specs.length} policies in ${toTimeText(tookMs)}.`
}

/** The same traffic against several policies, on a virtual clock, decided by the library in a worker. */
export function Compare() {
  const [state, change] = useSection(comparison)
  const { shown, busy } = useComparison(toScenario(state), state.policies)
  return (
    <div class="compare">
      <div class="stack compare-side">
        <TrafficForm traffic={state} onChange={change} />
        <PolicyList specs={state.policies} onChange={(policies) => change({ policies })} />
      </div>
      <div class={busy ? 'stack busy' : 'stack'} aria-busy={busy}>
        <section class="card" aria-labelledby="compare-result">
          <header>
            <h2 id="compare-result">What gets through</h2>
            {shown && <SaveButton name="comparison.json" content={() => contentOf(shown)} />}
          </header>
          <p class="muted small" role="status">
            {shown ? summary(shown) : 'Playing…'}
          </p>
          {shown && <Table {...shown} />}
        </section>
        {shown && (
          <section class="card stack" aria-labelledby="compare-time">
            <h2 id="compare-time">Where each admits and denies</h2>
            <Timelines {...shown} />
          </section>
        )}
        <p class="muted small">
          Every decision is made by <code>@rl/core</code> itself, in this page, at the traffic's own times:
          what it shows is what the library does. Waits are the <code>Retry-After</code> that a denied client
          is told.
        </p>
      </div>
    </div>
  )
}
