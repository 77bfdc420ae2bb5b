import { OptionsError } from '../errors.ts'
import { show, unexpected } from '../options.ts'
import { failureOf } from './ask.ts'
import { compileRanges } from './cidr.ts'
import { type Address, keyOf, parseClient } from './client-ip.ts'
import type { ConnectionInfo, Framework, GuardSettings } from './guard-options.ts'

/** Who asks. */
export interface Client {
  readonly address: Address
  /** The default key. */
  readonly key: string
}

const REMEMBERED = 4_096

/** What should be the address, in what the framework, or a function of the user's, gave. */
function textOf(found: unknown): unknown {
  if (typeof found !== 'object' || found === null) return found
  const { remote } = found as Partial<ConnectionInfo>
  if (typeof remote === 'object' && remote !== null) return remote.address
  const hint = found instanceof Promise ? 'it may not be async' : ''
  throw unexpected('address', 'a function that returns a text or `{ remote: { address } }`', found, hint)
}

/** Reads the client's address, or throws an error that says what to configure: never one count for all who have none. */
export function clientReader<R>(
  { address, addressSetting }: Framework<R>,
  ipv6Prefix: number,
): (request: R) => Client {
  const remembered = new Map<string, Client>()
  const setting = addressSetting ? `behind a proxy, configure ${addressSetting}; or ` : ''
  const advice = `; ${setting}give \`key\` a function`

  function read(text: unknown): Client {
    const parsed = typeof text === 'string' ? parseClient(text) : undefined
    if (parsed === undefined) {
      throw new OptionsError(`Expected the client's address to be an IP address, got ${show(text)}${advice}`)
    }
    const client = { address: parsed, key: keyOf(parsed, ipv6Prefix) }
    if (remembered.size >= REMEMBERED) remembered.clear()
    remembered.set(text as string, client)
    return client
  }

  return (request) => {
    let found: unknown
    try {
      found = address?.(request)
    } catch (cause) {
      throw failureOf('address', cause, advice)
    }
    const text = textOf(found)
    return remembered.get(text as string) ?? read(text)
  }
}

/** Says of an address on one of the lists whether it is refused or let through. Being refused wins. */
export function listReader<R>(
  { allow = [], deny = [] }: GuardSettings<R>,
  clientOf: (request: R) => Client,
): ((request: R) => 'allow' | 'deny' | undefined) | undefined {
  const isDenied = compileRanges('deny', deny)
  const isAllowed = compileRanges('allow', allow)
  if (allow.length === 0 && deny.length === 0) return undefined
  return (request) => {
    const { address } = clientOf(request)
    return isDenied(address) ? 'deny' : isAllowed(address) ? 'allow' : undefined
  }
}
