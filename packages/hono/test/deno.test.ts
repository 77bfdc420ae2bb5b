import { fileURLToPath } from 'node:url'
import { describeAdapter, inOtherProcess } from '@rl/contract'
import { afterAll } from 'vitest'
import { bundle } from './bundle.ts'

const program = await bundle('serve-deno.ts')
const deno = fileURLToPath(import.meta.resolve('deno/deno'))
const { start, stop } = inOtherProcess(deno, ['run', '--allow-all', program.file])
afterAll(stop)
afterAll(program.remove)

describeAdapter('Hono on Deno', start)
