import { join } from 'node:path'
import { attempt } from '../command.ts'
import type { Folder } from '../consumer/folder.ts'
import { root } from '../workspace.ts'
import { OTHERS } from './others.ts'

export const compilers = {
  '5.9': join(import.meta.dirname, 'typescript5.ts'),
  '7': join(root, 'node_modules/typescript/bin/tsc'),
}
export type Compiler = keyof typeof compilers

const common = {
  target: 'es2022',
  strict: true,
  esModuleInterop: true,
  skipLibCheck: false,
  skipDefaultLibCheck: true, // the compiler's own
  declaration: true,
  types: ['node'],
}

/** How the compiler finds modules; the first two emit what is then run. */
export const modes = {
  nodenext: {
    compilerOptions: { ...common, module: 'nodenext', outDir: 'nodenext' },
    include: ['*.mts', '*.cts'],
  },
  commonjs: { compilerOptions: { ...common, module: 'commonjs', outDir: 'commonjs' }, include: ['*.ts'] },
  node16: { compilerOptions: { ...common, module: 'node16', noEmit: true }, include: ['*.mts', '*.cts'] },
  bundler: {
    compilerOptions: { ...common, module: 'esnext', moduleResolution: 'bundler', noEmit: true },
    include: ['*.ts'],
  },
  // For whom a default import of CommonJS means something else: what imports from us alone, and names.
  withoutInterop: {
    compilerOptions: { ...common, module: 'commonjs', esModuleInterop: false, noEmit: true },
    include: ['own/*.ts'],
  },
} as const
export type Mode = keyof typeof modes

/** Compiles what is in a folder, checking all declarations; answers the errors that are not of other packages. */
export async function compile(folder: Folder, compiler: Compiler, mode: Mode): Promise<string[]> {
  const file = `tsconfig.${mode}.json`
  await folder.write(file, JSON.stringify(modes[mode]))
  const args = [compilers[compiler], '-p', file, '--pretty', 'false']
  const { code, output } = await attempt(process.execPath, args, { cwd: folder.dir, timeout: 120_000 })
  const errors = output.split('\n').filter((line) => line.includes('error TS'))
  if (code !== 0 && errors.length === 0) return [output]
  return errors.filter((line) => !OTHERS.test(line))
}
