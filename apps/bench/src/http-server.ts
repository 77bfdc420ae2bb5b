import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../tooling/servers/ports.ts'
import type { Framework, Limiting } from './http/serving.ts'
import { pinned } from './processes.ts'
import type { HttpServerRequest } from './workers/http-server.ts'

/** A web server in a process of its own, on the measured core. */
export interface HttpServer {
  readonly port: number
  /** CPU microseconds that it has used so far. */
  cpuUs(): Promise<number>
  stop(): Promise<void>
}

const file = fileURLToPath(new URL('./workers/http-server.ts', import.meta.url))

function told(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The web server ended with ${code}`))
    server.once('exit', ended)
    server.once('message', (cpuUs) => {
      server.off('exit', ended)
      resolve(cpuUs as number)
    })
  })
}

export async function startHttpServer(
  framework: Framework,
  limiting: Limiting,
  redisPort: number,
): Promise<HttpServer> {
  const port = await freePort()
  const request: HttpServerRequest = { framework, limiting, port, redisPort }
  const [command, args] = pinned('measured', process.execPath, [file, JSON.stringify(request)])
  const env = { ...process.env, NODE_ENV: 'production' }
  const server = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env })
  await told(server)
  return {
    port,
    async cpuUs() {
      server.send('cpu')
      return told(server)
    },
    async stop() {
      const exited = once(server, 'exit')
      server.disconnect()
      await exited
    },
  }
}
