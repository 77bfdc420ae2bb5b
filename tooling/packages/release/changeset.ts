import { published } from '../workspace.ts'

const names = published.map((folder) => `@rl/${folder}`)

/** What is wrong with changesets that will be released together. */
export function contradictions(...texts: readonly string[]): string[] {
  const changesets = texts.map(read)
  const bumps = changesets.flatMap((changeset) => changeset.bumps)
  const major = bumps.filter(([, bump]) => bump === 'major').map(([name]) => name)
  // Changesets would move the adapters by a patch, and break who takes patches.
  const behind = major.includes('@rl/core') ? names.filter((name) => !major.includes(name)) : []
  return [
    ...bumps.filter(([name]) => !names.includes(name)).map(([name]) => `${name}: not published`),
    ...bumps
      .filter(([, bump]) => !/^(patch|minor|major)$/.test(bump))
      .map(([name, bump]) => `${name}: ${bump}`),
    ...changesets.filter(({ body }) => body.trim() === '').map(() => 'no text'),
    ...behind.map((name) => `${name}: not major`),
  ]
}

function read(text: string) {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)---\n([\s\S]*)$/.exec(text) ?? []
  const lines = [...head.matchAll(/^'(.+)': (\w+)$/gm)]
  return { body, bumps: lines.map(([, name = '', bump = '']) => [name, bump] as const) }
}
