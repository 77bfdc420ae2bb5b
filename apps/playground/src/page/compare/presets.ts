import type { ScenarioKind } from '../../analysis/scenario/scenarios.ts'
import type { Traffic } from './state.ts'

export const KINDS: Readonly<Record<ScenarioKind, { readonly label: string; readonly meaning: string }>> = {
  edges: {
    label: "Around a window's edge",
    meaning: 'One request opens a window; bursts come at its very end and at the start of the next.',
  },
  bursts: { label: 'Bursts', meaning: 'Ten bursts, each in the first fifth of a tenth of the time.' },
  steady: { label: 'Steady', meaning: 'Evenly apart, the clients in turn.' },
  poisson: { label: 'At random', meaning: 'Each request at a time of its own chance (a Poisson process).' },
  crowd: { label: 'Many clients', meaning: 'Clients load pages: up to 30 requests within two seconds.' },
  abuser: { label: 'One abuser', meaning: 'Clients load pages; one more sends as much as all of them.' },
  hour: {
    label: 'A busy hour',
    meaning: 'Page loads that swell and ebb; one client sends a tenth of all, in the second half.',
  },
}

type Preset = Omit<Traffic, 'seed' | 'window'>

/** Traffic to begin with, of each kind. */
export const PRESETS: Readonly<Record<ScenarioKind, Preset>> = {
  edges: { kind: 'edges', requests: 130, clients: 1, seconds: 60 },
  bursts: { kind: 'bursts', requests: 300, clients: 1, seconds: 60 },
  steady: { kind: 'steady', requests: 180, clients: 1, seconds: 60 },
  poisson: { kind: 'poisson', requests: 180, clients: 1, seconds: 60 },
  crowd: { kind: 'crowd', requests: 20_000, clients: 500, seconds: 600 },
  abuser: { kind: 'abuser', requests: 20_000, clients: 200, seconds: 600 },
  hour: { kind: 'hour', requests: 1_000_000, clients: 2_000, seconds: 3_600 },
}
