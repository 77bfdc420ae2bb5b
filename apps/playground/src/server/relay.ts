import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Event } from '../page/live/messages.ts'
import { readEvent } from './read-event.ts'

const CHANNEL = 'rl-playground'
const LONGEST = 100_000
const MOST_EVENTS = 200

export interface Relay {
  /** Tells the other servers. */
  publish(topic: string, events: readonly Event[]): void
  close(): void
}

/** The topic and events of a message, or nothing if it is ours or makes no sense. */
export function readMessage(text: string, own: string): { topic: string; events: Event[] } | undefined {
  if (text.length > LONGEST) return undefined
  try {
    const { id, name, topic, events } = JSON.parse(text) as Record<string, unknown>
    if (id === own || typeof name !== 'string' || typeof topic !== 'string' || !Array.isArray(events))
      return undefined
    const read = events.slice(0, MOST_EVENTS).flatMap((event) => readEvent(event, name.slice(0, 64)) ?? [])
    return { topic, events: read }
  } catch {
    return undefined
  }
}

/** Servers on one Redis tell each other what they decided, through that Redis. */
export function createRelay(
  client: Redis | undefined,
  name: string,
  heard: (topic: string, events: readonly Event[]) => void,
): Relay {
  if (client === undefined) return { publish() {}, close() {} }
  const id = randomUUID()
  const listener = client.duplicate()
  listener.on('error', () => {}) // the other connection tells of it
  listener.subscribe(CHANNEL).catch(() => {}) // asked again with every connection
  listener.on('message', (_channel, text) => {
    const message = readMessage(text, id)
    if (message) heard(message.topic, message.events)
  })
  return {
    publish(topic, events) {
      // What happens while Redis is away stays here.
      if (client.status !== 'ready') return
      for (let from = 0; from < events.length; from += MOST_EVENTS) {
        const message = { id, name, topic, events: events.slice(from, from + MOST_EVENTS) }
        client.publish(CHANNEL, JSON.stringify(message)).catch(() => {})
      }
    },
    close: () => listener.disconnect(),
  }
}
