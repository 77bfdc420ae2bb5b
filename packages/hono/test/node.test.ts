import { describeAdapter } from '@rl/contract'
import { inProcess } from '@rl/contract/host'
import { Hono } from 'hono'
import { host } from './host.ts'
import { node } from './node.ts'

describeAdapter('Hono on Node', inProcess(host(Hono, node)))
