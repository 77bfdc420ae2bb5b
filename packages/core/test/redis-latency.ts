import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const WATCH = `
const { connect } = require('node:net')
const { parentPort, workerData } = require('node:worker_threads')
const socket = connect(workerData.port, '127.0.0.1')
let sentAt = 0
let worst = 0
const ping = () => {
  sentAt = performance.now()
  socket.write('PING\\r\\n')
}
socket.on('connect', ping)
socket.on('data', () => {
  worst = Math.max(worst, performance.now() - sentAt)
  setTimeout(ping, 2)
})
parentPort.on('message', () => {
  parentPort.postMessage(Math.max(worst, performance.now() - sentAt))
  worst = 0
})`

/** Asks Redis again and again from a thread of its own; tells how long the slowest answer took since it was last asked. */
export function watchLatency(port: number): { worst(): Promise<number>; stop(): Promise<unknown> } {
  const worker = new Worker(WATCH, { eval: true, workerData: { port } })
  return {
    async worst() {
      worker.postMessage('')
      const [ms] = await once(worker, 'message')
      return ms as number
    },
    stop: () => worker.terminate(),
  }
}
