import { describeAdapter, inProcess } from '@rl/contract'
import express from 'express'
import { host } from './host.ts'

describeAdapter('Express 5', inProcess(host(express)))
