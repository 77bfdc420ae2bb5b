import { configuration } from '../configuration.ts'
import { PolicyForm } from '../policy/policy-form.tsx'
import { sentenceOf } from '../policy/sentence.ts'
import { checkSpec } from '../policy/spec.ts'
import { useSection } from '../state.ts'
import { AnswerCard } from './answer.tsx'
import { ByKey } from './by-key.tsx'
import { KeyFields } from './key-fields.tsx'
import { Level } from './level-card.tsx'
import { Outcome } from './outcome.tsx'
import { ProgressLine } from './progress.tsx'
import { Report } from './report.tsx'
import type { Request } from './send.ts'
import { StoreNotice } from './store-notice.tsx'
import { Traffic } from './traffic.tsx'
import { useLive } from './use-live.ts'
import { useSender } from './use-sender.ts'
import { Verbs } from './verbs.tsx'
import './live.css'

/** Real requests under a policy, and what becomes of them. */
export function Live() {
  const [state, change] = useSection(configuration)
  const { policy: spec, key, cost, burst } = state
  const checked = checkSpec(spec)
  const live = useLive(spec, key)
  const sender = useSender(spec)
  const request: Request = { key, cost }
  const wrong = checked.error !== undefined || key === '' || live.refused !== undefined
  return (
    <div class="live">
      <section class="first" aria-labelledby="first-title">
        <h2 id="first-title" class="sentence">
          {checked.policy && !live.refused ? sentenceOf(spec, checked.policy) : 'The policy is not complete.'}
        </h2>
        <div class="row">
          <button
            type="button"
            class="button primary large"
            disabled={wrong}
            onClick={() => sender.one(request)}
          >
            Send a request
          </button>
          <button
            type="button"
            class="button large"
            disabled={wrong}
            onClick={() => sender.burst(burst, request)}
          >
            Send {burst}
          </button>
          <Outcome answer={sender.answer} failure={sender.failure} />
        </div>
        <ProgressLine sender={sender} />
      </section>
      <div class="view stack">
        <StoreNotice status={live.model?.status} connected={live.connected} server={live.model?.server} />
        {checked.policy && live.model && (
          <Level model={live.model} spec={spec} policy={checked.policy} shownKey={key} />
        )}
        <AnswerCard answer={sender.answer} />
        {live.model && (
          <ByKey model={live.model} shownKey={key} onChoose={(chosen) => change({ key: chosen })} />
        )}
      </div>
      <div class="side stack">
        <section class="card" aria-labelledby="policy-title">
          <header>
            <h2 id="policy-title">Policy</h2>
          </header>
          <PolicyForm spec={spec} refused={live.refused} onChange={(policy) => change({ policy })} />
        </section>
        <section class="card" aria-labelledby="request-title">
          <header>
            <h2 id="request-title">Request</h2>
          </header>
          <div class="stack">
            <KeyFields shownKey={key} cost={cost} onChange={change} />
            <Verbs spec={spec} request={request} disabled={wrong} />
          </div>
        </section>
        <Traffic
          state={state}
          change={change}
          sender={sender}
          checked={checked}
          live={live}
          disabled={wrong}
        />
      </div>
      <Report model={live.model} progress={sender.progress} />
    </div>
  )
}
