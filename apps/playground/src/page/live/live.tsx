import { useRef, useState } from 'preact/hooks'
import { configuration } from '../configuration.ts'
import { PolicyForm } from '../policy/policy-form.tsx'
import { sentenceOf } from '../policy/sentence.ts'
import { checkSpec } from '../policy/spec.ts'
import { useSection } from '../state.ts'
import { Actions } from './actions.tsx'
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

const HINT = 'Each is a real HTTP request, through the middleware that an app has.'

/** Real requests under a policy, and what becomes of them. */
export function Live() {
  const [state, change] = useSection(configuration)
  const { policy: spec, key, cost, burst, rate } = state
  const { policy } = checkSpec(spec)
  const live = useLive(spec, key)
  const sender = useSender(spec)
  const [hint, setHint] = useState<string>()
  const request: Request = { key, cost }
  const wrong = policy === undefined || key === '' || live.refused !== undefined
  // While numbers are typed the last ones that made a policy are shown on.
  const shown = useRef({ spec, policy })
  if (!wrong) shown.current = { spec, policy }
  return (
    <div class="live">
      <section class="first" aria-labelledby="first-title">
        <h2 id="first-title" class="sentence">
          {wrong ? 'This does not work yet.' : sentenceOf(spec, policy)}
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
        <Actions
          {...{ spec, policy, request, rate, sender }}
          now={() => live.model?.now() ?? Date.now()}
          disabled={wrong}
          onHint={setHint}
        />
        <ProgressLine sender={sender} hint={hint ?? HINT} />
      </section>
      <div class="view stack">
        <StoreNotice status={live.model?.status} connected={live.connected} server={live.model?.server} />
        {live.model && shown.current.policy && (
          <Level model={live.model} spec={shown.current.spec} policy={shown.current.policy} shownKey={key} />
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
          <PolicyForm
            spec={spec}
            refused={live.refused}
            onChange={(changed) => change({ policy: changed })}
          />
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
        <Traffic burst={burst} rate={rate} change={change} />
      </div>
      <Report model={live.model} progress={sender.progress} />
    </div>
  )
}
