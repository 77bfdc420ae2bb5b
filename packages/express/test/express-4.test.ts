import { describeAdapter, describeForwarded } from '@rl/contract'
import { inProcess } from '@rl/contract/host'
import express from 'express4'
import { host } from './host.ts'

describeAdapter('Express 4', inProcess(host(express)), describeForwarded)
