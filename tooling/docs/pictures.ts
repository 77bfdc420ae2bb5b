// Draws what each algorithm admits, from the library itself on a clock of our own, into docs/pictures:
//   pnpm pictures
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Policy } from '../../packages/core/src/index.ts'
import { history, POLICIES } from '../burst-table.ts'
import { draw, SECONDS, type Second } from './draw.ts'
import { root } from './pages.ts'

/** The same requests for all: how many come at once, at the start of a second. */
function arriving(second: number): number {
  if (second === 3) return 1
  if (second === 8 || second === 13) return 15
  return second >= 18 ? 2 : 0
}

async function run(policy: Policy): Promise<Second[]> {
  const { limiter, at } = history(policy)
  const left = async (time: number) => {
    at(time)
    return (await limiter.peek('a client', { cost: 0 })).remaining
  }
  const seconds: Second[] = []
  for (let second = 0; second < SECONDS; second++) {
    const before = await left(second)
    let admitted = 0
    let denied = 0
    for (let request = 0; request < arriving(second); request++) {
      const { allowed } = await limiter.consume('a client')
      if (allowed) admitted++
      else denied++
    }
    const after: number[] = []
    for (let part = 0; part < 10; part++) after.push(await left(second + part / 10))
    seconds.push({ before, after, admitted, denied })
  }
  return seconds
}

/** The file name of a picture: "token bucket, `refill: 'interval'`" becomes token-bucket-interval. */
const fileOf = (name: string): string =>
  `${name.replace(/`\w+: '(\w+)'`/, '$1').replaceAll(/[ ,]+/g, '-')}.svg`

/** All pictures by their path from the root. */
export async function pictures(): Promise<Map<string, string>> {
  const drawn = new Map<string, string>()
  for (const [name, policy] of POLICIES)
    drawn.set(`docs/pictures/${fileOf(name)}`, draw(name.replaceAll('`', ''), await run(policy)))
  return drawn
}

if (import.meta.main) {
  mkdirSync(resolve(root, 'docs/pictures'), { recursive: true })
  for (const [path, svg] of await pictures()) {
    writeFileSync(resolve(root, path), svg)
    console.log(path)
  }
}
