import type { Bins } from '../../analysis/measure/bins.ts'
import { drawAxes, inside } from '../plot/axes.ts'
import { Canvas, type Draw } from '../plot/canvas.tsx'
import { type Scale, scale, timeTicks, toNumberText } from '../plot/scale.ts'

interface BinsPlotProps {
  readonly bins: Bins
  /** The most above and below the line, so that several plots have one scale. */
  readonly most: Peaks
  readonly height?: number
  readonly label: string
  /** From a time (ms since the epoch) to what the axis says. */
  readonly format: (time: number) => string
  /** Where the axis counts from; the epoch by default. */
  readonly origin?: number
}

export interface Peaks {
  readonly admitted: number
  readonly denied: number
}

export const peaksOf = (all: readonly Bins[]): Peaks => ({
  admitted: Math.max(1, ...all.flatMap(({ admitted }) => admitted)),
  denied: Math.max(0, ...all.flatMap(({ denied }) => denied)),
})

/** The largest of 1, 2, 5, 10, … that a number reaches. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([5, 2].find((times) => times * power <= value) ?? 1)
}

const CLOSEST_PX = 14

/** Nothing, and a round number above and below where there is room for it. */
const marks = (y: Scale): number[] =>
  [-roundBelow(Math.max(1, -y.domain[0])), 0, roundBelow(y.domain[1])].filter(
    (value) => value === 0 || Math.abs(y(value) - y(0)) >= CLOSEST_PX,
  )

/** Bars over time: what was admitted stands on the line, what was denied hangs from it. */
export function BinsPlot({ bins, most, height = 130, label, format, origin = 0 }: BinsPlotProps) {
  const { widthMs, start, admitted, denied } = bins
  const draw: Draw = (context, size, theme) => {
    const area = inside(size)
    const from = start - origin
    const x = scale([from, from + Math.max(1, admitted.length) * widthMs], area.x)
    // Room for what is denied even where little is, so that one bar can be seen.
    const y = scale([-Math.max(most.denied, most.admitted * 0.12), most.admitted], area.y)
    drawAxes(context, size, theme, {
      x: {
        scale: x,
        at: timeTicks(x.domain, Math.max(2, size.width / 90)),
        format: (at) => format(at + origin),
      },
      y: { scale: y, at: marks(y), format: (value) => toNumberText(Math.abs(value)) },
    })
    const bar = Math.max(1, x(from + widthMs) - x(from) - (size.width / admitted.length > 5 ? 1 : 0))
    const zero = y(0)
    for (let place = 0; place < admitted.length; place++) {
      const left = x(from + place * widthMs)
      const [up, down] = [admitted[place]!, denied[place]!]
      context.fillStyle = theme.allowed
      if (up > 0) context.fillRect(left, Math.min(y(up), zero - 1), bar, Math.max(1, zero - y(up)))
      context.fillStyle = theme.denied
      if (down > 0) context.fillRect(left, zero + 1, bar, Math.max(2, y(-down) - zero - 1))
    }
    context.fillStyle = theme.ink
    context.fillRect(area.x[0], Math.round(zero), area.x[1] - area.x[0], 1)
  }
  return <Canvas height={height} label={label} draw={draw} />
}

/** What stands and what hangs. */
export function BinsLegend() {
  return (
    <p class="bins-legend small">
      <span class="mark allowed">admitted, above the line</span>
      <span class="mark denied">denied, below it</span>
    </p>
  )
}
