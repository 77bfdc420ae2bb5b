import { DASHES, drawAxes, drawLine, inside } from './axes.ts'
import { Canvas, type Draw } from './canvas.tsx'
import { scale } from './scale.ts'
import './chart.css'

export interface Series {
  readonly name: string
  readonly points: readonly (readonly [x: number, y: number])[]
  readonly stepped?: boolean
}

interface ChartProps {
  readonly height?: number
  /** What it shows, and what that says, in a sentence or two. */
  readonly label: string
  readonly series: readonly Series[]
  readonly x: readonly [number, number]
  readonly y: readonly [number, number]
  readonly titles?: { readonly x?: string; readonly y?: string }
  readonly formatX?: (value: number) => string
  readonly formatY?: (value: number) => string
  readonly ticksX?: readonly number[]
  readonly ticksY?: readonly number[]
  /** Draws on top of the lines: a chosen point, say. */
  readonly over?: (context: CanvasRenderingContext2D, scales: Scales, ...rest: [...Tail]) => void
}

type Tail = Parameters<Draw> extends [unknown, ...infer Rest] ? Rest : never
export interface Scales {
  readonly x: ReturnType<typeof scale>
  readonly y: ReturnType<typeof scale>
}

/** Lines over two axes, with a legend; told apart by colour and by dash. */
export function Chart(props: ChartProps) {
  const { height = 240, label, series, titles, formatX, formatY, ticksX, ticksY, over } = props
  const draw: Draw = (context, size, theme) => {
    const area = inside(size)
    const scales: Scales = { x: scale(props.x, area.x), y: scale(props.y, area.y) }
    drawAxes(context, size, theme, {
      x: {
        scale: scales.x,
        ...(titles?.x && { title: titles.x }),
        ...(formatX && { format: formatX }),
        ...(ticksX && { at: ticksX }),
      },
      y: {
        scale: scales.y,
        ...(titles?.y && { title: titles.y }),
        ...(formatY && { format: formatY }),
        ...(ticksY && { at: ticksY }),
      },
    })
    series.forEach(({ points, stepped = false }, place) => {
      const colour = theme.series[place % theme.series.length]!
      drawLine(context, points, scales, { colour, stepped, dash: DASHES[place % DASHES.length]! })
    })
    over?.(context, scales, size, theme)
  }
  return (
    <figure>
      {series.length > 1 && <Legend names={series.map(({ name }) => name)} />}
      <Canvas height={height} label={label} draw={draw} />
    </figure>
  )
}

/** What each line is called, with the line as it is drawn. */
export function Legend({ names }: { names: readonly string[] }) {
  return (
    <ul class="legend">
      {names.map((name, place) => (
        <li key={name}>
          <svg width="26" height="8" aria-hidden="true">
            <line
              x1="1"
              y1="4"
              x2="25"
              y2="4"
              stroke={`var(--series-${(place % 5) + 1})`}
              stroke-width="2"
              stroke-dasharray={DASHES[place % DASHES.length]!.join(' ')}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
