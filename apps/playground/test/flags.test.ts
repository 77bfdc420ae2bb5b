import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readFlags, USAGE } from '../src/server/flags.ts'
import { runProgram } from './support/server.ts'

describe('the flags', () => {
  it.each([
    [[], {}, { host: '127.0.0.1', port: 8080, redis: undefined }],
    [['--port', '9000', '--host', '0.0.0.0'], {}, { host: '0.0.0.0', port: 9000, redis: undefined }],
    [['--redis-host', 'cache'], {}, { redis: 'redis://cache:6379' }],
    [['--redis-port', '7000'], {}, { redis: 'redis://127.0.0.1:7000' }],
    [['--redis-host', '::1', '--redis-port', '7000'], {}, { redis: 'redis://[::1]:7000' }],
    [['--redis-url=rediss://:secret@cache:7000/1'], {}, { redis: 'rediss://:secret@cache:7000/1' }],
    [[], { PORT: '9001', REDIS_URL: 'redis://cache' }, { port: 9001, redis: 'redis://cache' }],
    [
      ['--port', '1', '--redis-port', '2'],
      { PORT: '9001', REDIS_URL: 'redis://cache' },
      { port: 1, redis: 'redis://127.0.0.1:2' },
    ],
  ])('%j with %j', (args, env, expected) => {
    expect(readFlags(args, env)).toMatchObject(expected)
  })

  it.each([
    [['--prot', '1'], "Unknown option '--prot'"],
    [['8080'], "Unexpected argument '8080'"],
    [['--port'], "Option '--port <value>' argument missing"],
    [['--port', '0'], 'Expected --port to be a port from 1 to 65535, got "0"'],
    [['--port', '80a'], 'Expected --port to be a port from 1 to 65535, got "80a"'],
    [['--port='], 'Expected --port to have a value'],
    [['--redis-port', '70000'], 'Expected --redis-port to be a port'],
    [
      ['--redis-url', 'http://user:secret@cache'],
      'Expected --redis-url to be a URL such as redis://127.0.0.1:6379',
    ],
    [['--redis-url', 'redis://cache', '--redis-port', '1'], 'Expected either --redis-url or'],
  ])('%j is refused in one line', (args, message) => {
    const problem = () => readFlags(args, {})
    expect(problem).toThrow(message)
    expect(problem).not.toThrow(/\n|secret/)
  })
})

describe('the program', () => {
  it('ends with 2 and one line on a wrong flag', async () => {
    const { code, out, error } = await runProgram('--prot', '1')
    expect([code, out]).toEqual([2, ''])
    expect(error).toBe("Unknown option '--prot'; --help shows what there is\n")
  })

  it('names the port and the flag where the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const { code, error } = await runProgram('--port', `${port}`)
    expect([code, error]).toEqual([1, `Port ${port} is taken; choose another with --port\n`])
  })

  it('says what it takes', async () => {
    const { code, out } = await runProgram('--help')
    expect([code, out]).toEqual([0, `${USAGE}\n`])
    expect(readFileSync(resolve(import.meta.dirname, '../README.md'), 'utf8')).toContain(`\n${USAGE}\n`)
  })
})
