import type { Policy } from '@rl/core'
import type { PolicySpec } from '../policy/spec.ts'
import type { Level } from './messages.ts'

/** What is left for a key over time: at each point, and how it goes on from there. */
export interface LevelPoint {
  readonly at: number
  readonly left: number
}

/** How a policy's level moves between two looks at it. */
export interface Course {
  readonly units: number
  /** Units that come back a millisecond, where they trickle; else the level moves in steps. */
  readonly perMs: number
}

export function courseOf({ algorithm, options }: PolicySpec, { numbers }: Policy): Course {
  const [units = 0, rate = 0, intervalMs = 1] = numbers
  const trickles =
    algorithm === 'leakyBucket' || (algorithm === 'tokenBucket' && options.refill !== 'interval')
  return { units, perMs: trickles ? rate / intervalMs : 0 }
}

/** The level with its fraction: where units trickle, the time to full tells it to the millisecond. */
export const exactly = ({ left, resetMs }: Level, { units, perMs }: Course): number =>
  perMs > 0 ? Math.min(units, Math.max(left, units - resetMs * perMs)) : left

/** The level at a later time, if nothing is charged until then. */
export const later = (point: LevelPoint, at: number, { units, perMs }: Course): number =>
  Math.min(Math.max(units, point.left), point.left + Math.max(0, at - point.at) * perMs)

const MOST_POINTS = 4_000

/** Adds what was seen at a time, with the corners before it: where it was full again, and a charge as a drop, not a slope. */
export function addLevel(points: LevelPoint[], level: Level, course: Course): void {
  const last = points.at(-1)
  if (last && level.at < last.at) return
  const left = exactly(level, course)
  if (last) {
    const before = later(last, level.at, course)
    const full = fullAt(last, course)
    if (full !== undefined && full < level.at) points.push({ at: full, left: course.units })
    else if (before === left && points.at(-2)?.left === left) points.pop() // the same for longer
    if (before !== left) points.push({ at: level.at, left: before })
  }
  points.push({ at: level.at, left })
  if (points.length > MOST_POINTS) points.splice(0, points.length - MOST_POINTS / 2)
}

/** When a level that trickles has reached all of its units. */
export function fullAt({ at, left }: LevelPoint, { units, perMs }: Course): number | undefined {
  return perMs > 0 && left < units ? at + (units - left) / perMs : undefined
}
