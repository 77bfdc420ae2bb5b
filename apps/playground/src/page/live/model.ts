import { addLevel, type Course, type LevelPoint } from './level.ts'
import type { Counts, Event, Hello, Level, Status } from './messages.ts'

const MOST_EVENTS = 6_000
const MOST_KEYS = 200
const REPORT_MS = 100 // what people read changes ten times a second at most

/** What the page knows of a policy and a key, as the server tells it. */
export interface Model {
  readonly events: readonly Event[]
  readonly points: readonly LevelPoint[]
  readonly counts: Counts
  readonly byKey: ReadonlyMap<string, Counts>
  readonly latest: Level | undefined
  readonly status: Status | undefined
  readonly server: string | undefined
  /** The server's clock, ms since the epoch. */
  now(): number
}

export interface Recorder {
  readonly model: Model
  hello(hello: Hello): void
  events(events: readonly Event[]): void
  level(level: Level): void
  status(status: Status): void
  close(): void
}

/** Collects what the server tells, and calls back when there is something new to read. */
export function createRecorder(key: string, course: Course, onChange: () => void): Recorder {
  const events: Event[] = []
  const points: LevelPoint[] = []
  const byKey = new Map<string, { allowed: number; denied: number }>()
  let counts = { allowed: 0, denied: 0 }
  let latest: Level | undefined
  let status: Status | undefined
  let server: string | undefined
  let ahead: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function changed(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      onChange()
    }, REPORT_MS)
  }

  /** The quickest message tells best how far the server's clock is ahead. */
  function heard(at: number): void {
    const difference = at - Date.now()
    ahead = ahead === undefined || difference > ahead ? difference : ahead - 0.05
  }

  function see(level: Level): void {
    if (latest !== undefined && level.at < latest.at) return
    latest = level
    addLevel(points, level, course)
  }

  function add(event: Event): void {
    events.push(event)
    const known = byKey.get(event.key)
    const entry = known ?? { allowed: 0, denied: 0 }
    entry[event.ok ? 'allowed' : 'denied']++
    if (known === undefined && byKey.size < MOST_KEYS) byKey.set(event.key, entry)
    if (event.key === key && event.server === undefined) see(event)
  }

  function addAll(more: readonly Event[]): void {
    for (const event of more) add(event)
    if (events.length > MOST_EVENTS) events.splice(0, events.length - MOST_EVENTS / 2)
  }

  return {
    model: {
      events,
      points,
      byKey,
      get counts() {
        return counts
      },
      get latest() {
        return latest
      },
      get status() {
        return status
      },
      get server() {
        return server
      },
      now: () => Date.now() + (ahead ?? 0),
    },
    hello(hello) {
      events.length = 0
      points.length = 0
      byKey.clear()
      latest = undefined
      addAll(hello.recent)
      counts = { ...hello.counts }
      status = hello.status
      server = hello.name
      changed()
    },
    events(more) {
      addAll(more)
      for (const { ok } of more) counts[ok ? 'allowed' : 'denied']++
      const last = more.at(-1)
      if (last && last.server === undefined) heard(last.at)
      changed()
    },
    level(level) {
      heard(level.at)
      const before = latest
      see(level)
      if (before?.left !== level.left || before.resetMs !== level.resetMs) changed()
    },
    status(next) {
      status = next
      changed()
    },
    close: () => clearTimeout(timer),
  }
}
