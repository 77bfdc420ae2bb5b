import { describeQuickStart } from '../../../tooling/quick-start.ts'

describeQuickStart('Hono', 'hono')
