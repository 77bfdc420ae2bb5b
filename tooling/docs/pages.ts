import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export const root: string = resolve(import.meta.dirname, '..', '..')

/** Every Markdown page of the project, by its path from the root. */
export const pages: readonly string[] = globSync(
  [
    '*.md',
    'docs/**/*.md',
    'packages/*/*.md',
    'apps/*/*.md',
    'apps/*/src/**/*.md',
    '.github/**/*.md',
    '.changeset/README.md',
  ],
  { cwd: root },
)
  .map((path) => path.replaceAll('\\', '/'))
  .sort()

export const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')
