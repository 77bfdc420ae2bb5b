import { Choice } from '../choice.tsx'
import { configuration } from '../configuration.ts'
import { CopyButton } from '../copy-button.tsx'
import { flag, oneOf } from '../fields.ts'
import { sentenceOf } from '../policy/sentence.ts'
import { checkSpec } from '../policy/spec.ts'
import { goTo, section, useSection } from '../state.ts'
import { colour } from './colour.ts'
import { generate, type Snippet, STORES, type StoreKind, TARGETS, type Target } from './generate.ts'
import './code.css'

const wanted = section('code', {
  target: oneOf(TARGETS, 'express'),
  store: oneOf(STORES, 'ioredis'),
  fallback: flag(false),
})

const TARGET_NAMES: Readonly<Record<Target, string>> = {
  express: 'Express',
  fastify: 'Fastify',
  koa: 'Koa',
  hono: 'Hono',
  core: 'No framework',
}

const STORE_NAMES: Readonly<Record<StoreKind, string>> = {
  ioredis: 'Redis, by ioredis',
  'node-redis': 'Redis, by node-redis',
  memory: 'Memory',
}

/** The present configuration as a program. */
export function Code() {
  const [{ policy: spec, key }] = useSection(configuration)
  const [choice, change] = useSection(wanted)
  const { policy, error } = checkSpec(spec)
  if (policy === undefined) {
    return (
      <p class="notice bad">
        The policy is not complete: {error}.{' '}
        <button type="button" class="button small" onClick={() => goTo('live')}>
          Mend it in Live
        </button>
      </p>
    )
  }
  const snippet = generate(spec, policy, key, choice)
  return (
    <div class="take">
      <div class="stack">
        <h2 class="take-title">Take it with you</h2>
        <p class="muted">{sentenceOf(spec, policy)} The policy is the one of the Live tab.</p>
        <Choice
          legend="Framework"
          choices={TARGETS}
          names={TARGET_NAMES}
          chosen={choice.target}
          onChoose={(target) => change({ target })}
        />
        <Choice
          legend="Counted in"
          choices={STORES}
          names={STORE_NAMES}
          chosen={choice.store}
          onChoose={(store) => change({ store })}
        />
        {choice.store !== 'memory' && (
          <label class="check">
            <input
              type="checkbox"
              checked={choice.fallback}
              onChange={({ currentTarget }) => change({ fallback: currentTarget.checked })}
            />
            Go on limiting while Redis is away
          </label>
        )}
      </div>
      <Program snippet={snippet} />
    </div>
  )
}

function Program({ snippet: { install, code } }: { snippet: Snippet }) {
  return (
    <div class="stack">
      <div class="card line">
        <code>{install}</code>
        <CopyButton text={install} label="Copy" small />
      </div>
      <section class="card program" aria-label="Program">
        <header>
          <span class="muted small">server.ts</span>
          <CopyButton text={code} label="Copy the code" primary />
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <pre tabIndex={0}>
          <code>
            {colour(code).map(({ text, kind }, place) => (
              <span key={place} class={kind && `code-${kind}`}>
                {text}
              </span>
            ))}
          </code>
        </pre>
      </section>
    </div>
  )
}
