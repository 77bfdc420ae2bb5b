// `node typescript5.ts -p <tsconfig>`: what `tsc` 5.9 says and emits. The declarations of other packages are loaded, and not
// searched for errors, which would take longer than all the rest.
import { enableCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import type * as TypeScript from 'typescript5'
import { OTHERS } from './others.ts'

enableCompileCache()
const { default: ts } = (await import('typescript5')) as unknown as { default: typeof TypeScript }
const { values } = parseArgs({
  options: { project: { type: 'string', short: 'p', default: '' }, pretty: { type: 'string' } },
})
const { config } = ts.readConfigFile(values.project, ts.sys.readFile)
const parsed = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd())
const program = ts.createProgram(parsed.fileNames, parsed.options)
const diagnostics = [
  ...parsed.errors,
  ...program.getConfigFileParsingDiagnostics(),
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
]
for (const file of program.getSourceFiles()) {
  if (OTHERS.test(file.fileName) || program.isSourceFileDefaultLibrary(file)) continue
  diagnostics.push(...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file))
  if (file.isDeclarationFile) continue
  diagnostics.push(...program.getDeclarationDiagnostics(file), ...program.emit(file).diagnostics)
}
const host = {
  getCanonicalFileName: (name: string) => name,
  getCurrentDirectory: process.cwd,
  getNewLine: () => '\n',
}
process.stdout.write(ts.formatDiagnostics(diagnostics, host))
process.exitCode = diagnostics.length > 0 ? 2 : 0
