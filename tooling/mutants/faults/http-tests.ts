/** A fault of HTTP; the file is one of `core/src/http` if it has no folder. */
export type Short = readonly [
  id: string,
  why: string,
  file: string,
  find: string,
  replace: string,
  tests: readonly string[],
]

const inCore = (name: string): readonly string[] => [`packages/core/test/http-${name}.test.ts`]

export const CONTRACT: readonly string[] = ['packages/express/test/express-5.test.ts']
export const EXPRESS: readonly string[] = ['packages/express/test/express.test.ts']
export const HONO: readonly string[] = ['packages/hono/test/hono.test.ts']
export const GUARD: readonly string[] = inCore('guard')
export const HEADERS: readonly string[] = inCore('headers')
export const ADDRESSES: readonly string[] = inCore('client-ip')
export const OPTIONS: readonly string[] = inCore('options')
export const OUTAGE: readonly string[] = inCore('outage')
