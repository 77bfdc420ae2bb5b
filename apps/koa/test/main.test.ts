import { describeQuickStart } from '../../../tooling/quick-start.ts'

describeQuickStart('Koa', 'koa')
