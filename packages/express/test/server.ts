import { serveOrders } from '@rl/contract/host'
import express from 'express'
import { host } from './host.ts'

serveOrders(host(express))
