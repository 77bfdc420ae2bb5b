import type { Clock, Store } from '@rl/core'

/** The store on Redis, and that Redis itself. */
export interface Twin {
  /** A store on this clock, that waits long and warns nobody. */
  open(clock: Clock): Store
  /** Sends a command to that Redis. */
  command(name: string, ...args: (string | number)[]): Promise<unknown>
}
