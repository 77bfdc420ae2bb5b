import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { type Block, blocksOf } from './blocks.ts'
import { pages, read } from './pages.ts'

/** Blocks of one page that run as one program. */
export interface Program {
  readonly page: string
  /** Where its first block starts. */
  readonly line: number
  readonly file: string
  readonly blocks: readonly Block[]
}

// Of this process alone: others may be testing the same pages.
const folder = resolve(import.meta.dirname, 'dist/programs', `${process.pid}`)

const isCode = ({ kind }: Block): boolean => kind === 'ts' || kind === 'setup' || kind === 'check'

function programsOf(page: string): Program[] {
  const found: Block[][] = []
  for (const block of blocksOf(page, read(page))) {
    if (block.reason || block.kind === 'sh' || block.kind === 'picture') continue
    if (isCode(block) && !block.continues) {
      const before = found.at(-1)
      // What is only set up belongs to the block that follows.
      if (block.kind === 'ts' && before?.every(({ kind }) => kind === 'setup')) before.push(block)
      else found.push([block])
    } else if (found.length > 0) found.at(-1)!.push(block)
    else if (block.kind === 'setup') found.push([block])
    else throw new Error(`${page}:${block.line}: nothing is there to continue`)
  }
  return found.map((blocks) => {
    const [{ line }] = blocks as [Block]
    const file = resolve(folder, page.replace(/\.md$/, '').replaceAll('/', '-').toLowerCase(), `${line}.ts`)
    return { page, line, file, blocks }
  })
}

/** All programs of all pages. */
export const allPrograms = (): readonly Program[] => pages.flatMap(programsOf)

const textOf = (blocks: readonly Block[], kind: Block['kind']): string[] =>
  blocks.filter((block) => block.kind === kind).map(({ lines }) => lines.join('\n'))

/** The text of a program, each line where the page has it, so that an error names the line of the page. */
export function sourceOf({ file, blocks }: Program): string {
  const checking = relative(dirname(file), resolve(import.meta.dirname, 'checking.ts')).replaceAll('\\', '/')
  const lines = [`import * as docs from '${checking}'`]
  for (const block of blocks.filter(isCode)) {
    while (lines.length < block.line - 1) lines.push('')
    lines.push(...block.lines)
  }
  const expected = { prints: textOf(blocks, 'text'), answers: textOf(blocks, 'http') }
  return `${lines.join('\n')}\nawait docs.finish(${JSON.stringify(expected)})\n`
}

const TSCONFIG = {
  extends: '../../../../../tsconfig.base.json',
  compilerOptions: {
    isolatedDeclarations: false,
    declaration: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
  },
  include: ['**/*.ts', '../../../../../types/**/*.d.ts'],
  exclude: [],
}

/** Removes what was written. */
export const removePrograms = (): void => rmSync(folder, { recursive: true, force: true })

/** Writes all programs and a project of them; gives the project's file. */
export function writePrograms(programs: readonly Program[]): string {
  for (const program of programs) {
    mkdirSync(dirname(program.file), { recursive: true })
    writeFileSync(program.file, sourceOf(program))
  }
  const project = resolve(folder, 'tsconfig.json')
  writeFileSync(project, JSON.stringify(TSCONFIG))
  return project
}
