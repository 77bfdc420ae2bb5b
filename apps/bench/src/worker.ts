import { fileURLToPath } from 'node:url'
import { run } from './processes.ts'

/** Runs a file of `workers/` in a process of its own, on the core that does not serve Redis, and answers what it found. */
export async function ask<Request, Answer>(
  file: string,
  request: Request,
  flags: readonly string[] = [],
): Promise<Answer> {
  const path = fileURLToPath(new URL(`./workers/${file}`, import.meta.url))
  return JSON.parse(await run('load', process.execPath, [...flags, path, JSON.stringify(request)])) as Answer
}
