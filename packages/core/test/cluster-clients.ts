import { Cluster as Cluster5 } from 'ioredis5'
import { Cluster as Cluster6 } from 'ioredis6'
import { createCluster as createCluster4 } from 'redis4'
import { createCluster as createCluster5 } from 'redis5'
import { createCluster as createCluster6 } from 'redis6'
import type { AnyRedisClient } from '../src/index.ts'

type Endpoints = readonly { host: string; port: number }[]

const rootNodes = (endpoints: Endpoints) =>
  endpoints.map(({ host, port }) => ({ url: `redis://${host}:${port}` }))

/** Clients of a cluster that are connected when they are given out. */
export const CLUSTER_CLIENTS: readonly {
  name: string
  connect(endpoints: Endpoints): Promise<{ client: AnyRedisClient; close(): unknown }>
}[] = [
  {
    name: 'an ioredis 5 cluster',
    async connect(endpoints) {
      const client = new Cluster5([...endpoints], { lazyConnect: true })
      await client.connect()
      return { client, close: () => client.disconnect() }
    },
  },
  {
    name: 'an ioredis 6 cluster',
    async connect(endpoints) {
      const client = new Cluster6([...endpoints], { lazyConnect: true })
      await client.connect()
      return { client, close: () => client.disconnect() }
    },
  },
  {
    name: 'a node-redis 4 cluster',
    async connect(endpoints) {
      const client = createCluster4({ rootNodes: rootNodes(endpoints) })
      await client.connect()
      return { client, close: () => client.disconnect() }
    },
  },
  {
    name: 'a node-redis 5 cluster',
    async connect(endpoints) {
      const client = createCluster5({ rootNodes: rootNodes(endpoints) })
      await client.connect()
      return { client, close: () => client.destroy() }
    },
  },
  {
    name: 'a node-redis 6 cluster',
    async connect(endpoints) {
      const client = createCluster6({ rootNodes: rootNodes(endpoints) })
      await client.connect()
      return { client, close: () => client.destroy() }
    },
  },
]
