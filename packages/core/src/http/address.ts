import { OptionsError } from '../errors.ts'
import { show } from '../options.ts'
import { failureOf } from './ask.ts'
import { compileRanges } from './cidr.ts'
import { type Address, keyOf, parseClient } from './client-ip.ts'
import type { Framework, GuardSettings } from './guard-options.ts'

/** Who asks. */
export interface Client {
  readonly address: Address
  /** The default key. */
  readonly key: string
}

const REMEMBERED = 4_096

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
    let text: unknown
    try {
      const found = address?.(request)
      text = typeof found === 'object' ? found?.remote.address : found
    } catch (cause) {
      throw failureOf('address', cause, advice)
    }
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
