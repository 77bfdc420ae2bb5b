import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const dist = resolve(import.meta.dirname, '../dist')
const built = readdirSync(join(dist, 'assets')).map((name) => join(dist, 'assets', name))
const files = [join(dist, 'index.html'), ...built]

describe('the built page', () => {
  it('has at most 150 kB, compressed', () => {
    const sizes = files.map((file) => gzipSync(readFileSync(file)).length)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    console.log(`The page is ${(total / 1_000).toFixed(1)} kB in ${files.length} files, compressed`)
    expect(total).toBeLessThanOrEqual(150_000)
  })

  it('asks for nothing from elsewhere', () => {
    for (const file of files.filter((name) => /\.(html|css)$/.test(name))) {
      expect(readFileSync(file, 'utf8')).not.toMatch(/(?:src|href|url\()\W*(?:https?:)?\/\//)
    }
  })
})
