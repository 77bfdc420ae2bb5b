import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../servers/ports.ts'

export interface Serving {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a program that listens on `PORT`, and resolves once it names its address. */
export async function serve(
  [command = '', ...args]: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(command, args, { cwd, env: { PATH: process.env.PATH, PORT: `${port}`, ...variables } })
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  let output = ''
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes(url)) resolve()
      })
  })
  const over = ended.then(() => {
    throw new Error(`${command} ${args.join(' ')} ended before it said where it listens:\n${output}`)
  })
  await Promise.race([ready, over]).finally(() => clearTimeout(timer))
  over.catch(() => {})
  return { url, stop }
}

/** How many of so many requests at once were let through, and how many refused with the ordinary answer. */
export async function flood(url: string, requests: number): Promise<{ allowed: number; limited: number }> {
  const responses = await Promise.all(Array.from({ length: requests }, () => fetch(url)))
  const limited = responses.filter(
    ({ status, headers }) => status === 429 && headers.has('retry-after'),
  ).length
  return { allowed: responses.filter(({ status }) => status === 200).length, limited }
}
