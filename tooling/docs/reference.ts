// Builds the API reference from the doc comments into tooling/docs/dist/reference; a warning is an error:
//   pnpm reference
import { spawnSync } from 'node:child_process'

/** Runs typedoc, with its own TypeScript, and gives what it said. */
export function buildReference(...args: string[]): { status: number | null; output: string } {
  const typedoc = ['node_modules/typedoc/bin/typedoc', '--options', 'typedoc.json', ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, typedoc, {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { status, output: stdout + stderr }
}

if (import.meta.main) {
  const { status, output } = buildReference()
  process.stdout.write(output)
  process.exitCode = status ?? 1
}
