/** The colours and letters that plots draw with: those of the style sheet, as they are now. */
export interface Theme {
  readonly ink: string
  readonly muted: string
  readonly line: string
  readonly card: string
  readonly allowed: string
  readonly allowedSoft: string
  readonly denied: string
  readonly deniedSoft: string
  readonly level: string
  readonly levelSoft: string
  /** Lines of a chart with several, in this order. */
  readonly series: readonly string[]
  readonly sans: string
}

/** Reads them from an element: `light-dark()` is resolved by the browser, for a colour that an element really has. */
export function readTheme(element: HTMLElement): Theme {
  const style = getComputedStyle(element)
  const probe = document.createElement('span')
  element.append(probe)
  const colour = (name: string): string => {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  }
  const theme: Theme = {
    ink: colour('ink'),
    muted: colour('muted'),
    line: colour('line'),
    card: colour('card'),
    allowed: colour('allowed'),
    allowedSoft: colour('allowed-soft'),
    denied: colour('denied'),
    deniedSoft: colour('denied-soft'),
    level: colour('level'),
    levelSoft: colour('level-soft'),
    series: [1, 2, 3, 4, 5].map((place) => colour(`series-${place}`)),
    sans: style.fontFamily,
  }
  probe.remove()
  return theme
}

const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')

/** Calls back when the colours change. */
export function onThemeChange(callback: () => void): () => void {
  dark?.addEventListener('change', callback)
  return () => dark?.removeEventListener('change', callback)
}
