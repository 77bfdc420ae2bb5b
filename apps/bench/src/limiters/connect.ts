import { Redis } from 'ioredis'
import { createClient } from 'redis'

export const host = '127.0.0.1'

/** A connected client of ioredis. */
export async function ioredis(port: number): Promise<Redis> {
  const client = new Redis({ port, host })
  await client.ping()
  return client
}

/** A connected client of node-redis. */
export async function nodeRedis(port: number): Promise<ReturnType<typeof createClient>> {
  const client = createClient({ socket: { port, host } })
  client.on('error', () => {})
  await client.connect()
  return client as ReturnType<typeof createClient>
}
