import { describeAdapter } from '@rl/contract'
import { inProcess } from '@rl/contract/host'
import type { Hono } from 'hono'
import { Hono as Oldest } from 'hono4'
import { host } from './host.ts'
import { node } from './node.ts'

describeAdapter('Hono 4.0 on Node', inProcess(host(Oldest as unknown as typeof Hono, node)))
