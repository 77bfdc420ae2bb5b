import { OptionsError } from '../errors.ts'
import { show } from '../options.ts'
import { failureOf } from './ask.ts'
import { compileRanges } from './cidr.ts'
import { type Address, parseClient } from './client-ip.ts'
import type { Framework, GuardSettings } from './guard-options.ts'

/** Reads the client's address, or throws an error that says what to configure: never one count for all who have none. */
export function addressReader<R>({ address: ask, addressSetting }: Framework<R>): (request: R) => Address {
  const setting = addressSetting ? `behind a proxy, configure ${addressSetting}; or ` : ''
  const advice = `; ${setting}give \`key\` a function`
  return (request) => {
    let text: unknown
    try {
      text = ask?.(request)
    } catch (cause) {
      throw failureOf('address', cause, advice)
    }
    const address = typeof text === 'string' ? parseClient(text) : undefined
    if (address !== undefined) return address
    throw new OptionsError(`Expected the client's address to be an IP address, got ${show(text)}${advice}`)
  }
}

/** Says of an address on one of the lists whether it is refused or let through. Being refused wins. */
export function listReader<R>(
  { allow, deny }: GuardSettings<R>,
  addressOf: (request: R) => Address,
): ((request: R) => 'allow' | 'deny' | undefined) | undefined {
  if (allow === undefined && deny === undefined) return undefined
  const isDenied = compileRanges('deny', deny === undefined ? [] : deny)
  const isAllowed = compileRanges('allow', allow === undefined ? [] : allow)
  return (request) => {
    const address = addressOf(request)
    return isDenied(address) ? 'deny' : isAllowed(address) ? 'allow' : undefined
  }
}
