import { drawAxes, type Frame } from '../plot/axes.ts'
import type { Draw } from '../plot/canvas.tsx'
import { type Scale, scale, timeTicks, toNumberText, toTimeText } from '../plot/scale.ts'
import type { Theme } from '../plot/theme.ts'
import { type Course, fullAt, type LevelPoint, later } from './level.ts'
import type { Model } from './model.ts'
import { drawRequests } from './requests.ts'

const REQUESTS = 150 // height of the part with the requests
const FRAME: Frame = { left: 46, right: 14, top: 10, bottom: 26 }

/** How much of the past is shown: some four windows, and never too little or too much to see. */
export const spanOf = (windowMs: number): number => Math.min(120_000, Math.max(20_000, windowMs * 4))

const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)')

/** How often to draw: what moves is drawn often, unless that is unwanted; an empty line seldom. */
export function rateOf({ events, latest, now }: Model, spanMs: number): number {
  if (still?.matches) return 2
  const last = events.at(-1)
  const moves = (latest?.resetMs ?? 0) > 0 || (last !== undefined && last.at > now() - spanMs)
  return moves ? 30 : 2
}

/** Draws the level as it went, and beneath it each request. */
export function timeline(model: Model, course: Course, spanMs: number): Draw {
  return (context, size, theme) => {
    const now = model.now()
    const from = now - spanMs
    const x = scale([from, now], [FRAME.left, size.width - FRAME.right])
    const bottom = size.height - FRAME.bottom
    const levelBottom = bottom - REQUESTS
    const y = scale([0, course.units], [levelBottom, FRAME.top])
    const ago = timeTicks([-spanMs, 0], Math.max(2, size.width / 90)).map((time) => now + time)
    drawAxes(context, { ...size, height: levelBottom + FRAME.bottom }, theme, {
      x: { scale: x, at: [] },
      y: { scale: y, at: unitTicks(course.units), format: toNumberText },
      frame: FRAME,
    })
    drawTimes(context, theme, x, ago, now, bottom)
    context.save()
    context.beginPath()
    context.rect(FRAME.left, 0, size.width - FRAME.left - FRAME.right, size.height)
    context.clip()
    drawLevel(context, theme, shownPoints(model.points, from, now, course), { x, y })
    if (model.events.length === 0) drawHint(context, theme, size.width, levelBottom + REQUESTS / 2)
    drawRequests(context, theme, model.events, { x, top: levelBottom + 12, bottom: bottom - 2 })
    context.restore()
  }
}

function unitTicks(units: number): number[] {
  if (units === 1) return [0, 1]
  return units % 2 === 0 ? [0, units / 2, units] : [0, units]
}

function drawTimes(
  context: CanvasRenderingContext2D,
  theme: Theme,
  x: Scale,
  at: readonly number[],
  now: number,
  bottom: number,
): void {
  context.fillStyle = theme.muted
  context.font = `11.5px ${theme.sans}`
  context.textBaseline = 'top'
  for (const time of at) {
    const text = time === now ? 'now' : `−${toTimeText(now - time)}`
    context.textAlign = time === now ? 'right' : 'center'
    if (x(time) > FRAME.left + 12 || time === now) context.fillText(text, x(time), bottom + 8)
  }
}

function drawHint(context: CanvasRenderingContext2D, theme: Theme, width: number, y: number): void {
  context.fillStyle = theme.muted
  context.font = `13px ${theme.sans}`
  context.textAlign = 'center'
  context.textBaseline = 'bottom'
  context.fillText('Each request appears here, at once', width / 2, y - 8)
}

/** The points that can be seen, with one before them and one for now. */
function shownPoints(points: readonly LevelPoint[], from: number, now: number, course: Course): LevelPoint[] {
  let first = points.length - 1
  while (first > 0 && points[first]!.at > from) first--
  const shown = points.slice(Math.max(0, first))
  const last = shown.at(-1)
  if (last === undefined) return []
  const full = fullAt(last, course)
  if (full !== undefined && full < now) shown.push({ at: full, left: course.units })
  shown.push({ at: now, left: later(last, now, course) })
  return shown
}

function drawLevel(
  context: CanvasRenderingContext2D,
  theme: Theme,
  points: readonly LevelPoint[],
  { x, y }: { x: Scale; y: Scale },
): void {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return
  const line = new Path2D()
  points.forEach(({ at, left }, place) => {
    if (place === 0) line.moveTo(x(at), y(left))
    else line.lineTo(x(at), y(left))
  })
  const area = new Path2D(line)
  area.lineTo(x(last.at), y(0))
  area.lineTo(x(first.at), y(0))
  context.fillStyle = theme.levelSoft
  context.fill(area)
  context.strokeStyle = theme.level
  context.lineWidth = 2
  context.lineJoin = 'round'
  context.stroke(line)
}
