import { availableParallelism, cpus } from 'node:os'

/** Where the numbers come from. */
export const machine = (): string =>
  `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.versions.node}`
