import { describeQuickStart } from '../../../tooling/quick-start.ts'

describeQuickStart('Express', 'express')
