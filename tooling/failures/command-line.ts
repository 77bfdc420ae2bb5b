import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Says what is wrong with a command line, and ends. */
export function refuse(message: string, usage: string): never {
  console.error(`${message}\n\n${usage}`)
  process.exit(2)
}

/** What a command line says; one that asks for help, or makes no sense, is answered and ends. */
export function commandLine<O extends NonNullable<ParseArgsConfig['options']>>(usage: string, options: O) {
  const config = { options: { ...options, help: { type: 'boolean' } }, allowPositionals: true } as const
  try {
    const { values, positionals } = parseArgs(config)
    if (!(values as { help?: boolean }).help) return { values, positionals }
  } catch (error) {
    refuse((error as Error).message, usage)
  }
  console.log(usage)
  process.exit(0)
}

/** A whole number of the command line. */
export function count(text: string | undefined, otherwise: number, usage: string): number {
  const value = text === undefined ? otherwise : Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return value
  return refuse(`Expected a whole number, got ${text}`, usage)
}
