import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifestIn, published } from '../workspace.ts'

/** Says in each package where it comes from, which npm compares with the provenance; a fork names itself. */
export function nameRepository(tree: string, address: string): void {
  for (const folder of published) {
    const directory = `packages/${folder}`
    const repository = { type: 'git', url: `git+${address}.git`, directory }
    const manifest = { ...manifestIn(join(tree, directory)), repository }
    writeFileSync(join(tree, directory, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  }
}
