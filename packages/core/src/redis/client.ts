/** All that is asked of a Redis client: to run a script by its SHA-1, and by its text. Both reject with Redis's own error. */
export interface RedisClient {
  /** Runs the script of this SHA-1: `EVALSHA sha keys.length …keys …args`. */
  evalsha(sha: string, keys: string[], args: string[]): Promise<unknown>
  /** Runs this script, and so makes it known by its SHA-1: `EVAL lua keys.length …keys …args`. */
  eval(lua: string, keys: string[], args: string[]): Promise<unknown>
  /** Whether keys are spread over several nodes; left out, nobody knows. */
  readonly cluster?: boolean
}
