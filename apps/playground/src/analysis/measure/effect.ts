import type { Policy } from '@rl/core'
import { createReplay } from '../replay/replay.ts'
import { type Bins, createBins } from './bins.ts'

/** What a policy does to one client. */
export interface Touched {
  readonly client: number
  readonly requests: number
  readonly denied: number
  /** When it was denied first and last, ms since the epoch. */
  readonly firstDenied: number
  readonly lastDenied: number
  /** The longest wait that a denial told, ms. */
  readonly longestWaitMs: number
}

/** What a policy does to a traffic: who is denied, when and how often. */
export interface Effect {
  readonly requests: number
  readonly admitted: number
  readonly denied: number
  readonly clients: number
  /** Clients of whom at least one request is denied. */
  readonly clientsTouched: number
  readonly longestWaitMs: number
  readonly bins: Bins
  /** Those with the most denials. */
  readonly mostDenied: readonly Touched[]
}

const MOST_LISTED = 20

interface Account {
  client: number
  requests: number
  denied: number
  firstDenied: number
  lastDenied: number
  longestWaitMs: number
}

export interface EffectMeter {
  /** Decides a request, in the order of times; says whether it is allowed. */
  add(time: number, client: number): boolean
  effect(): Effect
}

/** Replays a policy and keeps account of each client. */
export function createEffect(policy: Policy): EffectMeter {
  const replay = createReplay(policy)
  const bins = createBins()
  const accounts: (Account | undefined)[] = []
  let requests = 0
  let denied = 0
  let longestWaitMs = 0

  function accountOf(client: number): Account {
    while (accounts.length <= client) accounts.push(undefined)
    const known = accounts[client]
    if (known) return known
    const account = { client, requests: 0, denied: 0, firstDenied: 0, lastDenied: 0, longestWaitMs: 0 }
    accounts[client] = account
    return account
  }

  function deny(account: Account, time: number, waitMs: number): void {
    if (account.denied === 0) account.firstDenied = time
    account.denied++
    account.lastDenied = time
    if (waitMs > account.longestWaitMs) account.longestWaitMs = waitMs
    if (waitMs > longestWaitMs) longestWaitMs = waitMs
    denied++
  }

  return {
    add(time, client) {
      const { allowed, retryAfterMs } = replay(time, client)
      const account = accountOf(client)
      account.requests++
      requests++
      if (!allowed) deny(account, time, retryAfterMs)
      bins.add(time, allowed)
      return allowed
    },
    effect() {
      const known = accounts.filter((account) => account !== undefined)
      const touched = known.filter((account) => account.denied > 0)
      return {
        requests,
        admitted: requests - denied,
        denied,
        clients: known.length,
        clientsTouched: touched.length,
        longestWaitMs,
        bins: bins.bins(),
        mostDenied: touched
          .sort((one, other) => other.denied - one.denied || one.client - other.client)
          .slice(0, MOST_LISTED)
          .map((account) => ({ ...account })),
      }
    },
  }
}
