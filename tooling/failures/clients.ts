import { Cluster as Cluster5, Redis as Redis5 } from 'ioredis5'
import { Cluster as Cluster6, Redis as Redis6 } from 'ioredis6'
import { createClient as createClient4, createCluster as createCluster4 } from 'redis4'
import {
  createClient as createClient5,
  createCluster as createCluster5,
  createSentinel as createSentinel5,
} from 'redis5'
import {
  createClient as createClient6,
  createCluster as createCluster6,
  createSentinel as createSentinel6,
} from 'redis6'
import type { AnyRedisClient } from '../../packages/core/src/index.ts'

interface Endpoint {
  readonly host: string
  readonly port: number
}

/** Where a client finds Redis; plain data, so that another process can be told. */
export type Target =
  | { kind: 'single'; port: number; username?: string; password?: string }
  | { kind: 'cluster'; endpoints: readonly Endpoint[] }
  | { kind: 'sentinel'; sentinels: readonly Endpoint[]; name: string }

/** A client with its default options, connected or about to be; and the command that tells whether it reaches Redis. */
export interface Opened {
  readonly client: AnyRedisClient
  get(key: string): Promise<unknown>
  close(): unknown
}

/** The part of every node-redis client that is used here; their own types differ by major. */
interface NodeRedis {
  get(key: string): Promise<unknown>
  on(event: 'error', listener: () => void): unknown
  connect(): Promise<unknown>
  destroy?(): unknown
  disconnect?(): unknown
}

/** ioredis with the option that docs/when-redis-fails.md recommends. */
export const SENDS_ONCE = 'ioredis 6 that re-sends nothing'

const quiet = <C extends { on(event: 'error', listener: () => void): unknown }>(client: C): C => {
  client.on('error', () => {})
  return client
}

/** ioredis connects by itself. */
function ioredis(
  { Redis, Cluster }: { Redis: typeof Redis6; Cluster: typeof Cluster6 },
  target: Target,
  resend = true, // as by default
): Opened {
  const client = quiet(
    target.kind === 'cluster'
      ? new Cluster([...target.endpoints])
      : target.kind === 'sentinel'
        ? new Redis({ sentinels: [...target.sentinels], name: target.name })
        : new Redis({ ...target, host: '127.0.0.1', autoResendUnfulfilledCommands: resend }),
  )
  return { client, get: (key) => client.get(key), close: () => client.disconnect() }
}

/** node-redis wants a listener and `connect()`; that one waits for as long as Redis is away. */
function nodeRedis(made: unknown): Opened {
  const client = quiet(made as NodeRedis)
  client.connect().catch(() => {})
  return {
    client: made as AnyRedisClient,
    get: (key) => client.get(key),
    close: () => (client.destroy ? client.destroy() : client.disconnect?.()),
  }
}

const optionsOf = ({ port, username, password }: Target & { kind: 'single' }) => ({
  url: `redis://127.0.0.1:${port}`,
  ...(username === undefined ? {} : { username, password: password ?? '' }),
})

const sentinelOf = ({ name, sentinels }: Target & { kind: 'sentinel' }) => ({
  name,
  sentinelRootNodes: [...sentinels],
})

const rootNodes = (endpoints: readonly Endpoint[]) =>
  endpoints.map(({ host, port }) => ({ url: `redis://${host}:${port}` }))

const CLIENTS: Record<string, (target: Target) => Opened | undefined> = {
  'ioredis 5': (target) =>
    ioredis(
      { Redis: Redis5 as unknown as typeof Redis6, Cluster: Cluster5 as unknown as typeof Cluster6 },
      target,
    ),
  'ioredis 6': (target) => ioredis({ Redis: Redis6, Cluster: Cluster6 }, target),
  [SENDS_ONCE]: (target) => ioredis({ Redis: Redis6, Cluster: Cluster6 }, target, false),
  'node-redis 4'(target) {
    if (target.kind === 'sentinel') return undefined
    if (target.kind === 'cluster')
      return nodeRedis(createCluster4({ rootNodes: rootNodes(target.endpoints) }))
    return nodeRedis(createClient4(optionsOf(target)))
  },
  'node-redis 5'(target) {
    if (target.kind === 'cluster')
      return nodeRedis(createCluster5({ rootNodes: rootNodes(target.endpoints) }))
    if (target.kind === 'sentinel') return nodeRedis(createSentinel5(sentinelOf(target)))
    return nodeRedis(createClient5(optionsOf(target)))
  },
  'node-redis 6'(target) {
    if (target.kind === 'cluster')
      return nodeRedis(createCluster6({ rootNodes: rootNodes(target.endpoints) }))
    if (target.kind === 'sentinel') return nodeRedis(createSentinel6(sentinelOf(target)))
    return nodeRedis(createClient6(optionsOf(target)))
  },
}

/** The columns of the matrix; one that knows no sentinels opens nothing there. */
export const COLUMNS: readonly string[] = Object.keys(CLIENTS).filter((name) => name !== SENDS_ONCE)

/** Opens a client by its name. */
export function openClient(name: string, target: Target): Opened | undefined {
  const open = CLIENTS[name]
  if (open === undefined) throw new Error(`No client is called ${name}`)
  return open(target)
}
