import { useId } from 'preact/hooks'

interface ChoiceProps<W extends string> {
  readonly legend: string
  readonly choices: readonly W[]
  readonly names: Readonly<Record<W, string>>
  readonly chosen: W
  readonly onChoose: (choice: W) => void
}

/** One of a few, all of them seen: radio buttons that look like one. */
export function Choice<W extends string>({ legend, choices, names, chosen, onChoose }: ChoiceProps<W>) {
  const name = useId()
  return (
    <fieldset>
      <legend class="label">{legend}</legend>
      <div class="choice">
        {choices.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              class="visually-hidden"
              name={name}
              checked={choice === chosen}
              onChange={() => onChoose(choice)}
            />
            <span>{names[choice]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
