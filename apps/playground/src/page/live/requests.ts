import { type Scale, toNumberText } from '../plot/scale.ts'
import type { Theme } from '../plot/theme.ts'
import type { Event } from './messages.ts'

const COLUMN = 7 // pixels; requests that close are one column
const LEAST = 3.2 // pixels that a dot needs

interface Place {
  readonly x: Scale
  readonly top: number
  readonly bottom: number
}

interface Mark {
  readonly x: number
  readonly y: number
  readonly radius: number
}

interface Column {
  allowed: number
  denied: number
}

/** Allowed requests stand up from a line, denied ones hang down from it; a dot or a cross each, bars where they are too many. */
export function drawRequests(
  context: CanvasRenderingContext2D,
  theme: Theme,
  events: readonly Event[],
  { x, top, bottom }: Place,
): void {
  const middle = Math.round((top + bottom) / 2) + 0.5
  const room = (bottom - top) / 2 - 3
  context.strokeStyle = theme.line
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(x(x.domain[0]), middle)
  context.lineTo(x(x.domain[1]), middle)
  context.stroke()

  const columns = toColumns(events, x)
  let most = 0
  for (const { allowed, denied } of columns.values()) most = Math.max(most, allowed, denied)
  const perDot = room / Math.max(most, Math.floor(room / COLUMN))
  const dots = perDot >= LEAST
  const radius = Math.min(2.6, perDot * 0.42)
  for (const [column, { allowed, denied }] of columns) {
    // Columns are fixed in time, so that they move with it and keep what is in them.
    const centre = x(column)
    if (dots) {
      for (let one = 0; one < allowed; one++)
        dot(context, theme, { x: centre, y: middle - 5 - one * perDot, radius })
      for (let one = 0; one < denied; one++)
        cross(context, theme, { x: centre, y: middle + 5 + one * perDot, radius })
    } else {
      bar(context, theme.allowed, centre, middle - 2, -allowed * perDot)
      bar(context, theme.denied, centre, middle + 2, denied * perDot)
      hatch(context, theme.card, centre, middle + 2, denied * perDot)
    }
  }
  label(context, theme, { allowed: top + 6, denied: bottom - 6, left: x(x.domain[0]) + 2 }, dots ? 0 : most)
}

function toColumns(events: readonly Event[], x: Scale): Map<number, Column> {
  const [from] = x.domain
  const width = x.invert(COLUMN) - x.invert(0)
  const columns = new Map<number, Column>()
  for (let place = events.length - 1; place >= 0; place--) {
    const { at, ok } = events[place]!
    if (at < from - width) break
    const centre = (Math.floor(at / width) + 0.5) * width
    const column = columns.get(centre) ?? { allowed: 0, denied: 0 }
    column[ok ? 'allowed' : 'denied']++
    columns.set(centre, column)
  }
  return columns
}

function dot(context: CanvasRenderingContext2D, theme: Theme, { x, y, radius }: Mark): void {
  context.fillStyle = theme.allowed
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.fill()
}

function cross(context: CanvasRenderingContext2D, theme: Theme, { x, y, radius }: Mark): void {
  context.strokeStyle = theme.denied
  context.lineWidth = radius > 2 ? 1.7 : 1.2
  context.beginPath()
  context.moveTo(x - radius, y - radius)
  context.lineTo(x + radius, y + radius)
  context.moveTo(x + radius, y - radius)
  context.lineTo(x - radius, y + radius)
  context.stroke()
}

function bar(context: CanvasRenderingContext2D, colour: string, x: number, y: number, height: number): void {
  context.fillStyle = colour
  context.fillRect(x - (COLUMN - 2) / 2, y, COLUMN - 2, height)
}

/** Gaps in what is denied, so that it is told apart without its colour. */
function hatch(
  context: CanvasRenderingContext2D,
  colour: string,
  x: number,
  y: number,
  height: number,
): void {
  context.fillStyle = colour
  for (let gap = 4; gap < height; gap += 6) context.fillRect(x - COLUMN / 2, y + gap, COLUMN, 1.5)
}

function label(
  context: CanvasRenderingContext2D,
  theme: Theme,
  at: { allowed: number; denied: number; left: number },
  most: number,
): void {
  context.font = `600 11px ${theme.sans}`
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  const scaleText = most > 0 ? `, up to ${toNumberText(most)} together` : ''
  for (const [text, colour, y] of [
    [`allowed${scaleText}`, theme.allowed, at.allowed],
    ['denied', theme.denied, at.denied],
  ] as const) {
    context.lineWidth = 4
    context.strokeStyle = theme.card
    context.strokeText(text, at.left, y)
    context.fillStyle = colour
    context.fillText(text, at.left, y)
  }
}
