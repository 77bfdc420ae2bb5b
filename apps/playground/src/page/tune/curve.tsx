import type { Needs } from '../../analysis/propose/needs.ts'
import { type Choice, curveOf } from '../../analysis/propose/proposal.ts'
import { Chart, type Series } from '../plot/chart.tsx'
import { toNumberText } from '../plot/scale.ts'
import { percentOf } from '../results/label.ts'

const MOST_LINES = 5

interface CurveProps {
  readonly needs: readonly Needs[]
  readonly best: Choice
  /** The share of clients to be left untouched, 0 to 1. */
  readonly untouched: number
  readonly clients: number
}

/** Those around the proposed one: the slower and the faster ones that are next to it. */
function around(needs: readonly Needs[], label: string): readonly Needs[] {
  const at = needs.findIndex(({ candidate }) => candidate.label === label)
  const from = Math.max(0, Math.min(at - 2, needs.length - MOST_LINES))
  return needs.slice(from, from + MOST_LINES)
}

/** The size at which a share of clients is left, at most: the picture ends a little after the last line is there. */
function lastSize(series: readonly Series[], best: Choice, target: number): number {
  const ends = series.map(({ points }) => points.find(([, touched]) => touched <= target)?.[0] ?? best.size)
  // A rate that is much too slow for this traffic would press all others into the corner.
  const middle = [...ends].sort((one, other) => one - other)[Math.floor(ends.length / 2)]!
  return Math.max(4, Math.ceil(Math.max(best.size, middle) * 1.5))
}

const LOWEST = 0.0001
const toHeight = (share: number): number => Math.log10(Math.max(LOWEST, share))

/** The share of clients touched at each size, for several rates or windows. */
export function Curve({ needs, best, untouched, clients }: CurveProps) {
  const bucket = best.spec.options.capacity !== undefined
  const series = around(needs, best.label).map((one): Series => {
    const points = curveOf(one)
    return { name: bucket ? one.candidate.label : `in ${one.candidate.label}`, points, stepped: true }
  })
  const target = 1 - untouched
  const end = lastSize(series, best, target)
  const cut = series.map(({ points, ...rest }) => ({
    ...rest,
    points: [
      ...points.filter(([size]) => size < end),
      [end, points.findLast(([size]) => size <= end)?.[1] ?? 1] as const,
    ].map(([size, touched]) => [size, toHeight(touched)] as const),
  }))
  const size = bucket ? 'capacity' : 'limit'
  return (
    <Chart
      height={280}
      label={`The share of clients denied at least once, against the ${size}, for ${series.map(({ name }) => name).join(', ')}. At ${best.label} a ${size} of ${best.size} leaves ${percentOf(untouched, 1)} untouched.`}
      series={cut}
      x={[0, end]}
      y={[toHeight(LOWEST), 0.3]}
      titles={{ x: size, y: 'clients touched' }}
      formatX={toNumberText}
      formatY={(height) =>
        height <= toHeight(LOWEST) ? '0 %' : `${Number((100 * 10 ** height).toPrecision(3))} %`
      }
      over={(context, { x, y }, _size, theme) => {
        const [left, top] = [x(best.size), y(toHeight(target))]
        context.save()
        context.strokeStyle = theme.muted
        context.setLineDash([3, 3])
        context.beginPath()
        context.moveTo(x(0), top)
        context.lineTo(x(end), top)
        context.stroke()
        context.setLineDash([])
        context.fillStyle = theme.ink
        context.strokeStyle = theme.card
        context.lineWidth = 2
        context.beginPath()
        context.arc(left, y(toHeight(best.clientsTouched / clients)), 6, 0, 2 * Math.PI)
        context.fill()
        context.stroke()
        context.restore()
      }}
    />
  )
}
