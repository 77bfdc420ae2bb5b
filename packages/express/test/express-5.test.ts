import { describeAdapter, describeForwarded } from '@rl/contract'
import { inProcess } from '@rl/contract/host'
import express from 'express'
import { host } from './host.ts'

describeAdapter('Express 5', inProcess(host(express)), describeForwarded)
