import type { GuardOptions } from '@rl/core'

/** What a handler does once it runs. */
export type Answer =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string }
  /** Answers 200 and the decision that the adapter handed over, as JSON, or `null`. */
  | { readonly decision: true }
  /** Throws an error with this message. */
  | { readonly throws: string }
  /** Never answers. */
  | { readonly hangs: true }
  /** Sends headers at once, then these parts, a few milliseconds apart; an endless one never ends. */
  | { readonly stream: readonly string[]; readonly endless?: boolean }

export interface Route<R> {
  readonly method?: 'GET' | 'POST' | 'OPTIONS'
  readonly path: string
  /** Guards of this route alone, in their order. A site has guards in front or on routes, not both. */
  readonly guards?: readonly GuardOptions<R>[]
  /** Called each time that the handler runs. */
  run(request: R): Answer
}

/** An application without a framework: what a host has to build. */
export interface Site<R> {
  /** Guards in front of all routes, of unknown ones too, in their order. */
  readonly guards: readonly GuardOptions<R>[]
  readonly routes: readonly Route<R>[]
  /** Response headers that a middleware in front of all guards sets, as one for CORS does. */
  readonly before?: Readonly<Record<string, string>>
  /** Whether exactly one proxy stands in front, whose `X-Forwarded-For` is to be believed. */
  readonly trustProxy?: boolean
  /** Called by the framework's error handler, which answers as {@link errorAnswer} says. */
  onError(error: unknown): void
}

/** How a host's error handler answers: the error's own status and headers, and its message. */
export function errorAnswer(error: unknown): {
  status: number
  headers: Record<string, string>
  body: string
} {
  const { status, statusCode, headers, message } = Object(error)
  return { status: status ?? statusCode ?? 500, headers: { ...headers }, body: String(message) }
}

/** How a framework is driven. `R` is its object for a request. */
export interface Host<R> {
  header(request: R, name: string): string | undefined
  method(request: R): string
  /** Builds the site on the framework and listens on a free port of 127.0.0.1. */
  serve(site: Site<R>): Promise<{ readonly url: string; close(): Promise<void> }>
}

/** What a scenario is made with. */
export interface Kit<R> extends Pick<Host<R>, 'header' | 'method'> {
  /** Remembers one line, for the test to read. */
  log(line: string): void
}

/** A site under a name, so that a server in another process can be told which one to serve. */
export type Scenario = <R>(kit: Kit<R>) => Omit<Site<R>, 'onError'>

/** A scenario being served. */
export interface Running {
  /** Without a slash at its end. */
  readonly url: string
  /** What the scenario has logged so far; `error: …` stands for what reached the framework's error handler. */
  log(): Promise<readonly string[]>
  close(): Promise<void>
}

/** Serves the scenario of this name. */
export type Start = (name: string) => Promise<Running>
