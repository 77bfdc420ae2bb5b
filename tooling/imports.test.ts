import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

type Case = [file: string, imported: string]

const core = 'packages/core/src'

const allowed: Case[] = [
  [`${core}/policy.ts`, './duration.ts'],
  [`${core}/limiter.ts`, './store.ts'],
  [`${core}/new-word.ts`, './errors.ts'],
  [`${core}/fallback/fallback.ts`, '../store.ts'],
  [`${core}/wait.ts`, './limiter.ts'],
  [`${core}/index.ts`, './redis/clients/ioredis.ts'],
  [`${core}/algorithms/token-bucket/token-bucket.ts`, '../../policy.ts'],
  [`${core}/algorithms/token-bucket/token-bucket.ts`, './token-bucket.lua'],
  [`${core}/algorithms/token-bucket/token-bucket.test.ts`, '@rl/contract'],
  [`${core}/memory/store.ts`, '../store.ts'],
  [`${core}/redis/store.ts`, './clients/ioredis.ts'],
  [`${core}/redis/clients/ioredis.ts`, '../client.ts'],
  [`${core}/redis/clients/ioredis.ts`, '../../errors.ts'],
  [`${core}/http/guard.ts`, '../limiter.ts'],
  [`${core}/http/guard.ts`, '../memory/store.ts'],
  ['packages/express/src/index.ts', '@rl/core'],
  ['packages/express/src/index.ts', 'express'],
  ['apps/express/src/main.ts', '@rl/express'],
  ['apps/express/src/main.ts', 'ioredis'],
  ['apps/worker/src/main.ts', '@rl/core'],
  ['apps/bench/src/suites/log.ts', '@rl/core'],
  ['apps/worker/src/main.ts', 'ioredis'],
  ['apps/playground/src/page/policy/spec.ts', '@rl/core'],
  ['apps/playground/src/page/app.tsx', '@rl/core'],
  ['apps/playground/src/analysis/replay/replay.ts', '@rl/core'],
  ['apps/playground/src/tune-command/main.ts', 'node:fs'],
  ['apps/playground/src/server/app.ts', '@rl/hono'],
  ['apps/playground/src/server/app.ts', '../page/policy/spec.ts'],
]

const forbidden: Case[] = [
  [`${core}/policy.ts`, './limiter.ts'],
  [`${core}/store.ts`, './memory/store.ts'],
  [`${core}/errors.ts`, 'node:util'],
  [`${core}/new-word.ts`, './wait.ts'],
  [`${core}/memory/store.ts`, '../index.ts'],
  [`${core}/fallback/fallback.ts`, '../memory/store.ts'],
  [`${core}/limiter.ts`, './memory/store.ts'],
  [`${core}/limiter.ts`, './redis/store.ts'],
  [`${core}/limiter.ts`, './algorithms/token-bucket/token-bucket.ts'],
  [`${core}/limiter.ts`, './http/guard.ts'],
  [`${core}/wait.ts`, 'node:timers/promises'],
  [`${core}/index.ts`, 'ioredis'],
  [`${core}/index.ts`, '../../express/src/index.ts'],
  [`${core}/algorithms/token-bucket/token-bucket.ts`, '../fixed-window/fixed-window.ts'],
  [`${core}/algorithms/token-bucket/token-bucket.ts`, '../../limiter.ts'],
  [`${core}/algorithms/token-bucket/token-bucket.ts`, '../../memory/store.ts'],
  [`${core}/memory/store.ts`, '../redis/store.ts'],
  [`${core}/memory/store.ts`, './../redis/store.ts'],
  [`${core}/memory/store.ts`, '../limiter.ts'],
  [`${core}/memory/store.ts`, '../algorithms/token-bucket/token-bucket.ts'],
  [`${core}/memory/store.ts`, 'node:fs'],
  [`${core}/redis/store.ts`, '../memory/store.ts'],
  [`${core}/redis/store.ts`, 'crypto'],
  [`${core}/redis/clients/ioredis.ts`, 'ioredis'],
  [`${core}/redis/clients/ioredis.ts`, '../../limiter.ts'],
  [`${core}/redis/clients/ioredis.ts`, '../../memory/store.ts'],
  [`${core}/http/guard.ts`, '../index.ts'],
  [`${core}/http/guard.ts`, 'node:http'],
  [`${core}/http/guard.ts`, '../../../express/src/index.ts'],
  ['packages/express/src/index.ts', '@rl/core/dist/index.js'],
  ['packages/express/src/index.ts', '../../core/src/policy.ts'],
  ['packages/express/src/index.ts', '@rl/koa'],
  ['packages/express/src/index.ts', 'ioredis'],
  ['packages/hono/src/index.ts', 'express'],
  ['apps/express/src/main.ts', '@rl/core'],
  ['apps/express/src/main.ts', '@rl/koa'],
  ['apps/express/src/main.ts', '../../../packages/express/src/index.ts'],
  ['apps/worker/src/main.ts', '@rl/express'],
  ['apps/worker/src/main.ts', '@rl/core/dist/index.js'],
  ['apps/worker/src/main.ts', '../../../packages/core/src/index.ts'],
  ['apps/bench/src/suites/log.ts', '@rl/core/dist/index.js'],
  ['apps/bench/src/suites/log.ts', '../../../../packages/core/src/index.ts'],
  ['apps/new/src/main.ts', '@rl/core'],
  ['apps/playground/src/page/app.tsx', '@rl/hono'],
  ['apps/playground/src/page/app.tsx', 'node:fs'],
  ['apps/playground/src/page/live/live.tsx', '../../server/app.ts'],
  ['apps/playground/src/analysis/replay/replay.ts', 'node:fs'],
  ['apps/playground/src/tune-command/main.ts', 'preact'],
  ['apps/playground/src/server/app.ts', '@rl/core'],
  ['apps/playground/src/main.ts', '@rl/koa'],
]

describe('who may import whom', () => {
  it('is enforced by the linter', () => {
    expect(restricted(allowed)).toEqual([])
    expect(restricted(forbidden)).toEqual(forbidden)
  })

  it('holds for re-exports, types and dynamic imports alike', () => {
    const file = `${core}/limiter.ts`
    const ways = [
      'export * from "X"',
      'import type { T } from "X"',
      'export const m = import("X")',
      'import "X"',
    ]
    for (const way of ways) expect(restricted([[file, './redis/store.ts']], way)).toHaveLength(1)
  })
})

/** Lints the cases, each planted in a copy of the tree that holds nothing else, and answers those refused. */
function restricted(cases: Case[], statement = 'import * as m from "X"'): Case[] {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rl-imports-')))
  try {
    for (const file of ['biome.json', 'tooling/imports.json']) cpSync(file, join(root, file))
    const planted = new Map<string, Case[]>()
    for (const one of cases) planted.set(one[0], [...(planted.get(one[0]) ?? []), one])
    for (const [file, imports] of planted) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), imports.map(([, name]) => statement.replace('X', name)).join('\n'))
    }
    const options = ['--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none']
    const args = ['lint', '--only=style/noRestrictedImports', ...options]
    const { stdout } = spawnSync(resolve('node_modules/.bin/biome'), args, { cwd: root, encoding: 'utf8' })
    const found = [...stdout.matchAll(/noRestrictedImports,file=(.+?),line=(\d+),/g)]
    const refused = found.map(([, file = '', line]) => {
      return planted.get(relative(root, resolve(root, file)))?.[Number(line) - 1]
    })
    return cases.filter((one) => refused.includes(one))
  } finally {
    rmSync(root, { recursive: true })
  }
}
