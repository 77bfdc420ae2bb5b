import { type Comparison, compare } from '../../analysis/compare.ts'
import { makeTraffic } from '../../analysis/scenario/scenarios.ts'
import type { Traffic } from '../../analysis/traffic.ts'
import { toText } from '../policy/text.ts'
import type { Answer, Question } from './messages.ts'

const MOST_KEPT = 50

let latest = 0
let scenario = ''
let traffic: Traffic | undefined
/** Of this traffic, so that a policy that did not change is not played again. */
const known = new Map<string, Comparison>()

/** Lets a later question in. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

function trafficOf(question: Question): Traffic {
  const asked = JSON.stringify(question.scenario)
  if (traffic === undefined || asked !== scenario) {
    known.clear()
    traffic = makeTraffic(question.scenario)
    scenario = asked
  }
  return traffic
}

async function answer(question: Question): Promise<void> {
  const { run, specs } = question
  const started = performance.now()
  latest = run
  await turn()
  if (run !== latest) return
  const played = trafficOf(question)
  const comparisons: Comparison[] = []
  for (const spec of specs) {
    await turn()
    if (run !== latest) return
    if (known.size > MOST_KEPT) known.clear()
    const found = known.get(toText(spec)) ?? compare(played, spec, question.scenario.windowMs)
    known.set(toText(spec), found)
    comparisons.push(found)
  }
  const clients = new Set(played.clients).size
  postMessage({ run, clients, comparisons, tookMs: performance.now() - started } satisfies Answer)
}

addEventListener('message', (event: MessageEvent<Question>) => void answer(event.data))
