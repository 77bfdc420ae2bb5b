import { useRef } from 'preact/hooks'
import { goTo, TABS, type Tab } from './state.ts'

const NAMES: Readonly<Record<Tab, string>> = {
  live: 'Live',
  compare: 'Compare',
  tune: 'Tune',
  code: 'Code',
}

const STEPS: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => (at + 1) % TABS.length,
  ArrowLeft: (at) => (at + TABS.length - 1) % TABS.length,
  Home: () => 0,
  End: () => TABS.length - 1,
}

/** The tabs, moved through by arrows. */
export function Tabs({ tab: shown }: { tab: Tab }) {
  const list = useRef<HTMLDivElement>(null)
  function onKeyDown(event: KeyboardEvent): void {
    const next = STEPS[event.key]?.(TABS.indexOf(shown))
    if (next === undefined) return
    event.preventDefault()
    goTo(TABS[next]!)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }
  return (
    <div ref={list} class="tabs" role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          class="tab"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === shown}
          aria-controls={tab === shown ? `panel-${tab}` : undefined}
          tabIndex={tab === shown ? 0 : -1}
          onClick={() => goTo(tab)}
        >
          {NAMES[tab]}
        </button>
      ))}
    </div>
  )
}
