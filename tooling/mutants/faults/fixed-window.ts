import type { Fault } from '../fault.ts'

const TS = 'packages/core/src/algorithms/fixed-window/fixed-window.ts'
const LUA = 'packages/core/src/algorithms/fixed-window/fixed-window.lua'
const tests = ['packages/core/src/algorithms/fixed-window/fixed-window.test.ts']

/** Fixed window: what both twins can do wrong alike. */
export const fixedWindow: readonly Fault[] = [
  {
    id: 'window-retry-whole',
    why: 'C022: the wait is the whole window instead of what is left of it',
    edits: [
      { file: TS, find: 'Number.POSITIVE_INFINITY : left', replace: 'Number.POSITIVE_INFINITY : window' },
      { file: LUA, find: 'cost > limit and -1 or left', replace: 'cost > limit and -1 or window' },
    ],
    tests,
  },
  {
    id: 'window-renewed-by-hits',
    why: 'C039: every hit starts the window anew',
    edits: [
      { file: TS, find: 'next: [start, used],', replace: 'next: [Math.max(start, now), used],' },
      {
        file: LUA,
        find: 'used > 0 and start + window - now or 0, start, used\n',
        replace: 'used > 0 and start + window - now or 0, math.max(start, now), used\n',
      },
    ],
    tests,
    only: 'first request.*law 4',
  },
  {
    id: 'window-cost-not-compared',
    why: 'a call is denied only when nothing is left, whatever it costs',
    edits: [
      {
        file: TS,
        find: 'before + cost <= limit',
        replace: 'cost <= limit && before + Math.min(cost, 1) <= limit',
      },
      {
        file: LUA,
        find: 'used + cost <= limit then',
        replace: 'cost <= limit and used + math.min(cost, 1) <= limit then',
      },
    ],
    tests,
  },
  {
    id: 'window-one-too-many',
    why: 'the limit itself is let through, and one more',
    edits: [
      { file: TS, find: 'before + cost <= limit', replace: 'before + cost <= limit + 1' },
      { file: LUA, find: 'used + cost <= limit', replace: 'used + cost <= limit + 1' },
    ],
    tests,
  },
  {
    id: 'window-ends-late',
    why: 'C001: the window still holds in the millisecond in which it is over',
    edits: [
      { file: TS, find: 'else if (at < start + window) {', replace: 'else if (at <= start + window) {' },
      { file: LUA, find: 'elseif at < start + window then', replace: 'elseif at <= start + window then' },
    ],
    tests,
  },
  {
    id: 'window-follows-the-clock-back',
    why: 'C017: the clock steps back over the edge of a window, and both windows start anew',
    edits: [
      {
        file: TS,
        find: 'if (start >= current) return [current, used]',
        replace: 'if (start === Math.floor(now / window) * window) return [current, used]',
      },
      {
        file: LUA,
        find: 'if start >= current then return current, used end',
        replace: 'if start == math.floor(now / window) * window then return current, used end',
      },
    ],
    tests,
    only: 'aligned.*law 5',
  },
  {
    id: 'window-broken-clock-stands',
    why: 'law 5: a stored start far in the future locks its key out until then',
    edits: [
      { file: TS, find: '&& state[0]! - now <= window', replace: '' },
      { file: LUA, find: ' and start - now <= window', replace: '' },
    ],
    tests,
  },
  {
    id: 'window-not-aligned',
    why: 'C020: a window that should be aligned to the clock starts with its first request',
    edits: [
      {
        file: TS,
        find: 'return [aligned === 1 ? Math.floor(now / window) * window : now, 0]',
        replace: 'return [now, 0]',
      },
      {
        file: LUA,
        find: 'if aligned == 1 then return math.floor(now / window) * window, 0 end',
        replace: '',
      },
    ],
    tests,
    only: 'aligned.*law 4',
  },
  {
    id: 'window-remaining-below-zero',
    why: 'C082: remaining is negative after the limit was lowered',
    edits: [
      { file: TS, find: 'remaining: used < limit ? limit - used : 0', replace: 'remaining: limit - used' },
      {
        file: LUA,
        find: 'return 0, used < limit and limit - used or 0,',
        replace: 'return 0, limit - used,',
      },
    ],
    tests,
  },
  {
    id: 'window-refund-in-a-later-one',
    why: 'what was charged in one window is given back in a later one',
    edits: [
      {
        file: TS,
        find: 'if (used === 0 || at < start || at >= start + window)',
        replace: 'if (used === 0)',
      },
      { file: LUA, find: 'if used == 0 or at < start or at >= start + window', replace: 'if used == 0' },
    ],
    tests,
    only: 'first request.*refund',
  },
]
