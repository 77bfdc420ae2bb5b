import { describeQuickStart } from '../../../tooling/quick-start.ts'

describeQuickStart('Fastify', 'fastify')
