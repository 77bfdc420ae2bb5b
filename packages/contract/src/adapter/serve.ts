import { scenarios } from './scenarios/index.ts'
import type { Host, Running, Start } from './site.ts'

/** Serves scenarios from this process. */
export function inProcess<R>(host: Host<R>): Start {
  return async (name): Promise<Running> => {
    const scenario = scenarios[name]
    if (scenario === undefined) throw new Error(`There is no scenario "${name}"`)
    const lines: string[] = []
    const log = (line: string): void => void lines.push(line)
    const { header, method } = host
    const site = scenario<R>({ header, method, log })
    const onError = (error: unknown): void => log(`error: ${String(Object(error).message)}`)
    const { url, close } = await host.serve({ ...site, onError })
    return { url, close, log: async () => [...lines] }
  }
}
