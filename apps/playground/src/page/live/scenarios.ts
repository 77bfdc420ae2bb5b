import type { Policy } from '@rl/core'
import { toTimeText } from '../plot/scale.ts'
import type { PolicySpec } from '../policy/spec.ts'
import type { Planned } from './run.ts'
import type { Request } from './send.ts'

interface Situation {
  readonly spec: PolicySpec
  readonly policy: Policy
  readonly request: Request
  /** The server's time, ms since the epoch. */
  readonly now: number
}

export interface Scenario {
  readonly name: string
  readonly meaning: string
  /** Starts with a key as good as new. */
  readonly fresh?: true
  /** Why it cannot be shown under a policy. */
  readonly impossible?: (policy: Policy) => string | undefined
  readonly plan: (situation: Situation) => Planned[]
}

const LONGEST_WINDOW_MS = 60_000
const LARGEST_BURST = 500

const times = (count: number, request: (place: number) => Planned): Planned[] =>
  Array.from({ length: count }, (_, place) => request(place))

const byTime = (planned: Planned[]): Planned[] => planned.sort((one, other) => one.at - other.at)

/** When the edge is, from now on: a clock's own, or one window after the first request. */
function edgeAfter({ spec, policy, now }: Situation): number {
  const { windowMs } = policy.quota
  if (spec.algorithm !== 'fixedWindow' || spec.options.anchor !== 'clock') return windowMs
  const ahead = windowMs - (now % windowMs)
  return ahead < 600 ? ahead + windowMs : ahead
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'Page load',
    meaning: 'One visitor opens three pages: a document, then a dozen files at once, each time.',
    plan: ({ request }) =>
      times(3, (page) => ({ ...request, at: page * 1_500 })).flatMap((page) => [
        page,
        ...times(8, (file) => ({ ...request, at: page.at + 60 + file * 2 })),
        ...times(4, (file) => ({ ...request, at: page.at + 220 + file * 15 })),
      ]),
  },
  {
    name: 'Two bursts around an edge',
    meaning: 'All of the quota at the end of one window, and all of it again at the start of the next.',
    fresh: true,
    impossible: ({ quota }) =>
      quota.windowMs > LONGEST_WINDOW_MS
        ? `The window is ${toTimeText(quota.windowMs)}; up to 1 min can be waited for here.`
        : quota.units > LARGEST_BURST
          ? `The quota is ${quota.units}; up to ${LARGEST_BURST} requests are sent here.`
          : undefined,
    plan(situation) {
      const { request, policy } = situation
      const { units } = policy.quota
      const edge = edgeAfter(situation)
      const before = Math.max(0, edge - Math.min(400, edge / 4))
      return [
        { ...request, at: 0 },
        ...times(units - 1, () => ({ ...request, at: before })),
        ...times(units, () => ({ ...request, at: edge + 100 })),
      ]
    },
  },
  {
    name: 'Many clients at once',
    meaning: 'Twenty clients with five requests each, in one second: every key has its own quota.',
    plan: ({ request }) =>
      byTime(
        times(100, (place) => ({
          ...request,
          key: `client-${1 + (place % 20)}`,
          at: place * 10,
        })),
      ),
  },
  {
    name: 'One abuser among many',
    meaning: 'Nine clients ask once a second; one asks thirty times a second. Only that one is held back.',
    plan: ({ request }) =>
      byTime([
        ...times(45, (place) => ({
          ...request,
          key: `client-${1 + (place % 9)}`,
          at: Math.floor(place / 9) * 1_000 + (place % 9) * 100,
        })),
        ...times(150, (place) => ({ ...request, key: 'abuser', at: Math.floor((place * 1_000) / 30) })),
      ]),
  },
]
