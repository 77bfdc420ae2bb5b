import type { Fault } from '../fault.ts'

const TS = 'packages/core/src/algorithms/sliding-window-counter/sliding-window-counter.ts'
const LUA = 'packages/core/src/algorithms/sliding-window-counter/sliding-window-counter.lua'
const tests = ['packages/core/src/algorithms/sliding-window-counter/sliding-window-counter.test.ts']

/** Sliding window counter: what both twins can do wrong alike. */
export const slidingWindowCounter: readonly Fault[] = [
  {
    id: 'counter-forgets-the-last-window',
    why: 'C043: the last window was looked up wrongly, which made it a fixed window',
    edits: [
      { file: TS, find: '[current, previous] = [0, current]', replace: '[current, previous] = [0, 0]' },
      { file: LUA, find: 'current, previous = 0, current end', replace: 'current, previous = 0, 0 end' },
    ],
    tests,
  },
  {
    id: 'counter-keeps-an-old-window',
    why: 'the window before the last still counts',
    edits: [
      { file: TS, find: 'if (time < start - window) return', replace: 'if (time < 0) return' },
      { file: LUA, find: 'if time < start - window then return', replace: 'if time < 0 then return' },
    ],
    tests,
  },
  {
    id: 'counter-share-cut',
    why: 'C042: the share of the last window is cut to whole units before it is compared',
    edits: [
      { file: TS, find: 'share <= room * window', replace: 'Math.floor(share / window) <= room' },
      {
        file: LUA,
        find: 'share <= (limit - current - cost) * window',
        replace: 'math.floor(share / window) <= limit - current - cost',
      },
    ],
    tests,
  },
  {
    id: 'counter-remaining-without-the-last',
    why: 'C043: remaining leaves out the share of the last window, so clients are told 90 and get half',
    edits: [
      {
        file: TS,
        find: 'limit - windows.current - Math.ceil(share / window)',
        replace: 'limit - windows.current',
      },
      { file: LUA, find: 'limit - current - math.ceil(share / window)', replace: 'limit - current' },
    ],
    tests,
  },
  {
    id: 'counter-remaining-rounded-up',
    why: 'C042: remaining counts a unit of which only a part has come free',
    edits: [
      { file: TS, find: 'Math.ceil(share / window)', replace: 'Math.floor(share / window)' },
      { file: LUA, find: 'math.ceil(share / window)', replace: 'math.floor(share / window)' },
    ],
    tests,
  },
  {
    id: 'counter-wait-for-the-window',
    why: 'C049: the wait is until the window ends, although room comes sooner',
    edits: [
      { file: TS, find: 'if (left > 0) return start + window - left', replace: '' },
      { file: LUA, find: 'if left > 0 then return start + window - left end', replace: '' },
    ],
    tests,
  },
  {
    id: 'counter-wait-early',
    why: 'C042: the stated wait is a millisecond too short',
    edits: [
      { file: TS, find: 'return start + window - left', replace: 'return start + window - left - 1' },
      {
        file: LUA,
        find: 'return start + window - left end',
        replace: 'return start + window - left - 1 end',
      },
    ],
    tests,
  },
  {
    id: 'counter-follows-the-clock-back',
    why: 'C017: the clock steps back over the edge of a window, and units are forgotten',
    edits: [
      { file: TS, find: 'const at = Math.max(now, time)', replace: 'const at = now' },
      { file: LUA, find: 'local at = math.max(now, time)', replace: 'local at = now' },
    ],
    tests,
  },
  {
    id: 'counter-broken-clock-stands',
    why: 'law 5: a stored time far in the future locks its key out until then',
    edits: [
      { file: TS, find: 'if (time - now > window)', replace: 'if (time < 0)' },
      { file: LUA, find: 'if not time or time - now > window then', replace: 'if not time then' },
    ],
    tests,
  },
  {
    id: 'counter-life-of-one-window',
    why: 'law 4: the state is gone when its window ends, and with it the share that the next one needs',
    edits: [
      {
        file: TS,
        find: 'if (current > 0) return start + 2 * window - now',
        replace: 'if (current > 0) return start + window - now',
      },
      {
        file: LUA,
        find: 'if current > 0 then return start + 2 * window - now end',
        replace: 'if current > 0 then return start + window - now end',
      },
    ],
    tests,
    only: 'law 4',
  },
  {
    id: 'counter-old-limit-wins',
    why: 'C050: units beyond a lowered limit are kept, so the key is locked out for longer than a window',
    edits: [
      {
        file: TS,
        find: 'current: Math.min(current, limit), previous: Math.min(previous, limit)',
        replace: 'current, previous',
      },
      {
        file: LUA,
        find: 'math.min(current, limit), math.min(previous, limit)',
        replace: 'current, previous',
      },
    ],
    tests: ['packages/core/test/mutants-changes.test.ts'],
  },
  {
    id: 'counter-refund-in-a-later-window',
    why: 'what was charged in the last window is given back in this one',
    edits: [
      {
        file: TS,
        find: 'if (at >= start && at < start + window && windows.current > 0)',
        replace: 'if (at >= start - window && at < start + window && windows.current > 0)',
      },
      {
        file: LUA,
        find: 'if charged >= start and charged < start + window and current > 0 then',
        replace: 'if charged >= start - window and charged < start + window and current > 0 then',
      },
    ],
    tests: ['packages/core/test/mutants-changes.test.ts'],
  },
]
