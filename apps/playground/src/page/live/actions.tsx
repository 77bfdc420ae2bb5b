import type { Policy } from '@rl/core'
import { useId } from 'preact/hooks'
import type { PolicySpec } from '../policy/spec.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'
import { ask, type Request } from './send.ts'
import type { Sender } from './use-sender.ts'

interface ActionsProps {
  readonly spec: PolicySpec
  readonly policy: Policy | undefined
  readonly request: Request
  readonly rate: number
  readonly sender: Sender
  /** The server's time. */
  readonly now: () => number
  readonly disabled: boolean
  /** Is told what a click would do, while the mouse or the focus is there. */
  readonly onHint: (meaning: string | undefined) => void
}

const STEADY = 'Steady rate'

/** Traffic of every kind, a click each. */
export function Actions(props: ActionsProps) {
  const { spec, request, rate, sender, now, disabled, onHint } = props
  const id = useId()
  const running = sender.progress?.name
  const policy = disabled ? undefined : props.policy

  async function start(scenario: Scenario, under: Policy): Promise<void> {
    if (scenario.fresh) await ask('reset', spec, { ...request, cost: 1 }).catch(() => {})
    sender.scenario(scenario.name, scenario.plan({ spec, policy: under, request, now: now() }))
  }

  return (
    <fieldset class="actions">
      <legend class="visually-hidden">Traffic</legend>
      <button
        type="button"
        class="button small"
        disabled={disabled}
        aria-pressed={running === STEADY}
        onClick={() => (running === STEADY ? sender.stop() : sender.steady(STEADY, rate, request))}
      >
        {STEADY}, {rate} a second
      </button>
      {SCENARIOS.map((scenario, place) => {
        const { name, meaning, impossible } = scenario
        const obstacle = policy && impossible?.(policy)
        const says = obstacle ?? meaning
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only says what the button in it does
          <span key={name} onMouseEnter={() => onHint(says)} onMouseLeave={() => onHint(undefined)}>
            <button
              type="button"
              class="button small"
              disabled={policy === undefined || obstacle !== undefined}
              onFocus={() => onHint(says)}
              onBlur={() => onHint(undefined)}
              aria-pressed={running === name}
              aria-describedby={`${id}-${place}`}
              onClick={() => policy && start(scenario, policy)}
            >
              {name}
            </button>
            <span id={`${id}-${place}`} class="visually-hidden">
              {says}
            </span>
          </span>
        )
      })}
    </fieldset>
  )
}
