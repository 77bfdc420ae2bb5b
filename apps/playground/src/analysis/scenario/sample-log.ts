import { createTraffic, type Traffic } from '../traffic.ts'
import { below, createRandom, type Random } from './random.ts'
import { START } from './scenarios.ts'
import { visits } from './visits.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const PATHS = ['/', '/search', '/cart', '/api/items', '/api/prices', '/style.css', '/app.js', '/logo.svg']
const HOUR = 3_600_000
const VISITORS = 1_500

const two = (value: number): string => String(value).padStart(2, '0')

function commonTime(time: number): string {
  const date = new Date(time)
  const day = `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}`
  return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`
}

/** Addresses that are set aside for measuring and for examples. */
const address = (client: number): string =>
  client % 5 === 4
    ? `2001:db8:${client.toString(16)}::${((client * 7) % 999) + 1}`
    : `198.18.${client >> 8}.${client & 255}`

/** One day: 1 500 visitors, most of them in the afternoon; a program that asks every ten seconds; one that copies all it finds. */
function day(random: Random): Traffic {
  const builder = createTraffic()
  const add = (time: number, client: number) => builder.add(START + Math.floor(time / 1_000) * 1_000, client)
  const busy = (share: number) => Math.max(0.1, 1 - 2 * Math.abs(share - 0.62))
  visits({ requests: 45_000, clients: VISITORS, durationMs: 24 * HOUR - 2_000, busy }, add, random)
  for (let time = 0; time < 24 * HOUR; time += 10_000) add(time, VISITORS)
  for (let n = 0; n < 7_200; n++) add(15.2 * HOUR + n * 83, VISITORS + 1)
  return builder.build([])
}

const LINES = 1_000

/** An access log in the common format, made up, in pieces of some lines; the same every time. */
export function* sampleLog(): Generator<string> {
  const random = createRandom(7)
  const { times, clients } = day(random)
  for (let from = 0; from < times.length; from += LINES) {
    let lines = ''
    for (let place = from; place < Math.min(from + LINES, times.length); place++) {
      const path = PATHS[below(random, PATHS.length)]!
      const size = 200 + below(random, 40_000)
      const time = commonTime(times[place]!)
      lines += `${address(clients[place]!)} - - [${time}] "GET ${path} HTTP/1.1" 200 ${size}\n`
    }
    yield lines
  }
}
