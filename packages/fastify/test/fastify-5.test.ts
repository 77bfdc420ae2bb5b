import { describeAdapter, describeForwarded } from '@rl/contract'
import { inProcess } from '@rl/contract/host'
import { host } from './host.ts'

describeAdapter('Fastify 5', inProcess(host), describeForwarded)
