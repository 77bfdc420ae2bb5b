import { globSync, statSync } from 'node:fs'

/** What is tested, and what tests it. */
const FILES = 'packages/*/{src,test}/**/*.{ts,lua}'

/** The files that were changed since a time: what was loaded before and after would not fit together. */
export const changedSince = (ms: number): string[] =>
  globSync(FILES).filter((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > ms)
