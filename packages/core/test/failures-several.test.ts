import { describe, expect, it } from 'vitest'
import { startProbe } from '../../../tooling/failures/probe.ts'
import { SEVERAL } from '../../../tooling/failures/rows/index.ts'
import { runRow } from '../../../tooling/failures/run-row.ts'

describe.concurrent('several Redis servers, failing', () => {
  for (const row of SEVERAL) {
    it(`C067 ${row.name}: nothing wrong, late or unhandled, and back on Redis`, {
      timeout: 60_000,
    }, async () => {
      const cells = await runRow(row, ['ioredis 6', 'node-redis 6'], startProbe)
      for (const client of ['ioredis 6', 'node-redis 6']) {
        expect(cells[client]).toMatchObject({ wrong: [], late: 0, rejections: [] })
        expect(cells[client]!.answered).toBeGreaterThan(0)
        expect(cells[client]!.backMs).toBeDefined()
      }
      expect(cells['node-redis 6']!.double).toBe(0)
    })
  }
})
