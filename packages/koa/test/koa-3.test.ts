import { describeAdapter, describeForwarded } from '@rl/contract'
import { inProcess } from '@rl/contract/host'
import Koa from 'koa'
import { host } from './host.ts'

describeAdapter('Koa 3', inProcess(host(Koa)), describeForwarded)
