import type { Row } from '../scene.ts'
import { CLUSTER_FAILOVER, RESHARDING } from './cluster.ts'
import { KILLED, REFUSED, RESTARTED } from './killed.ts'
import { RESET, SLOW } from './network.ts'
import { SENTINEL_FAILOVER } from './sentinel.ts'
import { BUSY, FROZEN, loading, NOPERM, OOM, READONLY, scriptFlush } from './server.ts'

/** Rows of a server that stands alone. */
export const SINGLE: readonly Row[] = [
  REFUSED,
  KILLED,
  FROZEN,
  SLOW,
  RESET,
  RESTARTED,
  scriptFlush(),
  READONLY,
  OOM,
  NOPERM,
  BUSY,
  loading(),
]

/** Rows of several servers. */
export const SEVERAL: readonly Row[] = [SENTINEL_FAILOVER, CLUSTER_FAILOVER, RESHARDING]
