import type { Adapter, Client } from './programs.ts'

/** What somebody installs together. */
export interface Setup {
  readonly adapters: readonly Adapter[]
  readonly client: Client
  readonly manager: 'npm' | 'pnpm'
  /** The packages beside the adapters, with their versions. */
  readonly packages: Readonly<Record<string, string>>
}

type Framework = Readonly<Record<string, string>>

// The first of each range that is declared, then the last of each major.
const frameworks: Readonly<Record<Adapter, readonly Framework[]>> = {
  express: [
    { express: '4.18.0', '@types/express': '4.17.25' },
    { express: '4.22.3', '@types/express': '4.17.25' },
    { express: '5.0.0', '@types/express': '5.0.6' },
    { express: '5.3.0', '@types/express': '5.0.6' },
  ],
  fastify: [{ fastify: '5.0.0' }, { fastify: '5.12.8' }],
  koa: [
    { koa: '2.13.0', '@types/koa': '2.15.2' },
    { koa: '2.16.4', '@types/koa': '2.15.2' },
    { koa: '3.3.0', '@types/koa': '3.0.3' },
  ],
  hono: [{ hono: '4.0.0' }, { hono: '4.13.19' }],
}

const clients: readonly (readonly [Client, string])[] = [
  ['ioredis', '5.11.1'],
  ['redis', '4.7.1'],
  ['redis', '5.12.1'],
  ['redis', '6.3.1'],
  ['ioredis', '6.0.0'],
]

const node = { '@types/node': '24.19.4' }
const old = { redis3: 'npm:redis@3.1.2' } // to be refused

/** Each version of each framework alone, each time with the next client, by npm and by strict pnpm. */
export function everySetup(): Setup[] {
  const alone = (Object.keys(frameworks) as Adapter[]).flatMap((adapter) =>
    frameworks[adapter].map((framework) => ({ adapter, framework })),
  )
  return alone.flatMap(({ adapter, framework }, index) =>
    (['npm', 'pnpm'] as const).map((manager, other) => {
      const [client, version] = clients[(index + other) % clients.length]!
      return { adapters: [adapter], client, manager, packages: { ...framework, [client]: version, ...node } }
    }),
  )
}

/** The oldest of everything by npm, the newest by strict pnpm: all adapters in one folder. */
export function shortSetups(): Setup[] {
  const all = Object.keys(frameworks) as Adapter[]
  const versions = (at: 0 | -1) =>
    Object.assign({}, ...all.map((adapter) => frameworks[adapter].at(at))) as Framework
  return [
    {
      adapters: all,
      client: 'redis',
      manager: 'npm',
      packages: { ...versions(0), redis: '4.7.1', ...old, ...node },
    },
    {
      adapters: all,
      client: 'ioredis',
      manager: 'pnpm',
      packages: { ...versions(-1), ioredis: '6.0.0', ...old, ...node },
    },
  ]
}

export function title({ adapters, packages, manager }: Setup): string {
  const versions = Object.entries(packages).filter(([name]) => !name.startsWith('@types/'))
  const beside = versions.map(([name, version]) => `${name} ${version}`).join(', ')
  return `${adapters.map((adapter) => `@rl/${adapter}`).join(', ')} beside ${beside}, by ${manager}`
}
