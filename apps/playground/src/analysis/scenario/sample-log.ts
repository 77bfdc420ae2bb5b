import { below, createRandom } from './random.ts'
import { makeTraffic, type Scenario } from './scenarios.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const PATHS = ['/', '/search', '/cart', '/api/items', '/api/prices', '/style.css', '/app.js', '/logo.svg']

const two = (value: number): string => String(value).padStart(2, '0')

function commonTime(time: number): string {
  const date = new Date(time)
  const day = `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}`
  return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`
}

/** An address of a client, of those that are set aside for measuring: the last one is the busiest. */
const address = (client: number): string =>
  client % 5 === 4
    ? `2001:db8:${client.toString(16)}::${((client * 7) % 999) + 1}`
    : `198.18.${client >> 8}.${client & 255}`

/** One day of a made-up shop: 1 500 clients that load pages, and one that does nothing else all afternoon. */
const DAY: Scenario = {
  kind: 'hour',
  requests: 60_000,
  clients: 1_501,
  durationMs: 86_400_000,
  windowMs: 60_000,
  seed: 7,
}

/** A log in the common format, made up, in pieces of some lines. */
export function* sampleLog(scenario: Scenario = DAY): Generator<string> {
  const { times, clients } = makeTraffic(scenario)
  const random = createRandom(scenario.seed)
  let lines = ''
  for (let place = 0; place < times.length; place++) {
    const path = PATHS[below(random, PATHS.length)]!
    const size = 200 + below(random, 40_000)
    lines += `${address(clients[place]!)} - - [${commonTime(times[place]!)}] "GET ${path} HTTP/1.1" 200 ${size}\n`
    if (place % 1_000 < 999 && place < times.length - 1) continue
    yield lines
    lines = ''
  }
}
