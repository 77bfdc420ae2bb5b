import { spawnSync } from 'node:child_process'
import { aptInstall } from './apt.ts'

const wanted =
  'Install a Redis server (Debian, Ubuntu: apt-get install redis-server; macOS: brew install redis) or set REDIS_SERVER'

/** Finds the server that the tests start, installing it where that can be done unasked; else answers what to do. */
export function findRedisServer(): { version: string } | { missing: string } {
  const configured = process.env.REDIS_SERVER
  if (configured) {
    const version = versionOf(configured)
    return version ? { version } : { missing: `REDIS_SERVER is ${configured}, which does not run` }
  }
  const present = versionOf('redis-server') && versionOf('redis-cli')
  if (!present && !aptInstall('redis-server', 'redis-tools')) return { missing: wanted }
  const version = versionOf('redis-server')
  return version ? { version } : { missing: wanted }
}

function versionOf(binary: string): string | undefined {
  const { status, stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
