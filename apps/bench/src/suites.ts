import type { Suite } from './suite.ts'
import { redisCpu } from './suites/redis-cpu.ts'

/** All suites, in the order in which they run. */
export const SUITES: readonly Suite[] = [redisCpu]
