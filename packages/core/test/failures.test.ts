import { describe, expect, it } from 'vitest'
import { SENDS_ONCE } from '../../../tooling/failures/clients.ts'
import type { Cell } from '../../../tooling/failures/judge.ts'
import { startProbe } from '../../../tooling/failures/probe.ts'
import { SINGLE } from '../../../tooling/failures/rows/index.ts'
import { runRow } from '../../../tooling/failures/run-row.ts'

// The matrix itself (`pnpm matrix`) plays every row to every client and measures times.
const CLIENTS = ['ioredis 6', 'node-redis 6']

/** What must hold in every cell, whatever fails. */
function expectSound(cell: Cell | undefined): void {
  expect(cell).toMatchObject({ wrong: [], late: 0, rejections: [] })
  expect(cell!.answered).toBeGreaterThan(0)
  expect(cell!.backMs).toBeDefined()
}

describe.concurrent('Redis, failing', () => {
  for (const row of SINGLE) {
    it(`C062 C066 C067 ${row.name}: nothing wrong, late or unhandled, and back on Redis`, {
      timeout: 50_000,
    }, async () => {
      const clients = row.loseReplies ? [...CLIENTS, SENDS_ONCE] : CLIENTS
      const cells = await runRow(row, clients, startProbe)
      for (const client of clients) expectSound(cells[client])
      expect(cells['node-redis 6']!.double).toBe(0)
      if (row.loseReplies) expect(cells[SENDS_ONCE]!.double).toBe(0)
      else expect(cells['ioredis 6']!.double).toBe(0)
    })
  }
})
