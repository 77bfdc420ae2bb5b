import { connect } from 'node:net'
import { quantile } from './quantile.ts'

export interface HttpLoadRequest {
  readonly port: number
  readonly connections: number
  readonly requests: number
}

export interface HttpLoadAnswer {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: bench\r\n\r\n'
const END = '\r\n\r\n'

/** How long the first answer in `text` is, or 0 if it is not whole yet. */
function lengthOf(text: string): number {
  const head = text.indexOf(END)
  if (head < 0) return 0
  if (!text.startsWith('HTTP/1.1 200')) throw new Error(`Expected a 200, got ${text.slice(0, head)}`)
  const body = /content-length: (\d+)/i.exec(text.slice(0, head))
  if (body === null) throw new Error(`Expected a content-length, got ${text.slice(0, head)}`)
  const length = head + END.length + Number(body[1])
  return text.length < length ? 0 : length
}

/** A closed loop: each connection waits for its answer before it asks again. */
async function answer({ port, connections, requests }: HttpLoadRequest): Promise<HttpLoadAnswer> {
  const latencies = new Float64Array(requests)
  let asked = 0
  let answered = 0
  const started = performance.now()
  const connection = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let text = ''
      let sentAt = 0
      const ask = () => {
        if (asked === requests) {
          socket.destroy()
          return resolve()
        }
        asked++
        sentAt = performance.now()
        socket.write(REQUEST)
      }
      socket.setEncoding('latin1')
      socket.on('connect', ask)
      socket.on('error', reject)
      socket.on('data', (chunk: string) => {
        text += chunk
        try {
          const length = lengthOf(text)
          if (length === 0) return
          text = text.slice(length)
        } catch (error) {
          return reject(error)
        }
        latencies[answered++] = performance.now() - sentAt
        ask()
      })
    })
  await Promise.all(Array.from({ length: connections }, connection))
  const perSecond = (requests * 1_000) / (performance.now() - started)
  latencies.sort()
  return { perSecond, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) }
}

console.log(JSON.stringify(await answer(JSON.parse(process.argv[2] ?? '') as HttpLoadRequest)))
process.exit(0)
