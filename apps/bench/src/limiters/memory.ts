import { memoryStore } from '@rl/core'
import type { Limiter, Setting } from './limiter.ts'
import { bucket, ours } from './ours.ts'
import { flexibleInMemory } from './rate-limiter-flexible.ts'

/** Every limiter in memory that is measured, by name. */
export const MEMORY_LIMITERS = {
  ours: (setting) => ours(memoryStore({ maxKeys: 2_000_000 }), bucket(setting), () => {}),
  'rate-limiter-flexible': flexibleInMemory,
} as const satisfies Record<string, (setting: Setting) => Limiter>

export type MemoryLimiterName = keyof typeof MEMORY_LIMITERS
