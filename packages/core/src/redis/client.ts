/** All that is asked of a Redis client: to run a script by its SHA-1, and by its text. Both reject with Redis's own error. */
export interface RedisClient {
  evalsha(sha: string, keys: string[], args: string[]): Promise<unknown>
  eval(lua: string, keys: string[], args: string[]): Promise<unknown>
  /** Whether keys are spread over several nodes; left out, nobody knows. */
  readonly cluster?: boolean
}
