import type { ScriptCall } from './captured.ts'

/**
 * The token bucket that is copied from page to page, in its better form: a hash of two fields, the server's clock, and a
 * life in milliseconds that ends with the refill. It answers what we answer: allowed, remaining, ms to retry, ms to reset.
 */
const LUA = `
local capacity = tonumber(ARGV[1])
local rate = tonumber(ARGV[2])
local cost = tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'updated')
local tokens = tonumber(bucket[1])
local updated = tonumber(bucket[2])
if updated then
  tokens = math.min(capacity, tokens + math.max(0, now - updated) * rate)
else
  tokens = capacity
end
local allowed, retry = 0, 0
if tokens >= cost then
  tokens = tokens - cost
  allowed = 1
else
  retry = math.ceil((cost - tokens) / rate)
end
local reset = math.ceil((capacity - tokens) / rate)
redis.call('HSET', KEYS[1], 'tokens', tokens, 'updated', now)
redis.call('PEXPIRE', KEYS[1], reset)
return { allowed, math.floor(tokens), retry, reset }
`

/** The recipe, asked for one token of a bucket that refills `refillRate` each `intervalMs`. */
export const recipe = (
  key: string,
  capacity: number,
  refillRate: number,
  intervalMs: number,
): ScriptCall => ({
  lua: LUA,
  keys: [key],
  args: [String(capacity), String(refillRate / intervalMs), '1'],
})
