import type { Policy } from '@rl/core'
import type { Checked, PolicySpec } from '../policy/spec.ts'
import { toWhole } from './key-fields.tsx'
import { SCENARIOS, type Scenario } from './scenarios.ts'
import { ask } from './send.ts'
import type { Live } from './use-live.ts'
import type { Sender } from './use-sender.ts'

interface State {
  readonly policy: PolicySpec
  readonly key: string
  readonly cost: number
  readonly burst: number
  readonly rate: number
}

interface TrafficProps {
  readonly state: State
  readonly change: (values: Partial<State>) => void
  readonly sender: Sender
  readonly checked: Checked
  readonly live: Live
  readonly disabled: boolean
}

/** Many requests: a burst, a steady rate, a scenario. */
export function Traffic({ state, change, sender, checked, live, disabled }: TrafficProps) {
  const { policy: spec, key, cost, burst, rate } = state
  const request = { key, cost }
  const { progress } = sender
  const steady = progress?.name === 'Steady rate'

  async function start(scenario: Scenario, policy: Policy): Promise<void> {
    if (scenario.fresh) await ask('reset', spec, { key, cost: 1 }).catch(() => {})
    const plan = scenario.plan({ spec, policy, request, now: live.model?.now() ?? Date.now() })
    sender.scenario(scenario.name, plan)
  }

  return (
    <section class="card traffic" aria-labelledby="traffic-title">
      <header>
        <h2 id="traffic-title">Traffic</h2>
      </header>
      <div class="stack">
        <div class="pair">
          <div class="field">
            <label for="burst">Requests at once</label>
            <input
              id="burst"
              class="input"
              type="number"
              min={1}
              max={2_000}
              value={burst}
              onInput={({ currentTarget }) => change({ burst: toWhole(currentTarget.value, 25, 1, 2_000) })}
            />
          </div>
          <button
            type="button"
            class="button"
            disabled={disabled}
            onClick={() => sender.burst(burst, request)}
          >
            Send at once
          </button>
        </div>
        <div class="pair">
          <div class="field">
            <label for="rate">Requests a second</label>
            <input
              id="rate"
              class="input"
              type="number"
              min={1}
              max={100}
              value={rate}
              onInput={({ currentTarget }) => change({ rate: toWhole(currentTarget.value, 8, 1, 100) })}
            />
          </div>
          <button
            type="button"
            class="button"
            disabled={disabled}
            aria-pressed={steady}
            onClick={() => (steady ? sender.stop() : sender.steady(rate, request))}
          >
            {steady ? 'Stop' : 'Steady rate'}
          </button>
        </div>
        <fieldset>
          <legend class="label">Scenarios</legend>
          <ul class="scenarios">
            {SCENARIOS.map((scenario) => {
              const impossible = checked.policy && scenario.impossible?.(checked.policy)
              return (
                <li key={scenario.name}>
                  <button
                    type="button"
                    class="button"
                    disabled={disabled || impossible !== undefined}
                    onClick={() => checked.policy && start(scenario, checked.policy)}
                  >
                    {scenario.name}
                  </button>
                  <span class="muted small">{impossible ?? scenario.meaning}</span>
                </li>
              )
            })}
          </ul>
        </fieldset>
      </div>
    </section>
  )
}
