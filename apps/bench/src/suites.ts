import type { Suite } from './suite.ts'
import { allocation } from './suites/allocation.ts'
import { clients } from './suites/clients.ts'
import { cluster } from './suites/cluster.ts'
import { denials } from './suites/denials.ts'
import { features } from './suites/features.ts'
import { http } from './suites/http.ts'
import { keys } from './suites/keys.ts'
import { local } from './suites/local.ts'
import { log } from './suites/log.ts'
import { memory } from './suites/memory.ts'
import { policies } from './suites/policies.ts'
import { redisCpu } from './suites/redis-cpu.ts'

/** All suites, in the order in which they run. */
export const SUITES: readonly Suite[] = [
  redisCpu,
  memory,
  log,
  policies,
  keys,
  clients,
  cluster,
  features,
  denials,
  local,
  allocation,
  http,
]
