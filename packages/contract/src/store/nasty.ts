import fc from 'fast-check'

/** Texts that break what is careless: escapes, markers, protocol bytes, names that every object has. */
export const NASTY: readonly string[] = [
  ...['', ' ', '~', '~~', '%', '%%', '%7B', '%7D', '%25', '%7E', '%7b', '{', '}', '{}', '{a}', '{a}b', 'a{}'],
  ...['\ud800', '\udc00', '\udc00\ud800', 'a\ud800', '%ud800', '%uD800', '\ufffd', '\u{1f600}', '\ud83d'],
  ...[
    '\n',
    '\r\n',
    'a\nb',
    'a\u0000b',
    'a\u0000',
    '\u0000',
    '*1\r\n$4\r\nPING\r\n',
    '\t',
    'a b',
    '"',
    "'",
    '\\',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'undefined', 'null', 'NaN', '0'],
  ...[
    '\u00e9',
    'e\u0301',
    'K',
    '\u212a',
    ':',
    '::',
    'a:b',
    'a:b:tb',
    '*',
    '?',
    '[a]',
    'rl1:{a}:b:tb',
    '\ufeff',
  ],
]

const PIECES = [
  'a',
  'b',
  ':',
  '~',
  '%',
  '{',
  '}',
  '7B',
  '25',
  'ud800',
  '\ud800',
  '\udc00',
  '\u0000',
  '\n',
  '\u00e9',
]

/** A text made of such pieces; two of them are often nearly the same. */
export const nasty: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom('a', '~', '%', '{', '\u00e9', '\ud83d'),
    minLength: 120,
    maxLength: 135,
  }),
)
