import { useEffect, useRef } from 'preact/hooks'
import { onThemeChange, readTheme, type Theme } from './theme.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

export type Draw = (context: CanvasRenderingContext2D, size: Size, theme: Theme) => void

interface CanvasProps {
  /** In CSS pixels; the width is the parent's. */
  readonly height: number
  /** What the picture is, and what it says, for those who do not see it. */
  readonly label: string
  readonly draw: Draw
  /** For what moves by itself: how often it is drawn in a second, asked each time; 0 for not until it is rendered again. */
  readonly rate?: () => number
}

/** A canvas in the pixels of the screen, drawn again when it is rendered, resized, or the colours change. */
export function Canvas({ height, label, draw, rate }: CanvasProps) {
  const ref = useRef<HTMLCanvasElement>(null)
  const latest = useRef({ draw, rate })
  latest.current = { draw, rate }
  const redraw = useRef(() => {})

  useEffect(() => {
    const canvas = ref.current!
    const context = canvas.getContext('2d')!
    let theme = readTheme(canvas.parentElement!)
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const paint = () => {
      frame = 0
      const { clientWidth: width, clientHeight } = canvas
      const ratio = devicePixelRatio || 1
      const [wide, high] = [Math.round(width * ratio), Math.round(clientHeight * ratio)]
      if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high]
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      context.clearRect(0, 0, width, clientHeight)
      latest.current.draw(context, { width, height: clientHeight }, theme)
      const perSecond = latest.current.rate?.() ?? 0
      clearTimeout(timer)
      if (perSecond > 0) timer = setTimeout(request, 1_000 / perSecond - 8)
    }
    const request = () => {
      if (frame === 0) frame = requestAnimationFrame(paint)
    }
    redraw.current = request
    const resized = new ResizeObserver(request)
    resized.observe(canvas)
    const forget = onThemeChange(() => {
      theme = readTheme(canvas.parentElement!)
      request()
    })
    request()
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      resized.disconnect()
      forget()
    }
  }, [])

  useEffect(() => redraw.current())

  return (
    <div class="plot" style={{ height: `${height}px` }}>
      <canvas ref={ref} role="img" aria-label={label} />
    </div>
  )
}
