// `node --import ./tooling/source.ts x.ts` runs a program on the packages' sources, with nothing built.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compactLua } from './lua.ts'

registerHooks({
  resolve(specifier, context, next) {
    return next(specifier, { ...context, conditions: ['@rl/source', ...context.conditions] })
  },
  load(url, context, next) {
    if (!url.endsWith('.lua')) return next(url, context)
    const text = compactLua(readFileSync(fileURLToPath(url), 'utf8'))
    return { format: 'module', shortCircuit: true, source: `export default ${JSON.stringify(text)}` }
  },
})
