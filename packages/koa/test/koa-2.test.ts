import { describeAdapter, inProcess } from '@rl/contract'
import Koa from 'koa2'
import { host } from './host.ts'

describeAdapter('Koa 2', inProcess(host(Koa)))
