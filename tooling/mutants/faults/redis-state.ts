import type { Fault } from '../fault.ts'

const CONSUME = 'packages/core/src/redis/consume.lua'
const COMPOSE = 'packages/core/src/redis/compose.ts'
const NUMBERS = 'packages/core/src/redis/numbers.lua'
const TIMES = 'packages/core/src/redis/times.lua'
const KINDS = 'packages/core/src/redis/kinds.ts'
const halfWritten = ['packages/core/test/half-written.test.ts']
const lives = ['packages/core/test/stores-lives.test.ts']
const damaged = ['packages/core/test/stores-damaged.test.ts']

const SAVE =
  "struct.pack(FORMAT_i, NEXT_i), 'PX', string.format(ttl_i < 2147483648 and '%d' or '%.0f', ttl_i)"

/** How the Redis store can keep state wrongly. */
export const redisState: readonly Fault[] = [
  {
    id: 'no-life',
    why: 'C001, C002: a key without a life stays for ever (both published recipes)',
    edits: [{ file: NUMBERS, find: SAVE, replace: 'struct.pack(FORMAT_i, NEXT_i)' }],
    tests: lives,
  },
  {
    id: 'no-life-for-a-log',
    why: 'C001: the list of a log is pushed to and given no life',
    edits: [
      {
        file: TIMES,
        find: `if first_i > 0 then redis.call('LTRIM', KEY_i, first_i, -1) end
redis.call('PEXPIRE', KEY_i, life_i)`,
        replace: "if first_i > 0 then redis.call('LTRIM', KEY_i, first_i, -1) end",
      },
    ],
    tests: lives,
  },
  {
    id: 'life-only-at-first',
    why: 'C002: the life is set with the first hit only, so one that was lost never returns',
    edits: [
      {
        file: NUMBERS,
        find: `redis.call('SET', KEY_i, ${SAVE})`,
        replace: `if stored_i then
  redis.call('SET', KEY_i, struct.pack(FORMAT_i, NEXT_i), 'KEEPTTL')
else
  redis.call('SET', KEY_i, ${SAVE})
end`,
      },
    ],
    tests: lives,
  },
  {
    id: 'life-in-the-wrong-unit',
    why: 'C003: milliseconds given to a command that takes seconds, so keys live a thousand times too long',
    edits: [{ file: NUMBERS, find: SAVE, replace: SAVE.replace('PX', 'EX') }],
    tests: lives,
  },
  {
    id: 'life-too-short',
    why: 'C005: the state is gone before the bucket is full again',
    edits: [
      {
        file: NUMBERS,
        find: 'local ttl_i = reset_i + life',
        replace: 'local ttl_i = math.ceil(reset_i / 2) + life',
      },
    ],
    tests: lives,
  },
  {
    id: 'life-gone-with-a-refund',
    why: 'C003: the one path that writes without a life is the refund',
    edits: [
      {
        file: NUMBERS,
        find: "struct.pack(FORMAT_i, TAKEN_i), 'PX', string.format('%.0f', life_i + life)",
        replace: 'struct.pack(FORMAT_i, TAKEN_i)',
      },
    ],
    tests: ['packages/core/test/recipes.test.ts'],
    only: 'is never missing',
  },
  {
    id: 'life-renewed-by-denied-calls',
    why: 'C039: each denied call makes the key live longer',
    edits: [
      {
        file: CONSUME,
        find: 'if allowed_i == 0 then all = false end',
        replace: `if allowed_i == 0 then
    all = false
    if dry ~= '1' then redis.call('PEXPIRE', KEYS[k + PLACE_i], string.format('%.0f', reset_i + life)) end
  end`,
      },
    ],
    tests: lives,
  },
  {
    id: 'clock-in-whole-seconds',
    why: 'the second half of the answer of TIME is left out',
    edits: [
      {
        file: CONSUME,
        find: 'now = time[1] * 1000 + (ms - ms % 1)',
        replace: 'now = time[1] * 1000',
      },
    ],
    tests: ['packages/core/test/mutants-clock.test.ts'],
  },
  {
    id: 'foreign-type-stops-all',
    why: 'C051: a value of another type under our key is an error for as long as it lives',
    edits: [
      { file: NUMBERS, find: "redis.pcall('GET', KEY_i)", replace: "redis.call('GET', KEY_i)" },
      { file: TIMES, find: "redis.pcall('LLEN', KEY_i)", replace: "redis.call('LLEN', KEY_i)" },
    ],
    tests: damaged,
  },
  {
    id: 'garbage-is-read',
    why: 'a value of the wrong length is taken for a state',
    edits: [
      {
        file: NUMBERS,
        find: 'if #stored_i == BYTES_i then',
        replace: 'if #stored_i >= BYTES_i then',
      },
    ],
    tests: damaged,
  },
  {
    id: 'damage-goes-unnoticed',
    why: 'a damaged value is replaced without a word',
    edits: [{ file: CONSUME, find: 'if damaged_i ~= 0 then reset_i = -1 - reset_i end', replace: '' }],
    tests: damaged,
  },
  {
    id: 'log-loses-a-chunk',
    why: 'of a cost beyond a thousand the last entries are not pushed',
    edits: [
      { file: TIMES, find: 'for left = cost_i, 1, -1000 do', replace: 'for left = cost_i, 1000, -1000 do' },
    ],
    tests: ['packages/core/test/mutants-changes.test.ts'],
  },
  {
    id: 'nobody-asks-for-rights',
    why: 'C012: a command that the user may no longer run ends the script when half of it is written',
    edits: [
      {
        file: COMPOSE,
        find: 'if (commands.length === 1) return undefined',
        replace: 'if (commands) return undefined',
      },
    ],
    tests: halfWritten,
    only: 'C012 when the user may no longer run (set|rpush|pexpire)',
  },
  {
    id: 'rights-of-a-refund-forgotten',
    why: 'C012: a refund that gives back all of one policy and a part of another needs two commands',
    edits: [{ file: KINDS, find: 'refund: { SET: 1, DEL: 0 }', replace: 'refund: { SET: 1 }' }],
    tests: halfWritten,
    only: 'C012 when the user may no longer run del',
  },
  {
    id: 'log-grows-in-full-memory',
    why: 'C067: a harmless write comes first, after which Redis refuses none for want of memory',
    edits: [
      {
        file: TIMES,
        find: "if not redis.acl_check_cmd then redis.call('PEXPIRE', KEY_i, life_i) end",
        replace: "redis.call('PEXPIRE', KEY_i, life_i)",
      },
    ],
    tests: halfWritten,
    only: 'C067 when memory is full',
  },
  {
    id: 'sixteen-policies-do-not-compile',
    why: 'a function of Lua holds 200 locals, and eleven token buckets need more',
    edits: [{ file: COMPOSE, find: 'const MOST_IN_LOCALS = 8', replace: 'const MOST_IN_LOCALS = 16' }],
    tests: ['packages/core/test/scripts-sixteen.test.ts'],
  },
  {
    id: 'needs-another-engine',
    why: 'C012: the script asks for what old and managed engines refuse or lack',
    edits: [
      {
        file: CONSUME,
        find: "local time = redis.call('TIME')",
        replace: "redis.replicate_commands()\n  local time = redis.call('TIME')",
      },
    ],
    tests: ['packages/core/test/cases/restricted-engines.test.ts'],
  },
]
