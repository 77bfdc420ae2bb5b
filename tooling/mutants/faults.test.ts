import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { plant } from './fault.ts'
import { FAULTS } from './faults/index.ts'
import { LIGHTER } from './lighter.ts'

describe('the planted faults', () => {
  it('are many, each with an id of its own', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(25)
    expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length)
    for (const { id, why } of FAULTS) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(why).not.toBe('')
    }
  })

  // A change of the code that moves the text must move the fault with it.
  it.each(FAULTS.map((fault) => [fault.id, fault] as const))('%s can be planted', (_, { edits, tests }) => {
    expect(edits.length).toBeGreaterThan(0)
    for (const edit of edits) {
      const text = readFileSync(edit.file, 'utf8')
      expect(plant(edit, text)).not.toBe(text)
    }
    expect(tests.length).toBeGreaterThan(0)
    for (const file of tests) expect(existsSync(file), file).toBe(true)
  })

  it('are looked for in fewer histories where none is planted', () => {
    for (const edit of LIGHTER) expect(plant(edit, readFileSync(edit.file, 'utf8'))).toContain(edit.replace)
  })
})
