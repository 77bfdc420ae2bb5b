import { LATEST_LINES } from '../analysis/log/in-order.ts'
import type { Spread } from '../analysis/measure/profile.ts'
import type { Result } from '../analysis/result.ts'
import { date, harmless, percent, table, time, whole } from './table.ts'

type Call = Result['policy']

/** A policy as it is written in a program. */
function written({ algorithm, options }: Call): string {
  const list = Object.entries(options).map(
    ([name, value]) => `${name}: ${typeof value === 'number' ? value : `'${value}'`}`,
  )
  return `${algorithm}({ ${list.join(', ')} })`
}

function understood({ file, format, lines, understood, firstMisread, late }: Result): string[] {
  const said = [
    `${harmless(file)}: ${whole(understood)} of ${whole(lines)} lines understood (${format === 'common' ? 'common log format' : format?.toUpperCase()}).`,
  ]
  if (firstMisread) {
    const { line, reason, text } = firstMisread
    said.push(`The first that was not: line ${whole(line)}, ${harmless(reason)}:`, `  ${harmless(text)}`)
  }
  if (late > 0)
    said.push(
      `${whole(late)} lines stood more than ${whole(LATEST_LINES)} lines too late; they count at the time reached by then. Sort the file by time first.`,
    )
  return said
}

const COARSE: Readonly<Record<number, string>> = { 60000: 'minutes', 3600000: 'hours' }

function profile({ profile }: Result): string[] {
  const { requests, clients, from, to, peakPerSecond, bursts, resolutionMs } = profile
  const row = (name: string, { half, most90, most99, largest }: Spread) => [
    name,
    ...[half, most90, most99, largest].map(whole),
  ]
  const said = [
    table([
      ['Requests', whole(requests)],
      ['Clients', whole(clients)],
      ['In the busiest second', whole(peakPerSecond)],
    ]),
    `From ${date(from)} to ${date(to)} UTC, ${time(to - from)}.`,
    '',
    table([
      ['', 'half', '90 %', '99 %', 'most'],
      row('Requests of a client', profile.requestsPerClient),
      row("A client's busiest second", profile.peakPerClient),
      row('Requests in a burst', bursts.spread),
    ]),
    `Half of all clients, 90 % and 99 % have at most so many. Of ${whole(bursts.count)} bursts: a client's requests at most 1 s apart.`,
  ]
  const coarse = COARSE[resolutionMs]
  if (coarse)
    said.push(`All times are whole ${coarse}: bursts look larger here than they were, and so do proposals.`)
  return said
}

const MOST_PERIODS = 12
const BAR = 30

/** The periods with denials, the worst of them if they are many, in their order. */
function periods({ bins: { widthMs, start, denied } }: Result['effect']): string[] {
  const found = denied.flatMap((count, place) => (count > 0 ? [{ count, at: start + place * widthMs }] : []))
  const worst = [...found].sort((one, other) => other.count - one.count).slice(0, MOST_PERIODS)
  const most = worst[0]?.count ?? 1
  const rows = worst
    .sort((one, other) => one.at - other.at)
    .map(({ at, count }) => `${date(at)}  ${'#'.repeat(Math.ceil((BAR * count) / most))} ${whole(count)}`)
  const which =
    found.length > worst.length ? `the ${worst.length} worst of ${found.length} periods` : 'periods'
  return [`When (${which} of ${time(widthMs)} with denials, UTC):`, ...rows]
}

function effect({ policy, effect }: Result): string[] {
  const { requests, denied, clients, clientsTouched, longestWaitMs, mostDenied } = effect
  const said = [
    `With ${written(policy)} for each client:`,
    table([
      ['Requests denied', whole(denied), percent(denied, requests)],
      ['Clients touched', whole(clientsTouched), percent(clientsTouched, clients)],
    ]),
  ]
  if (denied === 0) return said
  said.push(`Longest wait told: ${time(longestWaitMs)}.`, '')
  const rows = mostDenied.map((one) => [
    harmless(one.client),
    whole(one.requests),
    whole(one.denied),
    date(one.firstDenied),
    date(one.lastDenied),
    time(one.longestWaitMs),
  ])
  const head = ['Most denied', 'requests', 'denied', 'first (UTC)', 'last (UTC)', 'longest wait']
  return [...said, table([head, ...rows]), '', ...periods(effect)]
}

function proposal({ proposal: { choices, best }, untouched, effect }: Result): string[] {
  const share = percent(untouched, 1)
  if (!best) return [`No numbers of this algorithm leave ${share} of clients untouched.`]
  const bucket = 'capacity' in best.policy.options
  const head = [
    bucket ? 'Rate' : 'Window',
    bucket ? 'capacity' : 'limit',
    'touched',
    'in a second',
    'in a minute',
    'full after',
  ]
  const rows = choices.map((one) => [
    `${one.label}${one.label === best.label ? ' *' : ''}`,
    ...[one.size, one.clientsTouched, one.mostPerSecond, one.mostPerMinute].map(whole),
    time(one.fillMs),
  ])
  return [
    `The smallest numbers that leave at least ${share} of ${whole(effect.clients)} clients untouched,`,
    'and the most that one client then gets through:',
    '',
    table([head, ...rows]),
    '',
    `Proposed: ${written(best.policy)}`,
    '  Of those that are full again within the time of this log it lets one client through the least:',
    `  ${whole(best.mostPerSecond)} in any second, ${whole(best.mostPerMinute)} in any minute (smallest product of the two).`,
  ]
}

/** All of it as a text for people. */
export const report = (result: Result): string =>
  [understood, profile, effect, proposal].map((part) => part(result).join('\n')).join('\n\n')
