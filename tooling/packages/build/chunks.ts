/**
 * The files that core is built into: one for each folder of its source, one for what lies beside the folders, and one for
 * all Lua. Each stays below the 32 kB that gzip looks back, so that the second of the two formats costs next to nothing.
 */
export function chunkOf(id: string): string | null {
  if (id.endsWith('.lua')) return 'lua'
  const [, folder, file] = /[\\/]core[\\/]src[\\/](?:(\w+)[\\/])?(?:.*[\\/])?([\w-]+)\.ts$/.exec(id) ?? []
  if (file === undefined || (folder === undefined && file === 'index')) return null
  return folder ?? 'limiter'
}
