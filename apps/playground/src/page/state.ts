// The whole state of the page is in the part of its address after the `#`, so that a link holds it:
// `#live?live.policy=tokenBucket~capacity~20~refillRate~5&live.key=user:123`. A value that is the default is left out.
import { useEffect, useState } from 'preact/hooks'
import type { Field } from './fields.ts'

export const TABS = ['live', 'compare', 'tune', 'code'] as const
export type Tab = (typeof TABS)[number]

/** A part of the state with a name and typed values, read with `useSection`. */
export interface Section<S> {
  readonly name: string
  readonly fields: { readonly [K in keyof S]: Field<S[K]> }
}

export const section = <S>(name: string, fields: Section<S>['fields']): Section<S> => ({ name, fields })

interface Address {
  readonly tab: Tab
  readonly values: ReadonlyMap<string, string>
}

const LONGEST = 16_000
const DELAY_MS = 250 // browsers refuse an address that changes too often

export function parseAddress(hash: string): Address {
  const [path = '', query = ''] = hash.slice(0, LONGEST).replace(/^#\/?/, '').split('?', 2)
  return {
    tab: TABS.find((tab) => tab === path) ?? 'live',
    values: new Map(new URLSearchParams(query)),
  }
}

export function toHash({ tab, values }: Address): string {
  const query = [...values].map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replace(/%3A/g, ':')}`,
  )
  return `#${tab}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

export function readSection<S>({ name, fields }: Section<S>, values: Address['values']): S {
  const read = {} as S
  for (const key in fields) read[key] = fields[key].read(values.get(`${name}.${key}`))
  return read
}

export function writeSection<S>(
  { name, fields }: Section<S>,
  change: Partial<S>,
  values: Address['values'],
): Map<string, string> {
  const written = new Map(values)
  for (const key in change) {
    const { read, write } = fields[key]
    const [place, text] = [`${name}.${key}`, write(change[key] as S[typeof key])]
    if (text === write(read(undefined))) written.delete(place)
    else written.set(place, text)
  }
  return written
}

let address = parseAddress(globalThis.location?.hash ?? '')
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function move(next: Address): void {
  address = next
  for (const listener of [...listeners]) listener()
}

function save(): void {
  clearTimeout(timer)
  timer = undefined
  history.replaceState(null, '', toHash(address))
}

globalThis.addEventListener?.('hashchange', () => {
  clearTimeout(timer)
  timer = undefined
  move(parseAddress(location.hash))
})

function useAddress(): Address {
  const [, redraw] = useState(0)
  useEffect(() => {
    const listener = () => redraw((count) => count + 1)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  return address
}

/** Changes values of a section from anywhere. */
export function change<S>(of: Section<S>, values: Partial<S>): void {
  move({ ...address, values: writeSection(of, values, address.values) })
  timer ??= setTimeout(save, DELAY_MS)
}

/** The present values of a section, and how to change some of them. */
export function useSection<S>(of: Section<S>): [S, (values: Partial<S>) => void] {
  const { values } = useAddress()
  return [readSection(of, values), (changed) => change(of, changed)]
}

export const useTab = (): Tab => useAddress().tab

/** Shows another tab; the way back is the browser's. */
export function goTo(tab: Tab): void {
  if (timer !== undefined) save()
  if (tab === address.tab) return
  history.pushState(null, '', toHash({ ...address, tab }))
  move({ ...address, tab })
}

/** The address of the page as it is now, to be sent to a colleague. */
export const link = (): string => new URL(toHash(address), location.href).href
