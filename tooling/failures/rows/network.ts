import { startRedis } from '../../servers/index.ts'
import { type Relay, startProxy } from '../proxy.ts'
import type { Row, Scene } from '../scene.ts'

const LATENCY_MS = 5_000
const RESET_EVERY_MS = 300

async function behindProxy(breakIt: (proxy: Relay) => void, healIt: (proxy: Relay) => void): Promise<Scene> {
  const redis = await startRedis()
  const proxy = await startProxy(redis.port)
  return {
    target: { kind: 'single', port: proxy.port },
    break: async () => breakIt(proxy),
    heal: async () => healIt(proxy),
    ports: () => [redis.port],
    async stop() {
      await proxy.close()
      await redis.stop()
    },
  }
}

export const SLOW: Row = {
  name: '5 s latency',
  awayMs: 3_000,
  start: () =>
    behindProxy(
      (proxy) => proxy.delay(LATENCY_MS / 2), // each way
      (proxy) => proxy.delay(0),
    ),
}

export const RESET: Row = {
  name: 'connection reset in flight',
  awayMs: 2_000,
  loseReplies: true,
  async start() {
    let timer: NodeJS.Timeout | undefined
    return behindProxy(
      (proxy) => {
        proxy.resetAtNextReply()
        timer = setInterval(() => proxy.resetAtNextReply(), RESET_EVERY_MS)
      },
      (proxy) => {
        clearInterval(timer)
        proxy.keepReplies()
      },
    )
  },
}
