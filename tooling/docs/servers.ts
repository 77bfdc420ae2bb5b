import { startCluster, startRedis, startSentinel } from '../servers/index.ts'

export interface Servers {
  /** What the programs find in their environment. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

const KINDS: Readonly<Record<string, () => Promise<{ value: string; stop(): Promise<void> }>>> = {
  async REDIS_URL() {
    const { port, stop } = await startRedis()
    return { value: `redis://127.0.0.1:${port}`, stop }
  },
  async CLUSTER_PORT() {
    const { endpoints, stop } = await startCluster()
    return { value: `${endpoints[0]!.port}`, stop }
  },
  async SENTINEL_PORT() {
    const { sentinels, stop } = await startSentinel()
    return { value: `${sentinels[0]!.port}`, stop }
  },
}

/** Starts the servers whose place in the environment the text names. */
export async function startServers(text: string): Promise<Servers> {
  const env: Record<string, string> = {}
  const stops: (() => Promise<void>)[] = []
  for (const [name, start] of Object.entries(KINDS)) {
    if (!text.includes(name)) continue
    const { value, stop } = await start()
    env[name] = value
    stops.push(stop)
  }
  return {
    env,
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}
