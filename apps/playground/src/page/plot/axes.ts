import type { Size } from './canvas.tsx'
import { type Scale, ticks } from './scale.ts'
import type { Theme } from './theme.ts'

export interface Axis {
  readonly scale: Scale
  /** The values that get a line or a mark; round ones by default. */
  readonly at?: readonly number[]
  readonly format?: (value: number) => string
  /** What is counted, written at the axis. */
  readonly title?: string
}

export interface Frame {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export const FRAME: Frame = { left: 46, right: 12, top: 12, bottom: 28 }

/** The part of a canvas that is inside the frame, as ranges for the two scales. */
export const inside = ({ width, height }: Size, frame: Frame = FRAME) => ({
  x: [frame.left, Math.max(frame.left + 1, width - frame.right)] as const,
  y: [Math.max(frame.top + 1, height - frame.bottom), frame.top] as const,
})

/** Sharp lines lie between the pixels. */
export const sharp = (pixel: number): number => Math.round(pixel) + 0.5

const plain = (value: number): string => String(Number(value.toPrecision(6)))

/** Draws faint lines across, values at the left and at the bottom. */
export function drawAxes(
  context: CanvasRenderingContext2D,
  size: Size,
  theme: Theme,
  { x, y, frame = FRAME }: { x: Axis; y: Axis; frame?: Frame },
): void {
  const area = inside(size, frame)
  context.save()
  context.font = `11.5px ${theme.sans}`
  context.lineWidth = 1
  context.strokeStyle = theme.line
  context.fillStyle = theme.muted
  context.textBaseline = 'middle'
  context.textAlign = 'right'
  const { format: formatY = plain, at: atY = ticks(y.scale.domain, Math.max(2, size.height / 44)) } = y
  for (const value of atY) {
    const place = sharp(y.scale(value))
    context.beginPath()
    context.moveTo(area.x[0], place)
    context.lineTo(area.x[1], place)
    context.stroke()
    context.fillText(formatY(value), area.x[0] - 7, place)
  }
  context.textBaseline = 'top'
  const { format: formatX = plain, at: atX = ticks(x.scale.domain, Math.max(2, size.width / 84)) } = x
  for (const value of atX) {
    const place = x.scale(value)
    const text = formatX(value)
    const half = context.measureText(text).width / 2
    context.textAlign = place + half > size.width ? 'right' : place - half < 0 ? 'left' : 'center'
    context.fillText(text, Math.min(place, size.width), area.y[0] + 7)
  }
  context.textAlign = 'left'
  if (y.title) context.fillText(y.title, 0, 0)
  context.textAlign = 'right'
  if (x.title) context.fillText(x.title, area.x[1], area.y[0] - 16)
  context.restore()
}

/** Draws a line through points; a stepped one keeps each value until the next point. */
export function drawLine(
  context: CanvasRenderingContext2D,
  points: Iterable<readonly [x: number, y: number]>,
  { x, y }: { x: Scale; y: Scale },
  { colour, width = 1.75, stepped = false, dash = [] }: LineStyle,
): void {
  context.save()
  context.strokeStyle = colour
  context.lineWidth = width
  context.lineJoin = 'round'
  context.setLineDash([...dash])
  context.beginPath()
  let before: number | undefined
  for (const [valueX, valueY] of points) {
    const [left, top] = [x(valueX), y(valueY)]
    if (before === undefined) context.moveTo(left, top)
    else if (stepped) context.lineTo(left, before)
    context.lineTo(left, top)
    before = top
  }
  context.stroke()
  context.restore()
}

export interface LineStyle {
  readonly colour: string
  readonly width?: number
  readonly stepped?: boolean
  /** Lengths of strokes and gaps, to tell lines apart without their colour. */
  readonly dash?: readonly number[]
}

/** Dashes by which lines are told apart without their colours, in the order of the theme's series. */
export const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2]]
