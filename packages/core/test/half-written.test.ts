import { Redis } from 'ioredis6'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RedisServer, startRedis } from '../../../tooling/servers/index.ts'
import { COMBINATIONS, play, type Scene } from './half-written/play.ts'
import { allowed, COMMANDS, LOGIN } from './privilege.ts'

let server: RedisServer
let admin: Redis
let limited: Redis
beforeAll(async () => {
  server = await startRedis({ args: ['--maxmemory-policy', 'noeviction'] })
  admin = new Redis(server.socket)
  await allow(COMMANDS)
  limited = new Redis({ path: server.socket, ...LOGIN, enableReadyCheck: false })
})
afterAll(async () => {
  limited?.disconnect()
  admin?.disconnect()
  await server?.stop()
})

const allow = (commands: readonly string[]) => admin.acl('SETUSER', ...allowed(commands))

async function playAll(trouble: Pick<Scene, 'break' | 'heal'>): Promise<number> {
  let failures = 0
  for (const combination of COMBINATIONS) failures += await play({ admin, limited, ...trouble }, combination)
  return failures
}

describe('nothing is half written, by any kinds of policies together', () => {
  it.each(COMMANDS)('C012 when the user may no longer run %s', async (missing) => {
    const failures = await playAll({
      async break() {
        if (missing === 'eval') await admin.script('FLUSH')
        await allow(COMMANDS.filter((command) => command !== missing))
      },
      heal: () => allow(COMMANDS),
    })
    expect(failures).toBeGreaterThan(0)
  })

  const set = (name: string, value: string) => admin.config('SET', name, value)

  it.each<[string, Scene['break'], Scene['heal']]>([
    ['memory is full', () => set('maxmemory', '1'), () => set('maxmemory', '0')],
    [
      'the primary is one no longer',
      () => admin.replicaof('127.0.0.1', 1),
      () => admin.replicaof('NO', 'ONE'),
    ],
    [
      'replicas are too few',
      () => set('min-replicas-to-write', '1'),
      () => set('min-replicas-to-write', '0'),
    ],
  ])('C067 when %s', async (_, breakIt, heal) => {
    // Every kind of policy is refused by itself too.
    for (const combination of COMBINATIONS)
      expect(await play({ admin, limited, break: breakIt, heal }, combination)).toBeGreaterThan(3)
  })
})
