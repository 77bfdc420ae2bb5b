import { describeAdapter, describeForwarded } from '@rl/contract'
import { inProcess } from '@rl/contract/host'
import Koa from 'koa2'
import { host } from './host.ts'

describeAdapter('Koa 2', inProcess(host(Koa)), describeForwarded)
