import { type RedisServer, startRedis } from '../../servers/index.ts'
import { freePort } from '../../servers/ports.ts'
import type { Row, Scene } from '../scene.ts'

/** A server that is ended and started again at its port, with nothing in memory. */
async function restarted(end: (redis: RedisServer) => Promise<unknown>): Promise<Scene> {
  let redis = await startRedis()
  const { port } = redis
  return {
    target: { kind: 'single', port },
    break: async () => {
      await end(redis)
      await redis.stop()
    },
    heal: async () => {
      redis = await startRedis({ port })
    },
    ports: () => [port],
    stop: () => redis.stop(),
  }
}

export const KILLED: Row = {
  name: 'killed',
  awayMs: 3_000,
  loses: true,
  start: () => restarted(async (redis) => process.kill(redis.pid, 'SIGKILL')),
}

export const RESTARTED: Row = {
  name: 'restart with empty memory',
  awayMs: 0,
  loses: true,
  start: () => restarted((redis) => redis.cli('shutdown', 'nosave').catch(() => {})),
}

export const REFUSED: Row = {
  name: 'refused at boot',
  awayMs: 3_000,
  atBoot: true,
  async start() {
    const port = await freePort()
    let redis: RedisServer | undefined
    return {
      target: { kind: 'single', port },
      break: async () => {},
      heal: async () => {
        redis = await startRedis({ port })
      },
      ports: () => [port],
      stop: async () => redis?.stop(),
    }
  },
}
