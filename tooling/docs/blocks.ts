// What a page holds besides prose: fenced blocks, and comments that only its test reads.
//
//   ```ts             a program; without an import it continues the one above it
//   ```ts continues   continues the one above it, with imports of its own
//   ```text           what the program above prints
//   ```http           what the program above answers, once it answers with this status
//   ```sh             commands; see commands.ts
//   ```               what is no code, with a reason as below
//   <!-- setup …      code that the next block needs and a reader does not
//   <!-- check …      code that says what the program above must have done
//   <!-- not run: …   why the next block is not

export type Kind = 'ts' | 'text' | 'http' | 'sh' | 'picture' | 'setup' | 'check'

export interface Block {
  readonly kind: Kind
  /** The line of the page that its first line is. */
  readonly line: number
  readonly lines: readonly string[]
  readonly continues: boolean
  /** Why it is not run. */
  readonly reason?: string
}

const FENCE = /^(\s*)(`{3,})([\w-]*) ?(.*)$/
const COMMENT = /^<!-- (setup|check)$/
const REASON = /^<!-- not run: (.+) -->$/
const KINDS: Readonly<Record<string, Kind>> = {
  ts: 'ts',
  text: 'text',
  http: 'http',
  sh: 'sh',
  '': 'picture',
}

const hasImports = (lines: readonly string[]): boolean => lines.some((line) => line.startsWith('import '))

/** A line that opens a block: the line that closes it, what the block is, and a word on it. */
function opening(line: string): { end: string; kind: Kind | undefined; word: string } | undefined {
  const comment = COMMENT.exec(line)
  if (comment) return { end: '-->', kind: comment[1] as Kind, word: '' }
  const [, indent = '', ticks, language = '', word = ''] = FENCE.exec(line) ?? []
  return ticks ? { end: indent + ticks, kind: KINDS[language], word } : undefined
}

function block(at: number, kind: Kind, word: string, lines: readonly string[], reason?: string): Block {
  const continues = kind === 'check' || word === 'continues' || !hasImports(lines)
  return { kind, line: at + 1, lines, continues, ...(reason && { reason }) }
}

/** The blocks of a page, in its order. Throws where the page says something that nobody reads. */
export function blocksOf(page: string, text: string): readonly Block[] {
  const blocks: Block[] = []
  const all = text.split('\n')
  let reason: string | undefined
  for (let at = 0; at < all.length; at++) {
    reason = REASON.exec(all[at]!)?.[1] ?? reason
    const opened = opening(all[at]!)
    if (opened === undefined) continue
    const { end, kind, word } = opened
    if (kind === undefined || !['', 'continues'].includes(word))
      throw new Error(`${page}:${at + 1}: what kind of block is this?`)
    const last = all.indexOf(end, at + 1)
    if (last < 0) throw new Error(`${page}:${at + 1}: this block never ends`)
    blocks.push(block(at + 1, kind, word, all.slice(at + 1, last), reason))
    reason = undefined
    at = last
  }
  return blocks
}
