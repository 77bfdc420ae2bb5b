import { describe, expect, it } from 'vitest'
import { createInOrder } from '../../src/analysis/log/in-order.ts'
import { LONGEST_LINE } from '../../src/analysis/log/lines.ts'
import { createLogReader, type Format, type Reading } from '../../src/analysis/log/reader.ts'
import { parseTime } from '../../src/analysis/log/time.ts'
import { createTraffic } from '../../src/analysis/traffic.ts'

type Request = readonly [time: string, client: string]

interface Read extends Reading {
  readonly requests: readonly Request[]
}

/** Reads a file in pieces of a size. */
function read(
  file: string | Uint8Array,
  { size = 1e9, format }: { size?: number; format?: Format } = {},
): Read {
  const requests: Request[] = []
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const reader = createLogReader((time, client) => {
    requests.push([new Date(time).toISOString(), reader.names[client]!])
  }, format)
  for (let from = 0; from < bytes.length; from += size) reader.write(bytes.subarray(from, from + size))
  reader.end()
  return { ...reader.reading(), requests }
}

const AT = '2015-05-17T10:05:03.000Z'
const COMMON = '192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 1'
const T = 1_431_857_103

const GOOD: readonly (readonly [line: string, format: Format, client: string, at?: string])[] = [
  [COMMON, 'common', '192.0.2.1'],
  [`${COMMON} "-" "Mozilla/5.0 [en] (X11)"`, 'common', '192.0.2.1'],
  ['192.0.2.1 - a b [17/May/2015:12:05:03 +0200] "GET /"', 'common', '192.0.2.1'],
  ['host.example - - [17/May/2015:04:35:03 -0530] "GET /"', 'common', 'host.example'],
  ['www.example:443 192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET /"', 'common', '192.0.2.1'],
  ['[2001:db8::1]:80 - - [17/May/2015:10:05:03 +0000] "GET /"', 'common', '2001:db8::/64'],
  ['::ffff:192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET /"', 'common', '192.0.2.1'],
  ['192.0.2.1 - - [31/Dec/2016:23:59:60 +0000] "GET /"', 'common', '192.0.2.1', '2017-01-01T00:00:00.000Z'],
  [`{"time":"${AT}","client":"user:1"}`, 'json', 'user:1'],
  [`{"ip":"192.0.2.1","@timestamp":"2015-05-17T12:05:03+02:00"}`, 'json', '192.0.2.1'],
  [`{"ts":${T}.25,"request":{"remote_ip":"192.0.2.1"}}`, 'json', '192.0.2.1', '2015-05-17T10:05:03.250Z'],
  [`{"time":${T}250,"req":{"remoteAddress":"::1"}}`, 'json', '::/64', '2015-05-17T10:05:03.250Z'],
  [`{"date":"x","timestamp":"${AT}","user":"u","client_ip":"192.0.2.7"}`, 'json', '192.0.2.7'],
  [`{"timestamp":"${AT}","userId":42}`, 'json', '42'],
  [`{"time_local":"17/May/2015:10:05:03 +0000","remote_addr":"192.0.2.1"}`, 'json', '192.0.2.1'],
  [`{"time":"${AT}","client":{"ip":"192.0.2.1"}}`, 'json', '192.0.2.1'],
  ['2015-05-17 10:05:03,192.0.2.1', 'csv', '192.0.2.1'],
  [`user:1;${T}`, 'csv', 'user:1'],
  [`GET\t${T}123456\t2001:db8:0:1::9\t200`, 'csv', '2001:db8:0:1::/64', '2015-05-17T10:05:03.123Z'],
  [`"2015-05-17T10:05:03Z","say ""hi"", you","192.0.2.1"`, 'csv', '192.0.2.1'],
]

describe('a line', () => {
  it.each(GOOD)('is understood: %s', (line, format, client, at = AT) => {
    for (const size of [1e9, 1, 7]) {
      const { requests, ...reading } = read(`${line}\r\n`, { size })
      expect(requests).toEqual([[at, client]])
      expect(reading).toEqual({ format, lines: 1, understood: 1, firstMisread: undefined })
    }
  })

  it.each<[Format, string, string]>([
    ['common', 'hello', 'no [time] after the client'],
    ['common', '192.0.2.1 - - [17/May/2015:10:05:03 +0000', 'no [time] after the client'],
    ['common', '192.0.2.1 [17/May/2015:10:05:03 +0000]', 'expected client, ident and user before the [time]'],
    ['common', '- - - [17/May/2015:10:05:03 +0000] "GET /"', 'no client'],
    ...['31/Feb/2015:10:05:03 +0000', '17/Mai/2015:10:05:03 +0000', '17/May/2015:24:05:03 +0000']
      .concat([
        '17/May/2015:10:05:61 +0000',
        '17/May/2015:10:05:3 +0000',
        '17/May/2015',
        '17/ayJ/2015:10:05:03 +0000',
      ])
      .map((time): [Format, string, string] => [
        'common',
        `192.0.2.1 - - [${time}] "GET /"`,
        'the [time] is none such as [17/May/2015:10:05:03 +0000]',
      ]),
    ['json', '{"time":1', 'not JSON'],
    ['json', '[1]', 'JSON, and no object'],
    ['json', 'null', 'JSON, and no object'],
    ['json', '{"client":"a"}', 'no field for the time, such as "time" or "timestamp"'],
    ['json', `{"time":${T}}`, 'no field for the client, such as "client", "ip" or "remote_addr"'],
    ['json', '{"time":"soon","client":"a"}', 'no time is known of "soon"'],
    ['json', `{"time":${T},"client":"-"}`, 'no client'],
    ['json', `{"time":${T},"client":"${'a'.repeat(513)}"}`, 'the client is longer than 512 characters'],
    ['csv', 'a,b', 'no header with a time and a client column, and no such columns'],
    ['csv', '"2015-05-17,192.0.2.1', 'no header with a time and a client column, and no such columns'],
  ])('is not understood, as %s: %s', (format, line, reason) => {
    const reading = read(`\n${line}\n`, { format })
    expect(reading).toMatchObject({ lines: 1, understood: 0, requests: [] })
    expect(reading.firstMisread).toMatchObject({ line: 2, reason })
  })

  it.each([
    ['2015-05-17,a,b', 'expected 2 columns, got 3'],
    ['soon,a', 'no time is known of "soon"'],
    ['2015-05-17,', 'no client'],
    ['"2015-05-17,a', 'a quote is not closed'],
  ])('is not understood under a header: %s', (line, reason) => {
    const { lines, understood, firstMisread } = read(`time,ip\n${line}`)
    expect({ lines, understood }).toEqual({ lines: 1, understood: 0 })
    expect(firstMisread).toEqual({ line: 2, reason, text: line })
  })
})

describe('a file', () => {
  it('may have a header, in any order of columns', () => {
    const { requests, lines, format } = read(
      'Status;Client IP;When;Timestamp\r\n200;192.0.2.1;x;2015-05-17T10:05:03Z\r\n',
    )
    expect({ requests, lines, format }).toEqual({ requests: [[AT, '192.0.2.1']], lines: 1, format: 'csv' })
  })

  it('may be empty, or have one line without an end', () => {
    const nothing = { lines: 0, understood: 0, firstMisread: undefined, format: undefined, requests: [] }
    expect(read('')).toEqual(nothing)
    expect(read('\n\r\n \n')).toEqual(nothing)
    expect(read(COMMON).requests).toEqual([[AT, '192.0.2.1']])
  })

  it('may be half garbage: the first bad line is told, with its number, cut short', () => {
    const garbage = 'x'.repeat(500)
    const reading = read(`${COMMON}\n\n${garbage}\n${COMMON}\nhello\n`)
    expect(reading).toMatchObject({ format: 'common', lines: 4, understood: 2 })
    expect(reading.firstMisread).toEqual({
      line: 3,
      reason: 'no [time] after the client',
      text: `${'x'.repeat(160)}…`,
    })
  })

  it('may begin with garbage', () => {
    const reading = read(`some text, and more\n# a comment\n${COMMON}\n`)
    expect(reading).toMatchObject({ format: 'common', lines: 3, understood: 1 })
    expect(reading.firstMisread).toMatchObject({
      line: 1,
      reason: 'neither common log format, nor JSON, nor CSV with a time and a client column',
    })
  })

  it('may be no text at all', () => {
    const bytes = Uint8Array.from(
      { length: 300_000 },
      (_, place) => (place * place * 31 + (place >> 3)) & 255,
    )
    expect(read(bytes, { size: 4_096 })).toMatchObject({ format: undefined, understood: 0, requests: [] })
  })

  it('may have a line that does not end: it is not kept, and those after it are read', () => {
    const long = new Uint8Array(5_000_000).fill(97)
    const after = new TextEncoder().encode(`\n${COMMON}\n`)
    const reading = read(new Uint8Array([...long, ...after]), { size: 50_000 })
    expect(reading).toMatchObject({ lines: 2, understood: 1 })
    expect(reading.firstMisread).toMatchObject({ line: 1, reason: `longer than ${LONGEST_LINE} characters` })
    const edge = `${COMMON} "${'a'.repeat(LONGEST_LINE - COMMON.length - 3)}"`
    for (const size of [1e9, 1_000]) {
      expect(read(`${edge}\r\n`, { size }).understood).toBe(1)
      expect(read(`${edge}a\r\n`, { size }).understood).toBe(0)
    }
  })

  it('may be in UTF-8 with a mark, and in UTF-16', () => {
    const marked = new TextEncoder().encode(`\ufeff{"time":"${AT}","client":"Zoë"}\n`)
    expect(read(marked, { size: 1 }).requests).toEqual([[AT, 'Zoë']])
    const wide = new Uint8Array(Uint16Array.from(`\ufeff${COMMON}\r\n`, (c) => c.charCodeAt(0)).buffer)
    expect(read(wide, { size: 7 }).requests).toEqual([[AT, '192.0.2.1']])
  })

  it('gives one number to one client, however its address is written', () => {
    const lines = ['2001:db8::1', '2001:DB8:0::2', '::ffff:192.0.2.1', '192.0.2.1', 'cafe.bad', 'cafe.bad']
    const { requests } = read(lines.map((client) => `{"t":${T},"client":"${client}"}`).join('\n'))
    expect(requests.map(([, client]) => client)).toEqual([
      ...['2001:db8::/64', '2001:db8::/64', '192.0.2.1', '192.0.2.1', 'cafe.bad', 'cafe.bad'],
    ])
  })
})

describe('a time', () => {
  it.each([
    ['2015-05-17', '2015-05-17T00:00:00.000Z'],
    ['2015-05-17T10:05Z', '2015-05-17T10:05:00.000Z'],
    ['2015-05-17 10:05:03,5', '2015-05-17T10:05:03.500Z'],
    ['2015-05-17T10:05:03.123456789-0030', '2015-05-17T10:35:03.123Z'],
    ['2016-02-29T00:00:00+14:00', '2016-02-28T10:00:00.000Z'],
    [T, AT],
    [T + 0.001, '2015-05-17T10:05:03.001Z'],
    [T * 1e3, AT],
    [T * 1e6, AT],
    [`${T}000000000`, AT],
    [`${T}.9`, '2015-05-17T10:05:03.900Z'],
  ])('is understood: %s', (value, at) => {
    expect(new Date(parseTime(value)!).toISOString()).toBe(at)
  })

  it.each(['', 'now', '2015-02-29', '2015-13-01', '2015-05-17T10', '2015-05-17T25:00Z', '-5', '0', 0, -1])(
    'is none: %s',
    (value) => expect(parseTime(value)).toBeUndefined(),
  )

  it.each([null, undefined, true, {}, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
    'is none: %s',
    (value) => {
      expect(parseTime(value)).toBeUndefined()
    },
  )
})

describe('what is out of order', () => {
  const given = [5, 3, 9, 9, 1, 7, 12, 11, 10, 13]

  it('is sorted where all is in memory; what comes at one time stays in its order', () => {
    const traffic = createTraffic(1)
    for (const [place, time] of given.entries()) traffic.add(time, place)
    const { times, clients } = traffic.build([])
    expect([...times]).toEqual([1, 3, 5, 7, 9, 9, 10, 11, 12, 13])
    expect([...clients]).toEqual([4, 1, 0, 5, 2, 3, 8, 7, 6, 9])
  })

  it('is sorted while it passes, if it is not too late, and else counted at the time reached', () => {
    const pass = (latest: number) => {
      const out: [number, number][] = []
      const order = createInOrder((time, client) => out.push([time, client]), latest)
      for (const [place, time] of given.entries()) order.add(time, place)
      order.end()
      return { times: out.map(([time]) => time), clients: out.map(([, client]) => client), late: order.late }
    }
    const sorted = [1, 3, 5, 7, 9, 9, 10, 11, 12, 13]
    expect(pass(4)).toEqual({ times: sorted, clients: [4, 1, 0, 5, 2, 3, 8, 7, 6, 9], late: 0 })
    expect(pass(1)).toEqual({
      times: [3, 5, 9, 9, 9, 9, 11, 11, 12, 13],
      clients: [1, 0, 2, 3, 4, 5, 7, 8, 6, 9],
      late: 3,
    })
  })
})
