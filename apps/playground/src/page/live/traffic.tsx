import { toWhole } from './whole.ts'

interface TrafficProps {
  readonly burst: number
  readonly rate: number
  readonly change: (values: { burst?: number; rate?: number }) => void
}

/** How many requests the buttons send. */
export function Traffic({ burst, rate, change }: TrafficProps) {
  return (
    <section class="card" aria-labelledby="traffic-title">
      <header>
        <h2 id="traffic-title">Traffic</h2>
      </header>
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
      </div>
    </section>
  )
}
