import type { Algorithm } from '../policy.ts'
import numbers from './numbers.lua'
import times from './times.lua'

/** How a kind of state is kept in Redis: lines of Lua, and what the names in capitals stand for there. */
export interface Kind {
  readonly lua: string
  readonly names: Readonly<Record<string, string>>
  /** The commands that a charge, or a refund, may come to when others have written; and how many arguments follow the key. */
  readonly commands: Readonly<Record<'charge' | 'refund', Readonly<Record<string, number>>>>
}

// Seven bytes hold any whole number up to 2^53, at the same cost of memory as one number in text.
const BYTES = 7

export const list = (count: number, name: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => name(n + 1)).join(', ')

const LOG: Kind = {
  lua: times,
  names: {
    STATE_i: 'length_i, at_i',
    NEXT_i: 'first_i, last_i, stamp_i',
    TAKEN_i: 'stamp_i, count_i',
    EXISTS_i: 'length_i > 0',
  },
  commands: {
    charge: { LINDEX: 1, RPUSH: 1, LTRIM: 2, PEXPIRE: 1 },
    refund: { LREM: 2, PEXPIRE: 1, DEL: 0 },
  },
}

export function kindOf(algorithm: Algorithm): Kind {
  if (algorithm.state === 'times') return LOG
  const { size } = algorithm
  const names = {
    STATE_i: list(size, (n) => `state${n}_i`),
    NEXT_i: list(size, (n) => `next${n}_i`),
    TAKEN_i: list(size, (n) => `taken${n}_i`),
    EXISTS_i: 'stored_i',
    FORMAT_i: `'<${`I${BYTES}`.repeat(size)}'`,
    BYTES_i: String(BYTES * size),
  }
  return { lua: numbers, names, commands: { charge: { SET: 1 }, refund: { SET: 1, DEL: 0 } } }
}
