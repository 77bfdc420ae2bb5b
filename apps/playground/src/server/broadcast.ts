import type { Event, Hello, Level } from '../page/live/messages.ts'
import type { Backend } from './backend.ts'
import { createRelay } from './relay.ts'
import { record, type Topic, type Topics, type Watcher } from './topics.ts'

const FLUSH_MS = 25
const LOOK_MS = 100
const RESTING_LOOKS = 3 // a key as good as new is looked at less often

export interface Broadcast {
  /** Tells everyone who looks on of a request that was decided here. */
  tell(topic: Topic, event: Event): void
  /** Starts telling a watcher; the answer ends it. */
  watch(topic: Topic, watcher: Watcher): () => void
  /** Looks at once, for what was changed by hand. */
  look(topic: Topic): void
  close(): void
}

const toAll = (topic: Topic, kind: string, data: unknown): void => {
  for (const watcher of topic.watchers) watcher.send(kind, data)
}

async function levelOf({ limiter }: Topic, key: string): Promise<Level> {
  const { at, remaining, resetAfterMs, degraded } = await limiter.peek(key, { cost: 0 })
  return { at, left: remaining, resetMs: resetAfterMs, ...(degraded && { degraded }) }
}

/** What pages see: every request as it is decided, and between them the level of the key they look at. */
export function createBroadcast(topics: Topics, backend: Backend, name: string): Broadcast {
  const unsent = new Map<Topic, Event[]>()
  const looking = new Map<Topic, { timer: NodeJS.Timeout; busy: boolean; rest: number }>()

  const relay = createRelay(backend.client, name, (id, events) => {
    const topic = topics.known(id)
    if (topic === undefined) return
    record(topic, events)
    toAll(topic, 'events', events)
  })

  backend.onChange(() => {
    for (const topic of topics.all()) toAll(topic, 'status', backend.status)
  })

  function flush(topic: Topic): void {
    const events = unsent.get(topic)
    if (events === undefined) return
    unsent.delete(topic)
    toAll(topic, 'events', events)
    relay.publish(topic.id, events)
  }
  const flushing = setInterval(() => {
    for (const topic of [...unsent.keys()]) flush(topic)
  }, FLUSH_MS).unref()

  /** Sends each watcher the level of its key. Another server may have changed it: only the store knows. */
  async function look(topic: Topic): Promise<boolean> {
    const levels = new Map<string, Promise<Level>>()
    for (const { key } of topic.watchers) {
      if (!levels.has(key)) levels.set(key, levelOf(topic, key))
    }
    let resting = true
    for (const watcher of [...topic.watchers]) {
      const level = await levels.get(watcher.key)?.catch(() => undefined)
      if (level) watcher.send('level', level)
      resting &&= level?.resetMs === 0
    }
    return resting
  }

  async function lookAgain(topic: Topic): Promise<void> {
    const state = looking.get(topic)
    if (state === undefined || state.busy || state.rest-- > 0) return
    state.busy = true
    state.rest = (await look(topic)) ? RESTING_LOOKS : 0
    state.busy = false
  }

  return {
    tell(topic, event) {
      record(topic, [event])
      const events = unsent.get(topic)
      if (events) events.push(event)
      else unsent.set(topic, [event])
      const state = looking.get(topic)
      if (state) state.rest = 0
    },
    watch(topic, watcher) {
      flush(topic) // what the newcomer is told first has these events in it
      topic.watchers.add(watcher)
      const { counts, recent } = topic
      watcher.send('hello', { status: backend.status, counts, recent, name } satisfies Hello)
      if (!looking.has(topic)) {
        const timer = setInterval(() => void lookAgain(topic), LOOK_MS).unref()
        looking.set(topic, { timer, busy: false, rest: 0 })
      }
      return () => {
        topic.watchers.delete(watcher)
        if (topic.watchers.size > 0) return
        clearInterval(looking.get(topic)?.timer)
        looking.delete(topic)
      }
    },
    look: (topic) => void look(topic),
    close() {
      clearInterval(flushing)
      for (const { timer } of looking.values()) clearInterval(timer)
      relay.close()
    },
  }
}
