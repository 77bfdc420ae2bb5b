import { CLIENTS, chaos } from './chaos/run.ts'
import { COLUMNS } from './clients.ts'
import { commandLine, count, refuse } from './command-line.ts'

const USAGE = `Usage: pnpm chaos [SECONDS] [SEED] [options]

Three processes ask while a Redis is killed, frozen, made to forget its scripts and cut off at random: for five minutes
from a seed of the clock by default. Every decision is judged afterwards. Prints what was seen, and ends with 1 at a fault.

  --client NAME  of one process, and so for each; ${CLIENTS.join(', ')} by default
  --help         prints this

Clients: ${COLUMNS.join(', ')}.
Progress goes to stderr. REDIS_SERVER names a Redis or Valkey binary other than the one on the PATH.`

const { values, positionals } = commandLine(USAGE, { client: { type: 'string', multiple: true } })
const seconds = count(positionals[0], 300, USAGE)
const seed = count(positionals[1], Date.now() % 1_000_000_000, USAGE)
const clients = values.client ?? CLIENTS
const unknown = clients.find((name) => !COLUMNS.includes(name))
if (unknown !== undefined) refuse(`No client is called ${unknown}`, USAGE)
if (clients.length !== CLIENTS.length) refuse(`Expected ${CLIENTS.length} clients`, USAGE)
const result = await chaos(seconds * 1_000, seed, clients, (text) => process.stderr.write(`${text}\n`))
console.log(JSON.stringify(result, null, 2))
if (result.faults.length > 0) process.exitCode = 1
