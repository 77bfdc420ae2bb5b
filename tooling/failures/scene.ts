import type { Target } from './clients.ts'

/** Servers that fail in one way, and come back. */
export interface Scene {
  readonly target: Target
  /** Takes Redis away. */
  break(): Promise<void>
  /** Gives it back; resolves when it serves. */
  heal(): Promise<void>
  /** The ports of the nodes that serve once it is healed. */
  ports(): readonly number[]
  stop(): Promise<void>
}

/** A row of the matrix. */
export interface Row {
  readonly name: string
  /** How long Redis stays away. */
  readonly awayMs: number
  /** Memory is lost with it, and what was charged there. */
  readonly loses?: true
  /** The client is made while Redis is away. */
  readonly atBoot?: true
  /** Replies are lost after Redis charged, and ioredis sends such commands once more. */
  readonly loseReplies?: true
  start(): Promise<Scene>
}
