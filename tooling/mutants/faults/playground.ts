import type { Fault } from '../fault.ts'

const SERVER = 'apps/playground/src/server'
const TEST = 'apps/playground/test/server.test.ts'

type Short = [id: string, why: string, file: string, find: string, replace: string, test?: string]

const FAULTS: readonly Short[] = [
  [
    'any-host',
    'a site that points its name at this machine reads and writes',
    `${SERVER}/shield.ts`,
    "name === 'localhost' ||",
    "name !== '' ||",
  ],
  [
    'any-origin',
    "another site's page spends quotas",
    `${SERVER}/shield.ts`,
    "new URL(origin).host !== c.req.header('host')?.toLowerCase()",
    'false',
  ],
  [
    'any-site-without-origin',
    'a request without Origin is trusted though the browser says where it comes from',
    `${SERVER}/shield.ts`,
    "return site !== undefined && site !== 'same-origin' && site !== 'none'",
    'return false',
  ],
  [
    'foreign-listener',
    'another site holds the streams that there are',
    `${SERVER}/shield.ts`,
    "const opens = c.req.method === 'GET' && PAGE.test(path)",
    "const opens = c.req.method === 'GET'",
  ],
  [
    'get-charges',
    'a picture on another site spends a quota',
    `${SERVER}/trial.ts`,
    "routes.post('/try/:algorithm', limited,",
    "routes.all('/try/:algorithm', limited,",
  ],
  [
    'cost-is-one',
    'the cost that was asked for is not charged',
    `${SERVER}/trial.ts`,
    "cost: (c) => c.get('cost'),",
    'cost: 1,',
  ],
  [
    'one-key-for-all',
    'all keys share one quota',
    `${SERVER}/trial.ts`,
    "key: (c) => c.get('key'),",
    "key: () => 'any',",
  ],
  [
    'denials-untold',
    'other windows do not hear of denials',
    `${SERVER}/trial.ts`,
    'onLimited: (c, decision) =>',
    'onLimited: (c, decision) => decision.allowed &&',
  ],
  [
    'refund-twice-here',
    'one request is given back again and again',
    `${SERVER}/topics.ts`,
    'charged.splice(place, 1)[0]?.decision',
    'charged[place]?.decision',
  ],
  [
    'windows-unbounded',
    'any number of windows is held',
    `${SERVER}/trial.ts`,
    'streams.size >= MOST_WATCHERS',
    'streams.size < 0',
  ],
  [
    'counted-by-newcomer-twice',
    'a window that opens amid requests counts some of them twice',
    `${SERVER}/broadcast.ts`,
    'flush(topic) // what the newcomer',
    '// what the newcomer',
  ],
  [
    'others-unheard',
    'a server shows only its own requests',
    `${SERVER}/broadcast.ts`,
    'relay.publish(topic.id, events)',
    '',
    'apps/playground/test/redis.test.ts',
  ],
  [
    'away-untold',
    'pages are not told that Redis is away',
    `${SERVER}/broadcast.ts`,
    "toAll(topic, 'status', backend.status)",
    'void topic',
    'apps/playground/test/redis.test.ts',
  ],
  [
    'slope-for-a-drop',
    'a charge is drawn as a slope',
    'apps/playground/src/page/live/level.ts',
    'if (before !== left) points.push({ at: level.at, left: before })',
    '',
    'apps/playground/test/level.test.ts',
  ],
]

/** What can go wrong in the playground. */
export const playground: readonly Fault[] = FAULTS.map(([id, why, file, find, replace, test = TEST]) => ({
  id,
  why,
  edits: [{ file, find, replace }],
  tests: [test],
}))
