import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askRaw, listen, startHere } from './support/asking.ts'

const BUCKET = 'tokenBucket?capacity=2&refillRate=1&refillInterval=1h'
let server: Awaited<ReturnType<typeof startHere>>
beforeAll(async () => {
  server = await startHere()
})
afterAll(() => server.close())

const post = (path: string, headers?: Record<string, string>) => askRaw(server.port, 'POST', path, headers)
const get = (path: string, headers?: Record<string, string>) => askRaw(server.port, 'GET', path, headers)
const json = async (asked: ReturnType<typeof post>) => JSON.parse((await asked).body)

describe('requests under a policy', () => {
  it('pass through the real middleware and are answered as an app would answer', async () => {
    const path = `/try/${BUCKET}&key=first`
    const allowed = await post(path)
    expect(allowed.status).toBe(200)
    expect(allowed.headers).toMatchObject({
      ratelimit: '"2-1-per-1h";r=1;t=3600',
      'ratelimit-policy': '"2-1-per-1h";q=2;w=7200',
      'x-ratelimit-remaining': '1',
    })
    expect(allowed.headers).not.toHaveProperty('content-security-policy')
    await post(path)
    const denied = await post(path)
    expect(denied.status).toBe(429)
    expect(denied.headers['content-type']).toBe('application/problem+json')
    expect(Number(denied.headers['retry-after'])).toBeGreaterThan(3_000)
    expect(JSON.parse(denied.body)['violated-policies']).toEqual(['2-1-per-1h'])
  })

  it.each([
    ['tokenBucket', 'capacity=2&refillRate=1&refill=interval&refillInterval=1h'],
    ['fixedWindow', 'limit=2&window=1h'],
    ['fixedWindow', 'limit=2&window=30d&anchor=clock'],
    ['slidingWindowLog', 'limit=2&window=1h'],
    ['slidingWindowCounter', 'limit=2&window=1h'],
    ['leakyBucket', 'capacity=2&leakRate=1&leakInterval=1h'],
  ])('are decided by %s with %s', async (algorithm, options) => {
    const path = `/try/${algorithm}?${options}&key=each`
    const statuses = [await post(path), await post(path), await post(path)].map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 429])
  })

  it('take a key and a cost; keys do not share', async () => {
    expect((await post(`/try/${BUCKET}&key=a&cost=2`)).headers['x-ratelimit-remaining']).toBe('0')
    expect((await post(`/try/${BUCKET}&key=b&cost=1`)).headers['x-ratelimit-remaining']).toBe('1')
  })

  it('can be foreseen, given back and forgotten', async () => {
    const rest = `${BUCKET}&key=verbs`
    expect(await json(get(`/peek/${rest}`))).toMatchObject({ allowed: true, remaining: 1 })
    await post(`/try/${rest}&cost=2`)
    expect(await json(get(`/peek/${rest}`))).toMatchObject({ allowed: false, remaining: 0 })
    expect(await json(post(`/refund/${rest}`))).toEqual({ known: true, refunded: true })
    expect(await json(get(`/peek/${rest}&cost=3`))).toMatchObject({ remaining: 2, retryAfterMs: null })
    expect(await json(post(`/refund/${rest}`))).toEqual({ known: false, refunded: false })
    await post(`/try/${rest}&cost=2`)
    expect(await json(post(`/reset/${rest}`))).toEqual({ reset: true })
    expect(await json(get(`/peek/${rest}`))).toMatchObject({ remaining: 1 })
  })
})

describe('bad input', () => {
  it.each([
    ['tokenBucket?capacity=-1&refillRate=5', 'Expected `capacity` to be a positive whole number, got -1'],
    ['tokenBucket?capacity=ten&refillRate=5', 'Expected `capacity` to be a positive whole number, got "ten"'],
    [
      'fixedWindow?limit=5&window=60',
      "Expected `window` to be a whole number with its unit, such as '250ms', '10s', '5m', '1h' or '30d', got \"60\"",
    ],
    ['tokenBucket?capacity=5', 'Expected `refillRate` to be a positive whole number, got undefined'],
    ['tokenBucket?capacity=5&refillRate=1&speed=3', 'There is no option "speed".'],
    [
      'slidingWindowLog?limit=10001&window=1s',
      'Expected `limit` to be at most 10000 for a log in this playground',
    ],
    ['tokenBucket?capacity=5&refillRate=1&name=%C3%BC', 'printable ASCII'],
    ['nonsense?capacity=5', 'There is no such algorithm.'],
    ['constructor?capacity=5', 'There is no such algorithm.'],
    [
      `tokenBucket?capacity=5&refillRate=1&key=${'k'.repeat(129)}`,
      'Expected `key` to have 1 to 128 characters.',
    ],
    ['tokenBucket?capacity=5&refillRate=1&cost=-1', 'Expected `cost` to be a whole number from 0 to 10000.'],
    [
      'tokenBucket?capacity=5&refillRate=1&cost=10001',
      'Expected `cost` to be a whole number from 0 to 10000.',
    ],
    [`tokenBucket?capacity=5&refillRate=1&name=${'n'.repeat(129)}`, 'The option "name" is too long.'],
  ])('%s is answered 400 with what is wrong', async (path, detail) => {
    for (const asked of [post(`/try/${path}`), get(`/peek/${path}`), get(`/live/${path}`)]) {
      const { status, body } = await asked
      expect(status).toBe(400)
      expect(JSON.parse(body).detail).toContain(detail)
    }
  })

  it('a body or an address that is too long is not read', async () => {
    expect((await askRaw(server.port, 'POST', `/try/${BUCKET}`, {}, 'x')).status).toBe(413)
    expect((await get(`/peek/${BUCKET}&key=${'k'.repeat(2_000)}`)).status).toBe(414)
  })
})

describe('who may ask', () => {
  const write = `/try/${BUCKET}&key=who`

  it('a page under a name that was pointed at this machine may nothing', async () => {
    for (const host of ['evil.example', 'evil.example:8080', 'localhost.evil.example']) {
      expect((await post(write, { host })).status).toBe(403)
      expect((await get('/', { host })).status).toBe(403)
    }
  })

  it.each(['localhost:1', '127.0.0.1:1', '[::1]:1', 'LOCALHOST:1'])(
    '%s is a name of this machine',
    async (host) => {
      expect((await get('/', { host })).status).toBe(200)
    },
  )

  it('another site may open the page, and not write, listen or look', async () => {
    const host = `localhost:${server.port}`
    const sites: Record<string, string>[] = [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:1' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of sites) {
      for (const path of [write, write.replace('try', 'refund'), write.replace('try', 'reset')]) {
        expect((await post(path, { host, ...headers })).status).toBe(403)
      }
      for (const verb of ['live', 'peek']) {
        expect((await get(write.replace('try', verb), { host, ...headers })).status).toBe(403)
      }
      expect((await get('/', { host, ...headers })).status).toBe(200)
    }
    expect(await json(get(`${write.replace('try', 'peek')}&cost=0`))).toMatchObject({ remaining: 2 })
  })

  it('the page itself and programs may', async () => {
    const host = `localhost:${server.port}`
    expect((await post(write, { host, origin: `http://${host}` })).status).toBe(200)
    expect((await post(write)).status).toBe(200)
  })

  it('a request that is no write charges nothing', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect((await askRaw(server.port, method, `/try/${BUCKET}&key=get`)).status).toBe(404)
    }
    expect(await json(get(`/peek/${BUCKET}&key=get&cost=0`))).toMatchObject({ remaining: 2 })
  })

  it('the page may load nothing from elsewhere and be framed by nobody', async () => {
    const { headers } = await get('/')
    const policy = `${headers['content-security-policy']}`
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })
})

describe('the live view', () => {
  it('tells everyone of each request, and of the level between them', async () => {
    const live = `${server.url}/live/${BUCKET}&key=live`
    const [one, other] = [await listen(live), await listen(live)]
    await post(`/try/${BUCKET}&key=live&cost=2`)
    await post(`/try/${BUCKET}&key=live`)
    for (const { until, close } of [one, other]) {
      expect((await until(({ kind }) => kind === 'hello')).data).toMatchObject({
        status: { store: 'memory' },
      })
      const events = await until(({ kind }) => kind === 'events')
      expect(events.data[0]).toMatchObject({ key: 'live', cost: 2, ok: true, left: 0 })
      const level = await until(({ kind, data }) => kind === 'level' && data.left === 0)
      expect(level.data.resetMs).toBeGreaterThan(3_600_000)
      close()
    }
    const late = await listen(live)
    const hello = await late.until(({ kind }) => kind === 'hello')
    const own = (hello.data.recent as { key: string; ok: boolean }[]).filter(({ key }) => key === 'live')
    expect(own.map(({ ok }) => ok)).toEqual([true, false])
    late.close()
  })
})

describe('a window that opens amid requests', () => {
  it('counts each of them once', async () => {
    const path = `${BUCKET.replace('capacity=2', 'capacity=40')}&key=amid`
    const windows: Awaited<ReturnType<typeof listen>>[] = []
    for (let one = 0; one < 40; one++) {
      await post(`/try/${path}`)
      if (one % 4 === 0) windows.push(await listen(`${server.url}/live/${path}`))
    }
    for (const { until, heard, close } of windows) {
      const total = () => {
        const hello = heard.find(({ kind }) => kind === 'hello')?.data.counts as { allowed: number }
        const later = heard
          .filter(({ kind }) => kind === 'events')
          .map(({ data }) => Object.keys(data).length)
        return later.reduce((sum, count) => sum + count, hello?.allowed ?? 0)
      }
      await until(({ kind, data }) => kind === 'level' && data.left === 0)
      await expect.poll(total).toBe(40)
      close()
    }
  })
})

describe('what it keeps is bounded', () => {
  it('policies make room for others, windows are turned away', async () => {
    for (let capacity = 1; capacity <= 100; capacity++) {
      expect((await get(`/peek/tokenBucket?capacity=${capacity}&refillRate=1`)).status).toBe(200)
    }
    const windows = await Promise.all(
      Array.from({ length: 32 }, () => listen(`${server.url}/live/${BUCKET}&key=many`)),
    )
    expect((await get(`/live/${BUCKET}`)).status).toBe(503)
    for (const { close } of windows) close()
    await expect.poll(async () => (await listen(`${server.url}/live/${BUCKET}`)).status).toBe(200)
  })

  it('it is limited by its own library, in words of its own', async () => {
    const { port, close } = await startHere(undefined, { capacity: 5, refillRate: 1 })
    const asked = await Promise.all(Array.from({ length: 12 }, () => askRaw(port, 'POST', `/try/${BUCKET}`)))
    await close()
    const own = asked.filter(({ body }) => body.includes('The playground itself is limited'))
    expect(own.length).toBeGreaterThan(0)
    expect(own.length).toBeLessThanOrEqual(7)
    for (const { status, headers } of own) {
      expect(status).toBe(429)
      expect(headers).not.toHaveProperty('ratelimit')
    }
  })
})
