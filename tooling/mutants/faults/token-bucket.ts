import type { Fault } from '../fault.ts'

const TS = 'packages/core/src/algorithms/token-bucket/continuous.ts'
const LUA = 'packages/core/src/algorithms/token-bucket/continuous.lua'
const tests = ['packages/core/src/algorithms/token-bucket/token-bucket.test.ts']

/** Continuous refill: what both twins can do wrong alike. */
export const tokenBucket: readonly Fault[] = [
  {
    id: 'bucket-retry-late',
    why: 'retryAfterMs is a millisecond too long',
    edits: [
      {
        file: TS,
        find: 'Math.ceil((cost * interval - next[0]) / rate)',
        replace: 'Math.ceil((cost * interval - next[0]) / rate) + 1',
      },
      {
        file: LUA,
        find: 'math.ceil((cost * interval - level) / rate)',
        replace: 'math.ceil((cost * interval - level) / rate) + 1',
      },
    ],
    tests,
  },
  {
    id: 'bucket-retry-early',
    why: 'C022, C025: the wait is rounded down, so clients come back a moment too early',
    edits: [
      {
        file: TS,
        find: 'Math.ceil((cost * interval - next[0]) / rate)',
        replace: 'Math.max(1, Math.floor((cost * interval - next[0]) / rate))',
      },
      {
        file: LUA,
        find: 'math.ceil((cost * interval - level) / rate)',
        replace: 'math.max(1, math.floor((cost * interval - level) / rate))',
      },
    ],
    tests,
  },
  {
    id: 'bucket-fractions-floored',
    why: 'C034: what came in since the last call is cut to whole tokens, so that quick callers starve',
    edits: [
      {
        file: TS,
        find: 'level += (now - time) * rate',
        replace: 'level += Math.floor(((now - time) * rate) / interval) * interval',
      },
      {
        file: LUA,
        find: 'level = level + (now - time) * rate',
        replace: 'level = level + math.floor((now - time) * rate / interval) * interval',
      },
    ],
    tests,
  },
  {
    id: 'bucket-whole-seconds',
    why: 'C034: tokens come in at whole seconds only',
    edits: [
      {
        file: TS,
        find: 'level += (now - time) * rate',
        replace: 'level += Math.floor((now - time) / 1_000) * 1_000 * rate',
      },
      {
        file: LUA,
        find: 'level = level + (now - time) * rate',
        replace: 'level = level + math.floor((now - time) / 1000) * 1000 * rate',
      },
    ],
    tests,
  },
  {
    id: 'bucket-cost-not-compared',
    why: 'a call is denied only when nothing is left, whatever it costs (a peer compares before it adds the cost)',
    edits: [
      {
        file: TS,
        find: 'else if (next[0] >= cost * interval)',
        replace: 'else if (next[0] >= interval || cost === 0)',
      },
      {
        file: LUA,
        find: 'elseif level >= cost * interval then',
        replace: 'elseif level >= interval or cost == 0 then',
      },
    ],
    tests,
  },
  {
    id: 'bucket-overflows',
    why: 'an idle key saves up more than the capacity',
    edits: [
      {
        file: TS,
        find: 'if (now - time >= Math.ceil((full - level) / rate)) level = full\n    else ',
        replace: '',
      },
      { file: TS, find: 'if (level >= full) return [full, now, interval, now]', replace: '' },
      {
        file: LUA,
        find: 'if now - time >= (full - level) / rate then level = full else level = level + (now - time) * rate end',
        replace: 'level = level + (now - time) * rate',
      },
      { file: LUA, find: 'if level >= full then level, time, since = full, now, now end', replace: '' },
    ],
    tests,
  },
  {
    id: 'bucket-remaining-rounded-up',
    why: 'C025: remaining counts the part of a token that has come in',
    edits: [
      { file: TS, find: 'Math.floor(next[0] / interval)', replace: 'Math.ceil(next[0] / interval)' },
      {
        file: LUA,
        find: 'math.floor(level / interval), retry',
        replace: 'math.ceil(level / interval), retry',
      },
    ],
    tests,
  },
]
