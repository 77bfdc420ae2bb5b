import { adapters } from '../workspace.ts'

/** What is measured: a program's imports from a package, bundled without what is installed beside it. */
export interface Budget {
  readonly title: string
  readonly folder: string
  /** The imported names; all of the package without. */
  readonly names?: readonly string[]
  /** Bytes, minified and compressed, that are aimed at. */
  readonly goal: number
  /** Bytes that it may have today, where that is more: growth is a decision, not an accident. */
  readonly most: number
}

const algorithms = ['tokenBucket', 'fixedWindow', 'slidingWindowLog', 'slidingWindowCounter', 'leakyBucket']

export const coreBudgets: readonly Budget[] = [
  { title: '@rl/core, all of it', folder: 'core', goal: 12_000, most: 23_000 },
  ...algorithms.map((name) => ({
    title: `createLimiter, memoryStore, ${name}`,
    folder: 'core',
    names: ['createLimiter', 'memoryStore', name],
    goal: 4_000,
    most: 7_000,
  })),
]

export const adapterBudgets: readonly Budget[] = adapters.map((folder) => ({
  title: `@rl/${folder}, without core`,
  folder,
  goal: 2_000,
  most: 2_000,
}))

/** Bytes of a package as it travels. */
export const TARBALL = 60_000
