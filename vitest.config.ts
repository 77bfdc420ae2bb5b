import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { lua } from './tooling/lua.ts'

const conditions = ['@rl/source', ...defaultServerConditions]

export default defineConfig({
  plugins: [lua],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'apps/*/test/**/*.test.ts',
      'tooling/**/*.test.ts',
    ],
    globalSetup: ['tooling/servers/global-setup.ts'],
    // Many tests wait for servers: one worker, the default for two cores, would leave half of both idle.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    coverage: { include: ['packages/*/src/**/*.ts'], exclude: ['**/*.test.ts', 'packages/contract/**'] },
  },
})
