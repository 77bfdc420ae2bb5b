import { type Framework, OptionsError } from '@rl/core'
import type { Context, Env } from 'hono'

/** The client's address, as a text or as a runtime's `getConnInfo` answers it. */
export type ClientAddress<E extends Env = Env> = (
  c: Context<E>,
) => string | undefined | { readonly remote: { readonly address?: string | undefined } }

/** What is known of a client: nothing where no address is given. */
export function frameworkOf<E extends Env>(address: ClientAddress<E> | undefined): Framework<Context<E>> {
  const addressSetting = '`address` to suit what serves the request'
  if (address === undefined) return { addressSetting }
  if (typeof address !== 'function') throw new OptionsError('Expected `address` to be a function')
  return {
    addressSetting,
    address(c) {
      const found = address(c)
      return typeof found === 'string' ? found : found?.remote.address
    },
  }
}
