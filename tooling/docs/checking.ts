// What the programs of the pages are run with, and what the code in their `check` comments calls as `docs`.
import assert from 'node:assert/strict'
import { type AddressInfo, Server } from 'node:net'
import { format } from 'node:util'

export { assert }

const lines: string[] = []
const warnings: string[] = []

/** What was printed so far. */
export const printed = (): string => lines.join('\n')

/** What was warned of since this was last asked; a program that warns of what no check asks for fails. */
export const warned = (): string[] => warnings.splice(0)

console.log = (...values: unknown[]) => void lines.push(format(...values))
console.warn = (...values: unknown[]) => void warnings.push(format(...values))
console.error = console.warn

const listening = new Set<Server>()

/** Whatever port a program names, it gets a free one of the loopback interface. */
const listen = Server.prototype.listen as (this: Server, ...args: unknown[]) => Server
Server.prototype.listen = function (this: Server, ...args: unknown[]) {
  listening.add(this)
  const callback = args.find((value) => typeof value === 'function')
  return Reflect.apply(listen, this, [0, '127.0.0.1', ...(callback ? [callback] : [])])
} as Server['listen']

async function origin(): Promise<string> {
  const server = [...listening].at(-1)
  assert.ok(server, 'the program does not listen')
  while (!server.listening) await new Promise((resolve) => setTimeout(resolve, 5))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Asks the server that the program started last. */
export async function request(path = '/', init: RequestInit = {}): Promise<Response> {
  return fetch((await origin()) + path, { redirect: 'manual', ...init })
}

/** Asks so often, one after the other, and gives the statuses. */
export async function statuses(times: number, path = '/', init: RequestInit = {}): Promise<number[]> {
  const found: number[] = []
  for (let time = 0; time < times; time++) {
    const response = await request(path, init)
    await response.arrayBuffer()
    found.push(response.status)
  }
  return found
}

const VARIES = /^x-ratelimit-reset$/i

async function untilStatus(status: number): Promise<Response> {
  for (let wave = 0; wave < 10; wave++) {
    const found = await Promise.all(Array.from({ length: 25 }, () => request()))
    const match = found.find((response) => response.status === status)
    if (match) return match
  }
  return assert.fail(`never answered ${status}`)
}

/** Asks until the status is the one shown, and compares the headers and the body that are shown. */
async function answers(text: string): Promise<void> {
  const [head = '', body = ''] = text.split('\n\n')
  const [first = '', ...fields] = head.split('\n')
  const response = await untilStatus(Number(/^HTTP\/1\.1 (\d+) /.exec(first)?.[1]))
  for (const field of fields) {
    const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(field) ?? []
    const got = response.headers.get(name)
    if (VARIES.test(name)) assert.match(String(got), /^\d+$/)
    else assert.equal(got, value, name)
  }
  const got = await response.text()
  for (const part of body.split('…')) assert.ok(got.includes(part.trim()), `${got}\nlacks\n${part}`)
}

/** The end of every program. */
export async function finish(expected: { prints: string[]; answers: string[] }): Promise<void> {
  if (expected.prints.length > 0) assert.equal(printed(), expected.prints.join('\n'))
  for (const answer of expected.answers) await answers(answer)
  if (listening.size > 0) assert.ok((await request()).status < 500, 'the server answers an error')
  assert.deepEqual(warned(), [])
  for (const server of listening) server.close()
  listening.clear()
  lines.length = 0
}
