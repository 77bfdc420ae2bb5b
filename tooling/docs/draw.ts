/** What happened in one second: requests come at its start. */
export interface Second {
  /** What was left before them. */
  readonly before: number
  /** What was left after them, ten times in this second. */
  readonly after: readonly number[]
  readonly admitted: number
  readonly denied: number
}

export const SECONDS = 34

const LIMIT = 10
const [WIDTH, HEIGHT] = [760, 330]
const [LEFT, COLUMN] = [64, 20]
const LEVEL = { bottom: 140, unit: 8 }
const REQUESTS = { bottom: 288, unit: 8 }

const x = (second: number): number => LEFT + second * COLUMN

// A card of its own ground, so that it can be read wherever the page puts it.
const STYLE = `
    svg { --ground: #ffffff; --ink: #1f2328; --faint: #59636e; --line: #d1d9e0; --in: #0969da; --out: #cf222e; --level: #ddf4ff }
    @media (prefers-color-scheme: dark) {
      svg { --ground: #0d1117; --ink: #e6edf3; --faint: #9198a1; --line: #3d444d; --in: #4493f8; --out: #f85149; --level: #0c2d6b }
    }
    text { font: 13px system-ui, sans-serif; fill: var(--ink) }
    .faint { fill: var(--faint); font-size: 12px }
    .end { text-anchor: end }
    .middle { text-anchor: middle }
    .ground { fill: var(--ground); stroke: var(--line) }
    .axis { stroke: var(--line); fill: none }
    .level { fill: var(--level); stroke: var(--in) }
    .in { fill: var(--in) }
    .out { fill: none; stroke: var(--out) }`

function axis(bottom: number, unit: number, most: number): string[] {
  return [...new Set([0, most])].map(
    (value) =>
      `<text class="faint end" x="${LEFT - 8}" y="${bottom - value * unit + 4}">${value}</text>` +
      `<path class="axis" d="M${LEFT} ${bottom - value * unit}H${x(SECONDS)}"/>`,
  )
}

function level(seconds: readonly Second[]): string {
  let path = `M${LEFT} ${LEVEL.bottom}`
  let drawn = Number.NaN
  const step = (at: number, left: number): void => {
    if (left !== drawn) path += `H${at}V${LEVEL.bottom - left * LEVEL.unit}`
    drawn = left
  }
  for (const [second, { before, after }] of seconds.entries()) {
    step(x(second), before)
    for (const [part, left] of after.entries()) step(x(second) + (part * COLUMN) / after.length, left)
  }
  return `<path class="level" d="${path}H${x(SECONDS)}V${LEVEL.bottom}Z"/>`
}

function requests(seconds: readonly Second[]): string[] {
  return seconds.flatMap(({ admitted, denied }, second) =>
    Array.from({ length: admitted + denied }, (_, place) => {
      const y = REQUESTS.bottom - (place + 1) * REQUESTS.unit
      return place < admitted
        ? `<rect class="in" x="${x(second) - 5}" y="${y + 1}" width="10" height="6"/>`
        : `<rect class="out" x="${x(second) - 4.5}" y="${y + 1.5}" width="9" height="5"/>`
    }),
  )
}

const times = (): string[] =>
  Array.from({ length: Math.floor(SECONDS / 5) + 1 }, (_, five) => five * 5).map(
    (second) =>
      `<text class="faint middle" x="${x(second)}" y="${REQUESTS.bottom + 18}">${second === 0 ? '0 s' : second}</text>`,
  )

/** In words, for who cannot see it. */
function told(seconds: readonly Second[]): string {
  const bursts = [3, 8, 13].map((second) => {
    const { admitted, denied } = seconds[second]!
    return `at ${second} s ${admitted} of ${admitted + denied}`
  })
  const steady = seconds.slice(18)
  const admitted = steady.reduce((sum, second) => sum + second.admitted, 0)
  const asked = steady.reduce((sum, second) => sum + second.admitted + second.denied, 0)
  return `Admitted: ${bursts.join(', ')}; then of two a second ${admitted} of ${asked}.`
}

/** One algorithm's picture, as SVG: what is left over time, and which requests were admitted. */
export function draw(name: string, seconds: readonly Second[]): string {
  const { bottom } = REQUESTS
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="name told">`,
    `<title id="name">${name}: ten in ten seconds</title>`,
    `<desc id="told">${told(seconds)}</desc>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="8"/>`,
    `<text x="16" y="26">${name}</text>`,
    `<rect class="in" x="500" y="17" width="10" height="6"/><text class="faint" x="516" y="25">admitted</text>`,
    `<rect class="out" x="600.5" y="17.5" width="9" height="5"/><text class="faint" x="616" y="25">denied</text>`,
    `<text class="faint" x="16" y="50">what is left</text>`,
    level(seconds),
    ...axis(LEVEL.bottom, LEVEL.unit, LIMIT),
    `<text class="faint" x="16" y="160">requests</text>`,
    ...axis(bottom, REQUESTS.unit, 0),
    ...requests(seconds),
    ...times(),
    '</svg>',
  ].join('\n')}\n`
}
