import { below, type Random } from './random.ts'

const LARGEST_PAGE = 30
const PAGE_MS = 2_000

interface Visits {
  /** How many requests, exactly. */
  readonly requests: number
  readonly clients: number
  readonly durationMs: number
  /** How likely a time is, from 0 to 1, by its share of the duration; all alike by default. */
  readonly busy?: (share: number) => number
}

/** Visits: a client loads a page, up to 30 requests within two seconds. */
export function visits(
  { requests, clients, durationMs, busy = () => 1 }: Visits,
  add: (time: number, client: number) => void,
  random: Random,
): void {
  for (let left = requests; left > 0; ) {
    let share = random()
    while (random() > busy(share)) share = random()
    const client = below(random, clients)
    const page = Math.min(left, 1 + below(random, LARGEST_PAGE))
    for (let n = 0; n < page; n++) add(share * durationMs + random() * PAGE_MS, client)
    left -= page
  }
}
