import { setTimeout as sleep } from 'node:timers/promises'
import { isStoreError, memoryStore, redisStore, type Store, withBreaker, withFallback } from '@rl/hono'
import { Redis } from 'ioredis'
import type { Status } from '../page/live/messages.ts'

export interface Backend {
  readonly store: Store
  readonly status: Status
  /** Calls back when the status changes. */
  onChange(listener: () => void): void
  /** The client, where there is one, for what servers tell each other. */
  readonly client?: Redis
  close(): void
}

// All in all: a policy has up to 10 000 units in a log of 8 bytes each.
const MOST_KEYS = 1_000

// An app's own counts in the same Redis are not touched.
const PREFIX = 'playground:'

const place = (url: URL): string => `${url.hostname}:${url.port || 6379}`

function inMemory(): Backend {
  return {
    store: memoryStore({ maxKeys: MOST_KEYS }),
    status: { store: 'memory' },
    onChange() {},
    close() {},
  }
}

function reason(error: unknown): string {
  const { message, code, errors } = error as Error & { code?: string; errors?: unknown[] }
  return message || code || (errors?.length ? reason(errors[0]) : 'no answer')
}

/** Redis, and while it is away this process alone. */
async function onRedis(text: string): Promise<Backend> {
  const at = place(new URL(text))
  let away: string | undefined = 'not connected yet'
  const listeners: (() => void)[] = []
  function set(reasonAway: string | undefined): void {
    if (away === reasonAway || (away !== undefined && reasonAway !== undefined)) return
    away = reasonAway
    for (const listener of listeners) listener()
  }

  const client = new Redis(text, {
    autoResendUnfulfilledCommands: false, // it could charge a check twice
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  })
  let lastError = 'the connection was closed'
  client.on('error', (error) => {
    lastError = reason(error)
  })
  client.on('close', () => set(lastError))
  client.on('ready', () => set(undefined))

  const asked = withBreaker(redisStore(client, { prefix: PREFIX }))
  const watched: Store = {
    ...asked,
    async consume(charges, options) {
      try {
        const outcome = await asked.consume(charges, options)
        set(undefined)
        return outcome
      } catch (error) {
        if (isStoreError(error)) set(reason(error.cause ?? error))
        throw error
      }
    },
  }
  const first = new Promise((resolve) => client.once('ready', resolve).once('close', resolve))
  await Promise.race([first, sleep(2_000, undefined, { ref: false })])
  if (away !== undefined) away = lastError
  return {
    store: withFallback(watched, memoryStore({ maxKeys: MOST_KEYS }), { instances: 1 }),
    get status(): Status {
      return { store: 'redis', at, ...(away !== undefined && { away }) }
    },
    onChange: (listener) => void listeners.push(listener),
    client,
    close: () => client.disconnect(),
  }
}

export const createBackend = async (redis: string | undefined): Promise<Backend> =>
  redis === undefined ? inMemory() : onRedis(redis)
