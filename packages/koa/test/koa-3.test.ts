import { describeAdapter, inProcess } from '@rl/contract'
import Koa from 'koa'
import { host } from './host.ts'

describeAdapter('Koa 3', inProcess(host(Koa)))
