import { describe, expect, it } from 'vitest'
import { choose } from '../src/bench.ts'
import { parseCommandLine } from '../src/command-line.ts'
import { toMarkdown } from '../src/markdown.ts'
import { median } from '../src/median.ts'
import { measure } from '../src/rounds.ts'
import { SUITES } from '../src/suites.ts'

describe('the command line of the bench', () => {
  it('measures everything in full by default', () => {
    expect(parseCommandLine([])).toEqual({ suites: [], rounds: 7, scale: 1, json: false, help: false })
    expect(choose(SUITES, [])).toBe(SUITES)
  })

  it('takes names of suites, and less of everything', () => {
    const { suites, rounds, scale } = parseCommandLine(['local', '--quick', 'log', '--rounds', '2'])
    expect({ suites, rounds }).toEqual({ suites: ['local', 'log'], rounds: 2 })
    expect(scale).toBeLessThan(1)
    expect(choose(SUITES, suites).map(({ name }) => name)).toEqual(['log', 'local'])
  })

  it('refuses what it does not know', () => {
    expect(() => parseCommandLine(['--rounds', 'many'])).toThrow(
      'Expected --rounds to be a positive number, got many',
    )
    expect(() => parseCommandLine(['--fast'])).toThrow('--fast')
    expect(() => choose(SUITES, ['speed'])).toThrow('Expected a suite (redis-cpu, ')
  })
})

describe('rounds', () => {
  it('sample each subject once and compare within the round', async () => {
    let load = 1
    const order: string[] = []
    const subject = (name: string, cost: number) => ({
      name,
      async sample() {
        order.push(name)
        return { cpu: cost * load }
      },
    })
    const samples = await measure([[subject('a', 3), subject('b', 2)], [subject('c', 1)]], 3, () => {
      load *= 10 // another program takes its part, and more of it each round
    })
    expect(samples.ratio('a', 'b', 'cpu')).toBe(1.5)
    expect(samples.spread('a', 'b', 'cpu')).toEqual([1.5, 1.5])
    expect(samples.median('c', 'cpu')).toBe(10)
    for (const round of [order.slice(0, 3), order.slice(3, 6), order.slice(6)])
      expect(round.toSorted()).toEqual(['a', 'b', 'c'])
    expect(() => samples.median('d', 'cpu')).toThrow('Nothing named "d"')
  })

  it('take the median of what could be read', () => {
    expect(median([5, Number.NaN, 1, 3])).toBe(3)
    expect(median([1, 2])).toBe(1.5)
    expect(median([])).toBeNaN()
  })
})

describe('a report in Markdown', () => {
  it('says whether each goal is reached', () => {
    const measures = [
      { name: 'less', value: 0.5, goal: { most: 0.4 } },
      { name: 'more', value: 6, goal: { least: 5 } },
      { name: 'open', value: Number.NaN },
    ]
    const tables = [{ title: 'Costs', columns: ['', 'µs'], rows: [['ours', 12_345]], note: 'A note.' }]
    expect(toMarkdown('suite', 'a question', { measures, tables })).toBe(`## suite: a question

### Ratios within this run

| measure | ratio |  goal | reached |
| ------- | ----: | ----: | ------: |
| less    |  0.50 | ≤ 0.4 |      no |
| more    |  6.00 |   ≥ 5 |     yes |
| open    |     - |       |         |

### Costs

|      |     µs |
| ---- | -----: |
| ours | 12,345 |

A note.`)
  })
})
