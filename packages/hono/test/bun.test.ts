import { fileURLToPath } from 'node:url'
import { describeAdapter, inOtherProcess } from '@rl/contract'
import { afterAll } from 'vitest'
import { bundle } from './bundle.ts'

const program = await bundle('serve-bun.ts')
const bun = fileURLToPath(import.meta.resolve('bun/bin/bun.exe'))
const { start, stop } = inOtherProcess(bun, [program.file])
afterAll(stop)
afterAll(program.remove)

describeAdapter('Hono on Bun', start)
