import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { MiddlewareHandler } from 'hono'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Serves the built page, and nothing else that may lie on the disk: all of it is read before. */
export function files(folder: string): MiddlewareHandler {
  const pages = new Map<string, { body: Buffer<ArrayBuffer>; type: string }>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const body = Buffer.from(readFileSync(path))
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    pages.set(`/${relative(folder, path).split(sep).join('/')}`, { body, type })
  }
  const index = pages.get('/index.html')
  if (index) pages.set('/', index)
  return async (c, next) => {
    const page = c.req.method === 'GET' ? pages.get(c.req.path) : undefined
    if (page === undefined) return next()
    const cache = c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    return c.body(page.body, 200, { 'Content-Type': page.type, 'Cache-Control': cache })
  }
}
