import { describeAdapter, inProcess } from '@rl/contract'
import { host } from './host.ts'

describeAdapter('Fastify 5', inProcess(host))
