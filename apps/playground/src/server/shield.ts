import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import { memoryStore, rateLimit, tokenBucket } from '@rl/hono'
import type { Context, MiddlewareHandler } from 'hono'

const LONGEST_URL = 2_000
const PAGE = /^\/(index\.html|assets\/[^/]*)?$/

const PAGE_POLICY = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'", "worker-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ')

const PAGE_HEADERS = [
  ['Content-Security-Policy', PAGE_POLICY],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
] as const

const refuse = (c: Context, status: 400 | 403 | 413 | 414, detail: string): Response =>
  c.json({ title: 'Refused', status, detail }, status)

/** A name that an attacker's page had resolved to this machine is no name of ours; an address cannot be. */
function isOurs(host: string | undefined, ours: string): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false
  const name = new URL(`http://${host}`).hostname
  return name === 'localhost' || name === ours.toLowerCase() || isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

/** What browsers say of a request that another site made; a program that is no browser says nothing. */
function isForeign(c: Context): boolean {
  const origin = c.req.header('origin')
  if (origin !== undefined) {
    return !URL.canParse(origin) || new URL(origin).host !== c.req.header('host')?.toLowerCase()
  }
  const site = c.req.header('sec-fetch-site')
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Whether more comes than an address. */
function hasBody(c: Context): boolean {
  const length = c.req.header('content-length')
  return (length !== undefined && length !== '0') || c.req.header('transfer-encoding') !== undefined
}

/** What is wrong with a request that no page of ours would make. */
function objection(c: Context, path: string, host: string): Response | undefined {
  if (!isOurs(c.req.header('host'), host)) return refuse(c, 403, 'This server is not known by that name.')
  if (c.req.url.length > LONGEST_URL) {
    return refuse(c, 414, `An address has at most ${LONGEST_URL} characters.`)
  }
  // A link from elsewhere may open the page; nothing else here is for others.
  const opens = c.req.method === 'GET' && PAGE.test(path)
  if (!opens && isForeign(c)) {
    return refuse(c, 403, 'Only the page itself may do that.')
  }
  return hasBody(c) ? refuse(c, 413, 'Nothing here takes a body.') : undefined
}

/** Refuses what no page of ours would ask, and says to browsers what the page may do. */
export function shield(host: string): MiddlewareHandler {
  return async (c, next) => {
    const { path } = c.req
    const refused = objection(c, path, host)
    if (refused) return refused
    await next()
    c.header('X-Content-Type-Options', 'nosniff')
    // An answer to a request that is tried has the headers that an app's would have, and no others.
    if (!path.startsWith('/try/')) for (const [name, value] of PAGE_HEADERS) c.header(name, value)
    return undefined
  }
}

/** How many requests the playground answers at once, and then a second. */
export interface Room {
  readonly capacity: number
  readonly refillRate: number
}

/** The playground is limited by its own library, each client for itself. */
export const ownLimit = (room: Room): MiddlewareHandler =>
  rateLimit({
    store: memoryStore({ maxKeys: 10_000 }),
    policies: tokenBucket({ name: 'playground', ...room }),
    address: getConnInfo,
    headers: false, // those on a request are of the policy that is tried
    respond: () => ({
      body: { title: 'The playground itself is limited', status: 429, detail: 'Try again in a moment.' },
    }),
  })
