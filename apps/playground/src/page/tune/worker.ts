import { createLogReader } from '../../analysis/log/reader.ts'
import { createEffect } from '../../analysis/measure/effect.ts'
import { createProfile } from '../../analysis/measure/profile.ts'
import { candidatesOf, withSize } from '../../analysis/propose/candidates.ts'
import { createNeeds, type Needs } from '../../analysis/propose/needs.ts'
import { nameEffect, nameProfile } from '../../analysis/result.ts'
import { createTraffic, type Traffic } from '../../analysis/traffic.ts'
import { type PolicySpec, toPolicy } from '../policy/spec.ts'
import { toText } from '../policy/text.ts'
import type { Answer, Question } from './messages.ts'
import { piecesOf, samplePieces } from './pieces.ts'

const EVERY_MS = 80

let traffic: Traffic | undefined
let latest = 0
/** What clients need of a candidate does not change with the policy's size. */
const known = new Map<string, Needs>()

const say = (answer: Answer): void => postMessage(answer)
/** Lets a later question in. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

function play({ times, clients }: Traffic, take: (time: number, client: number) => void): void {
  for (let place = 0; place < times.length; place++) take(times[place]!, clients[place]!)
}

async function read(file: Blob | 'sample'): Promise<void> {
  const builder = createTraffic()
  const reader = createLogReader(builder.add)
  let saidAt = 0
  const progress = (bytes: number) => {
    if (performance.now() - saidAt < EVERY_MS) return
    saidAt = performance.now()
    say({ kind: 'progress', bytes, lines: reader.reading().lines })
  }
  for await (const piece of file === 'sample' ? samplePieces(progress) : piecesOf(file, progress))
    reader.write(piece)
  reader.end()
  const reading = reader.reading()
  if (reading.understood === 0) {
    const reason = reading.lines === 0 ? 'It is empty.' : `None of its ${reading.lines} lines was understood.`
    return say({ kind: 'failed', reason, misread: reading.firstMisread })
  }
  traffic = builder.build(reader.names)
  const profile = createProfile()
  play(traffic, profile.add)
  say({ kind: 'read', reading, profile: nameProfile(profile.profile(), traffic.names) })
}

async function needsOf(run: number, spec: PolicySpec, of: Traffic): Promise<Needs[] | undefined> {
  const all: Needs[] = []
  for (const candidate of candidatesOf(spec)) {
    const name = toText(withSize(candidate, 1))
    let found = known.get(name)
    if (!found) {
      await turn()
      if (run !== latest) return undefined
      const meter = createNeeds(candidate)
      play(of, meter.add)
      found = meter.needs()
      known.set(name, found)
    }
    all.push({ ...found, candidate })
  }
  return all
}

async function analyse(run: number, spec: PolicySpec): Promise<void> {
  latest = run
  await turn()
  if (run !== latest || !traffic) return
  const meter = createEffect(toPolicy(spec))
  play(traffic, meter.add)
  say({ kind: 'effect', run, effect: nameEffect(meter.effect(), traffic.names) })
  const needs = await needsOf(run, spec, traffic)
  if (needs && run === latest) say({ kind: 'needs', run, needs })
}

addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  if (data.kind === 'play') return analyse(data.run, data.spec)
  try {
    await read(data.file)
  } catch (error) {
    say({ kind: 'failed', reason: `It could not be read: ${(error as Error).message}`, misread: undefined })
  }
})
