import { useId } from 'preact/hooks'
import { SCENARIO_KINDS, type ScenarioKind } from '../../analysis/scenario/scenarios.ts'
import { NumberField } from '../results/number-field.tsx'
import { KINDS, PRESETS } from './presets.ts'
import { LONGEST_SECONDS, MOST_CLIENTS, MOST_REQUESTS, type Traffic } from './state.ts'

interface TrafficFormProps {
  readonly traffic: Traffic
  readonly onChange: (change: Partial<Traffic>) => void
}

/** Chooses the traffic that all policies are given. */
export function TrafficForm({ traffic, onChange }: TrafficFormProps) {
  const id = useId()
  const { kind, requests, clients, seconds, window, seed } = traffic
  return (
    <section class="card stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>The same traffic for all</h2>
      <div class="field">
        <label for={`${id}-kind`}>Traffic</label>
        <select
          id={`${id}-kind`}
          class="input"
          value={kind}
          aria-describedby={`${id}-meaning`}
          onChange={({ currentTarget }) => onChange(PRESETS[currentTarget.value as ScenarioKind])}
        >
          {SCENARIO_KINDS.map((one) => (
            <option key={one} value={one}>
              {KINDS[one].label}
            </option>
          ))}
        </select>
        <span id={`${id}-meaning`} class="hint">
          {KINDS[kind].meaning}
        </span>
      </div>
      <div class="traffic-numbers">
        <NumberField
          label="Requests"
          value={requests}
          min={1}
          max={MOST_REQUESTS}
          onChange={(value) => onChange({ requests: Math.trunc(value) })}
        />
        <NumberField
          label="Clients"
          value={clients}
          min={1}
          max={MOST_CLIENTS}
          onChange={(value) => onChange({ clients: Math.trunc(value) })}
        />
        <NumberField
          label="Over, in seconds"
          value={seconds}
          min={1}
          max={LONGEST_SECONDS}
          onChange={(value) => onChange({ seconds: value })}
        />
        <NumberField
          label="Seed of chance"
          value={seed}
          min={0}
          max={1_000_000}
          onChange={(value) => onChange({ seed: Math.trunc(value) })}
        />
      </div>
      <NumberField
        label="Window to look at, in seconds"
        hint="The most that gets through in any span this long is counted below."
        value={window}
        min={0.001}
        max={LONGEST_SECONDS}
        step={0.001}
        onChange={(value) => onChange({ window: value })}
      />
    </section>
  )
}
