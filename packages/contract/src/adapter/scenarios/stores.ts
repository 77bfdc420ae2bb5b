import { fixedWindow, type Store, StoreError } from '@rl/core'
import type { Kit, Scenario } from '../site.ts'
import { timed } from './timed.ts'

/** What a store that cannot decide may reject with, by `x-store`. */
const failures: Record<string, unknown> = {
  down: new StoreError('Redis did not answer within 250 ms'),
  refused: new Error('ECONNREFUSED'),
  text: 'READONLY You can not write against a read only replica.',
}

/** A store that works, or fails as the request says. */
function failing<R>(kit: Kit<R>, store: Store): { store: Store; skip(request: R): boolean } {
  let mode: string | undefined
  return {
    store: {
      ...store,
      consume: (charges, options) =>
        mode === undefined ? store.consume(charges, options) : Promise.reject(failures[mode]),
    },
    skip(request) {
      mode = kit.header(request, 'x-store')
      return false
    },
  }
}

const onError =
  (onStoreError: 'allow' | 'deny' | undefined, enforce: boolean): Scenario =>
  (kit) => {
    const { store, route, onWarning } = timed(kit)
    return {
      guards: [
        {
          ...failing(kit, store),
          policies: fixedWindow({ limit: 2, window: '1m' }),
          ...(onStoreError && { onStoreError }),
          enforce,
          onWarning,
        },
      ],
      routes: [route('/'), route('/decision', { decision: true })],
    }
  }

/** The default: a request is let through when the store fails. */
export const storeFailsOpen: Scenario = onError(undefined, true)

/** Requests are refused when the store fails. */
export const storeFailsClosed: Scenario = onError('deny', true)

/** A trial, which refuses nothing. */
export const storeFailsOnTrial: Scenario = onError('deny', false)
