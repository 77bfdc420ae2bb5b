import { digest } from '../key.ts'
import type { Policy } from '../policy.ts'
import { composeConsume, composeRefund } from './compose.ts'
import reset from './reset.lua'

/** A script that Redis runs: its text, and its SHA-1, which is computed here when it is first asked for. */
export interface Script {
  readonly lua: string
  sha(): string | Promise<string>
}

function script(lua: string): Script {
  let known: string | undefined
  const compute = async (): Promise<string> => {
    known = await digest('SHA-1', lua)
    return known
  }
  return { lua, sha: () => known ?? compute() }
}

/** The scripts of a store: some for each combination of algorithms in use, so that their text never depends on values. */
export interface Scripts {
  /** Decides one check. */
  one(policies: readonly Policy[]): Script
  /** Decides a batch of checks. */
  many(policies: readonly Policy[]): Script
  refund(policies: readonly Policy[]): Script
  readonly reset: Script
}

export function createScripts(): Scripts {
  const known = new Map<string, Script>()
  function find(what: string, policies: readonly Policy[], compose: () => string): Script {
    const name = `${what} ${policies.map(({ algorithm }) => algorithm.id).join(' ')}`
    const found = known.get(name) ?? script(compose())
    known.set(name, found)
    return found
  }
  return {
    one: (policies) => find('one', policies, () => composeConsume(policies, false)),
    many: (policies) => find('many', policies, () => composeConsume(policies, true)),
    refund: (policies) => find('refund', policies, () => composeRefund(policies)),
    reset: script(reset),
  }
}
