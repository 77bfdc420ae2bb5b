import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pages, read, root } from './pages.ts'

/** The text without its blocks and spans of code. */
const prose = (page: string): string =>
  read(page)
    .replace(/^(`{3,})[\s\S]*?^\1$/gm, '')
    .replace(/`[^`\n]*`/g, '')

/** The anchor that a heading gets, as GitHub makes it. */
const slug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

const anchors = (page: string): string[] =>
  [
    ...read(page)
      .replace(/^(`{3,})[\s\S]*?^\1$/gm, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, heading]) => slug(heading!))

const links = (page: string): string[] =>
  [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)

/** What is wrong with a link of a page, or nothing. */
function broken(page: string, link: string): string | undefined {
  if (/^https:\/\//.test(link)) return undefined
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, target))) return `${link}: there is no ${target}`
  if (statSync(join(root, target)).isDirectory()) return `${link}: a folder shows no page everywhere`
  if (anchor !== undefined && !anchors(target).includes(anchor))
    return `${link}: ${target} has no such heading`
  return undefined
}

describe('links', () => {
  it.each(pages)('of %s lead somewhere', (page) => {
    expect(links(page).flatMap((link) => broken(page, link) ?? [])).toEqual([])
  })

  it('reach every page that is written by hand from the index', () => {
    const linked = links('docs/README.md').map((link) => join('docs', link))
    const written = pages.filter((page) => page.startsWith('docs/') && !/^Written by `pnpm/m.test(read(page)))
    expect(written.filter((page) => page !== 'docs/README.md' && !linked.includes(page))).toEqual([])
  })

  it('are told apart: a wrong path, a wrong anchor, a folder', () => {
    expect(broken('docs/README.md', 'nowhere.md')).toContain('there is no docs/nowhere.md')
    expect(broken('docs/README.md', 'headers.md#nothing')).toContain('no such heading')
    expect(broken('docs/README.md', 'start')).toContain('a folder')
    expect(broken('docs/README.md', '../CONTRIBUTING.md#a-framework')).toBeUndefined()
  })
})
