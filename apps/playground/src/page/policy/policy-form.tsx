import { useId } from 'preact/hooks'
import {
  ALGORITHM_NAMES,
  type AlgorithmName,
  checkSpec,
  infoOf,
  type OptionInfo,
  optionIn,
  type PolicySpec,
  specOf,
} from './spec.ts'
import './policy-form.css'

interface PolicyFormProps {
  readonly spec: PolicySpec
  readonly onChange: (spec: PolicySpec) => void
  /** The heading that names the form. */
  readonly legend?: string
  /** What somebody else than the library has against the policy. */
  readonly refused?: string | undefined
}

/** The options that two algorithms share keep what was typed. */
function withAlgorithm({ options }: PolicySpec, algorithm: AlgorithmName): PolicySpec {
  const start = specOf(algorithm).options
  const kept = infoOf(algorithm).options.flatMap(({ name }) => (options[name] ? [[name, options[name]]] : []))
  return { algorithm, options: { ...start, ...Object.fromEntries(kept) } }
}

/** Chooses an algorithm and its numbers in the library's own words; what is wrong is said by the library, at the field. */
export function PolicyForm({ spec, onChange, legend = 'Policy', refused }: PolicyFormProps) {
  const id = useId()
  const info = infoOf(spec.algorithm)
  const { error = refused } = checkSpec(spec)
  const wrong = error === undefined ? undefined : optionIn(error)
  const known = info.options.some(({ name }) => name === wrong)
  return (
    <fieldset class="policy-form">
      <legend class="visually-hidden">{legend}</legend>
      <div class="field wide">
        <label for={`${id}-algorithm`}>Algorithm</label>
        <select
          id={`${id}-algorithm`}
          class="input"
          value={spec.algorithm}
          aria-describedby={`${id}-meaning`}
          onChange={({ currentTarget }) =>
            onChange(withAlgorithm(spec, currentTarget.value as AlgorithmName))
          }
        >
          {ALGORITHM_NAMES.map((name) => (
            <option key={name} value={name}>
              {infoOf(name).label}
            </option>
          ))}
        </select>
        <span id={`${id}-meaning`} class="hint">
          {info.meaning}
        </span>
      </div>
      {info.options.map((option) => (
        <OptionField
          key={option.name}
          id={`${id}-${option.name}`}
          option={option}
          value={spec.options[option.name] ?? ''}
          error={option.name === wrong ? error : undefined}
          onChange={(value) => onChange({ ...spec, options: { ...spec.options, [option.name]: value } })}
        />
      ))}
      {error !== undefined && !known && <p class="field error wide">{error}</p>}
    </fieldset>
  )
}

interface OptionFieldProps {
  readonly id: string
  readonly option: OptionInfo
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

function OptionField({ id, option, value, error, onChange }: OptionFieldProps) {
  const { name, kind, meaning, otherwise, words } = option
  const shared = {
    id,
    class: 'input',
    'aria-describedby': error ? `${id}-hint ${id}-error` : `${id}-hint`,
    'aria-invalid': error !== undefined,
  }
  return (
    <div class={kind === 'text' ? 'field wide' : 'field'}>
      <label for={id}>
        <code>{name}</code>
      </label>
      {words ? (
        <select
          {...shared}
          value={value || otherwise}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === otherwise ? '' : currentTarget.value)
          }
        >
          {words.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          value={value}
          inputMode={kind === 'number' ? 'numeric' : 'text'}
          maxLength={128}
          placeholder={otherwise ?? ''}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      <span id={`${id}-hint`} class="hint">
        {meaning}
      </span>
      {error && (
        <span id={`${id}-error`} class="error">
          {error}
        </span>
      )}
    </div>
  )
}
