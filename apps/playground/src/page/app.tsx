import { Code } from './code/code.tsx'
import { Compare } from './compare/compare.tsx'
import { CopyButton } from './copy-button.tsx'
import { Live } from './live/live.tsx'
import { link, type Tab, useTab } from './state.ts'
import { Tabs } from './tabs.tsx'
import { Tune } from './tune/tune.tsx'
import './app.css'

const PANELS: Readonly<Record<Tab, () => preact.JSX.Element>> = {
  live: Live,
  compare: Compare,
  tune: Tune,
  code: Code,
}

/** The page: its head, and the panel of the tab that is shown. */
export function App() {
  const tab = useTab()
  const Panel = PANELS[tab]
  return (
    <>
      <header class="head">
        <h1>
          <span class="brand">@rl</span> playground
        </h1>
        <Tabs tab={tab} />
        <div class="share">
          <CopyButton text={link} label="Copy link" small quiet />
        </div>
      </header>
      <main>
        <div id={`panel-${tab}`} role="tabpanel" aria-labelledby={`tab-${tab}`}>
          <Panel />
        </div>
      </main>
    </>
  )
}
