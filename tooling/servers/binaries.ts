import { existsSync } from 'node:fs'

/** The server under test: `REDIS_SERVER`, a Redis or Valkey binary, or the one on the PATH. */
export const serverBinary: string = process.env.REDIS_SERVER || 'redis-server'

/** The command line client that belongs to it, or the one on the PATH. */
export const cliBinary: string = sibling(serverBinary) ?? 'redis-cli'

function sibling(server: string): string | undefined {
  const cli = server.replace(/server$/, 'cli')
  return cli !== server && server.includes('/') && existsSync(cli) ? cli : undefined
}
