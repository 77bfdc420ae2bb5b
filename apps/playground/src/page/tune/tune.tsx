import { useRef } from 'preact/hooks'
import { toResult } from '../../analysis/result.ts'
import { toNumberText } from '../plot/scale.ts'
import { PolicyForm } from '../policy/policy-form.tsx'
import { SaveButton } from '../results/save-button.tsx'
import { useSection } from '../state.ts'
import { Effect } from './effect.tsx'
import { MisreadLine, OpenLog } from './open-log.tsx'
import { Profile } from './profile.tsx'
import { Proposal } from './proposal.tsx'
import { type Log, type Session, useTuning } from './session.ts'
import { tuning } from './state.ts'
import '../results/results.css'
import './tune.css'

type Ready = Log & { phase: 'ready' }

const FORMATS: Readonly<Record<string, string>> = {
  common: 'common log format',
  json: 'JSON lines',
  csv: 'CSV',
}

function Understood({ log: { name, reading } }: { log: Ready }) {
  const { lines, understood, format, firstMisread } = reading
  return (
    <div class={firstMisread ? 'notice bad' : 'notice'} role="status">
      <p>
        <strong>{name}</strong>: {toNumberText(understood)} of {toNumberText(lines)} lines understood (
        {FORMATS[format ?? '']}).
      </p>
      {firstMisread && <MisreadLine {...firstMisread} />}
    </div>
  )
}

/** All that was found, as the command prints it with `--json`. */
function contentOf({ log, effect, needs, played }: Session, untouched: number) {
  if (log.phase !== 'ready' || !effect || !needs || !played) return undefined
  return toResult({
    file: log.name,
    reading: log.reading,
    late: 0,
    profile: log.profile,
    spec: played,
    effect,
    needs,
    untouched: Number((untouched / 100).toFixed(8)),
  })
}

/** Chooses numbers from an access log: how clients behave, what a policy does to them, what would fit. */
export function Tune() {
  const [{ policy, untouched }, change] = useSection(tuning)
  const session = useTuning(policy)
  const { log, effect, needs, busy } = session
  const effectHeading = useRef<HTMLHeadingElement>(null)
  return (
    <div class="stack tune">
      <OpenLog log={log} />
      {log.phase === 'ready' && (
        <>
          <Understood log={log} />
          <div class="tune-columns">
            <Profile profile={log.profile} />
            {needs ? (
              <Proposal
                needs={needs}
                clients={log.profile.clients}
                spanMs={log.profile.to - log.profile.from}
                untouched={untouched}
                onUntouched={(share) => change({ untouched: share })}
                onTry={(spec) => {
                  change({ policy: spec })
                  effectHeading.current?.focus()
                }}
              />
            ) : (
              <section class="card muted">Looking for numbers that fit…</section>
            )}
          </div>
          <section class="card" aria-labelledby="tune-effect">
            <header>
              <h2 id="tune-effect" ref={effectHeading} tabIndex={-1}>
                What a policy would have done
              </h2>
              {effect && needs && !busy && (
                <SaveButton name="tune.json" content={() => contentOf(session, untouched)} />
              )}
            </header>
            <div class="effect-columns">
              <PolicyForm spec={policy} onChange={(spec) => change({ policy: spec })} />
              <div class={busy ? 'busy' : ''} aria-busy={busy}>
                {effect && <Effect effect={effect} />}
              </div>
            </div>
          </section>
        </>
      )}
    </div>
  )
}
