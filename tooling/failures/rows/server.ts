import { type RedisServer, startRedis } from '../../servers/index.ts'
import type { Target } from '../clients.ts'
import type { Row } from '../scene.ts'

interface Trouble {
  readonly args?: string[]
  readonly login?: { username: string; password: string }
  readonly awayMs?: number
  prepare?(redis: RedisServer): Promise<unknown>
  break(redis: RedisServer): Promise<unknown>
  heal(redis: RedisServer): Promise<unknown>
}

/** A row of one server that stays where it is and refuses to work, or does so strangely. */
const row = (name: string, trouble: Trouble): Row => ({
  name,
  awayMs: trouble.awayMs ?? 2_000,
  async start() {
    const redis = await startRedis({ args: trouble.args ?? [] })
    await trouble.prepare?.(redis)
    const target: Target = { kind: 'single', port: redis.port, ...trouble.login }
    return {
      target,
      break: async () => void (await trouble.break(redis)),
      heal: async () => void (await trouble.heal(redis)),
      ports: () => [redis.port],
      stop: () => redis.stop(),
    }
  },
})

export const FROZEN: Row = row('frozen', {
  awayMs: 3_000,
  break: async ({ pid }) => process.kill(pid, 'SIGSTOP'),
  heal: async ({ pid }) => process.kill(pid, 'SIGCONT'),
})

/** Forgets its scripts again and again. */
export function scriptFlush(): Row {
  let timer: NodeJS.Timeout | undefined
  return row('SCRIPT FLUSH', {
    async break(redis) {
      await redis.cli('script', 'flush', 'sync')
      timer = setInterval(() => void redis.cli('script', 'flush', 'sync').catch(() => {}), 50)
    },
    heal: async () => clearInterval(timer),
  })
}

export const READONLY: Row = row('READONLY', {
  break: (redis) => redis.cli('replicaof', '127.0.0.1', '1'),
  heal: (redis) => redis.cli('replicaof', 'no', 'one'),
})

export const OOM: Row = row('OOM', {
  args: ['--maxmemory-policy', 'noeviction'],
  break: (redis) => redis.cli('config', 'set', 'maxmemory', '1'),
  heal: (redis) => redis.cli('config', 'set', 'maxmemory', '0'),
})

export const NOPERM: Row = row('NOPERM', {
  login: { username: 'limiter', password: 'secret' },
  prepare: (redis) => redis.cli('acl', 'setuser', 'limiter', 'on', '>secret', '~*', '+@all'),
  break: (redis) => redis.cli('acl', 'setuser', 'limiter', '-evalsha', '-eval'),
  heal: (redis) => redis.cli('acl', 'setuser', 'limiter', '+evalsha', '+eval'),
})

export const BUSY: Row = row('BUSY script', {
  args: ['--busy-reply-threshold', '100'],
  async break(redis) {
    void redis.cli('eval', 'while true do end', '0').catch(() => {})
  },
  heal: (redis) => redis.cli('script', 'kill'),
})

/** Reads its memory anew, slowly, and says so to whoever asks. */
export function loading(): Row {
  let loaded: Promise<unknown> | undefined
  return row('LOADING', {
    args: ['--enable-debug-command', 'yes', '--key-load-delay', '1000'],
    prepare: async (redis) => {
      await redis.cli('config', 'set', 'loading-process-events-interval-bytes', '1024')
      await redis.cli('debug', 'populate', '1500')
    },
    async break(redis) {
      loaded = redis.cli('debug', 'reload')
    },
    heal: async () => loaded,
  })
}
