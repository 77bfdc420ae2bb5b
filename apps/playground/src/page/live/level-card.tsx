import type { Policy } from '@rl/core'
import { Canvas } from '../plot/canvas.tsx'
import { toNumberText, toTimeText } from '../plot/scale.ts'
import type { PolicySpec } from '../policy/spec.ts'
import { courseOf } from './level.ts'
import type { Model } from './model.ts'
import { rateOf, spanOf, timeline } from './timeline.ts'

interface LevelProps {
  readonly model: Model
  readonly spec: PolicySpec
  readonly policy: Policy
  readonly shownKey: string
}

const share = (part: number, whole: number): string => `${Math.round((100 * part) / Math.max(1, whole))} %`

/** What is left now and how it went, with every request. */
export function Level({ model, spec, policy, shownKey }: LevelProps) {
  const course = courseOf(spec, policy)
  const { units, windowMs } = policy.quota
  const { counts, latest } = model
  const left = latest?.left ?? units
  const total = counts.allowed + counts.denied
  const span = spanOf(windowMs)
  return (
    <section class="card level" aria-labelledby="level-title">
      <header>
        <h2 id="level-title">
          <span class="left number">{toNumberText(left)}</span> of {toNumberText(units)} left for{' '}
          <code>{shownKey}</code>
        </h2>
        <span class="muted small number">
          {latest?.degraded && <strong class="mark denied">degraded</strong>}{' '}
          {latest && latest.resetMs > 0 ? `all back in ${toTimeText(latest.resetMs)}` : 'as good as new'}
        </span>
      </header>
      <Canvas
        height={350}
        rate={() => rateOf(model, span)}
        draw={timeline(model, course, span)}
        label={`The last ${toTimeText(span)}: what was left of ${units} for ${shownKey}, and every request. Now ${left} left; ${counts.allowed} allowed and ${counts.denied} denied so far.`}
      />
      <dl class="counts">
        <div class="figure">
          <dt>Requests</dt>
          <dd>{toNumberText(total)}</dd>
        </div>
        <div class="figure">
          <dt>
            <span class="mark allowed">Allowed</span>
          </dt>
          <dd>{toNumberText(counts.allowed)}</dd>
        </div>
        <div class="figure">
          <dt>
            <span class="mark denied">Denied</span>
          </dt>
          <dd>{toNumberText(counts.denied)}</dd>
        </div>
        <div class="figure">
          <dt>Share denied</dt>
          <dd>{share(counts.denied, total)}</dd>
        </div>
      </dl>
    </section>
  )
}
