import { describeAdapter, inProcess } from '@rl/contract'
import express from 'express4'
import { host } from './host.ts'

describeAdapter('Express 4', inProcess(host(express)))
