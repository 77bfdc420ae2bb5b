import type { Edit } from './fault.ts'

/** Fewer histories where no fault is planted: the whole suite has looked at all of them already. */
export const LIGHTER: readonly Edit[] = [
  {
    file: 'packages/contract/src/algorithm/law.ts',
    find: 'const HISTORIES = 1_000',
    replace: 'const HISTORIES = 50',
  },
  {
    file: 'packages/contract/src/algorithm/describe-twins.ts',
    find: 'const HISTORIES = 2_000',
    replace: 'const HISTORIES = 50',
  },
]
