import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../workspace.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
}
interface Job {
  readonly permissions?: Record<string, string>
  readonly 'timeout-minutes'?: number
  readonly steps: readonly Step[]
}
interface Workflow {
  readonly permissions?: Record<string, string>
  readonly jobs: Record<string, Job>
}

// The parser imports JSON as only bundlers allow.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser')

const folder = join(root, '.github/workflows')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

describe.each(readdirSync(folder))('the workflow %s', (file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  const workflow: Workflow = parse(text)
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)

  it('is one that GitHub accepts, every expression included', () => {
    const { context } = parseWorkflow({ name: file, content: text }, new NoOperationTraceWriter())
    expect(context.errors.getErrors().map(String)).toEqual([])
  })

  it('pins each action to a commit, and says which release that is', () => {
    const used = text.match(/uses: .+/g) ?? []
    expect(used.length).toBeGreaterThan(0)
    for (const line of used) expect(line).toMatch(/^uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('may only read, but for jobs that say what they write and why', () => {
    expect(Object.values(workflow.permissions ?? { all: 'write' })).not.toContain('write')
    const writing = Object.entries(workflow.jobs).flatMap(([name, { permissions = {} }]) =>
      Object.entries(permissions).flatMap(([scope, access]) =>
        access === 'write' ? `${name}: ${scope}` : [],
      ),
    )
    const expected = ['version: contents', 'version: pull-requests', 'publish: contents', 'publish: id-token']
    expect(writing).toEqual(file === 'release.yml' ? expected : [])
  })

  it('knows no secret but the two that a release needs, and hands them to one step each', () => {
    const secrets = [...text.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name)
    expect(secrets).toEqual(file === 'release.yml' ? ['GITHUB_TOKEN', 'NPM_TOKEN'] : [])
  })

  it('puts nothing into a shell that others can write', () => {
    for (const { run = '' } of steps) expect(run).not.toMatch(/\$\{\{(?! matrix\.)/)
  })

  it('runs scripts that there are', () => {
    const named = steps.flatMap(({ run = '' }) => [...run.matchAll(/pnpm (?!install|exec)([\w:-]+)/g)])
    for (const [, script = ''] of named) expect(scripts).toHaveProperty([script])
    expect(steps.some(({ run }) => run === 'npm test')).toBe(true)
  })
})
