// Peers that come without types: the part that is used.

declare module 'redis-gcra' {
  interface Options {
    redis: import('ioredis').Redis
    keyPrefix?: string
    burst: number
    rate: number
    /** Milliseconds. */
    period: number
  }
  function redisGcra(options: Options): {
    limit(call: { key: string }): Promise<{ limited: boolean }>
  }
  export = redisGcra
}

declare module 'koa-ratelimit' {
  interface Options {
    driver: 'redis' | 'memory'
    db: unknown
    max: number
    /** Milliseconds. */
    duration: number
  }
  function ratelimit(options: Options): import('koa').Middleware
  export = ratelimit
}
