import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decode, encode } from '@jridgewell/sourcemap-codec'

interface SourceMap {
  names?: string[]
  sourcesContent?: string[]
  mappings: string
}

/** Keeps of a source map what a stack trace needs, the source's file and line: a fifth of its size. */
export function byLines<M extends SourceMap>({ sourcesContent: _, ...map }: M): Omit<M, 'sourcesContent'> {
  const lines = decode(map.mappings).map((segments) => {
    const first = segments.find((segment) => segment.length > 1)
    return first === undefined ? [] : [[0, first[1], first[2], 0] as [number, number, number, number]]
  })
  return { ...map, names: [], mappings: encode(lines) }
}

/** A plugin for the build, which writes the maps by lines. */
export const lineMaps = {
  name: 'line-maps',
  async writeBundle({ dir = '.' }: { dir?: string }, bundle: object): Promise<void> {
    for (const name of Object.keys(bundle).filter((file) => file.endsWith('.map'))) {
      const file = join(dir, name)
      await writeFile(file, JSON.stringify(byLines(JSON.parse(await readFile(file, 'utf8')))))
    }
  },
}
