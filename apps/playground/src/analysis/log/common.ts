import { isNobody, type LineReader } from './line.ts'
import { parseCommonTime } from './time.ts'

const VIRTUAL_HOST = /^[^:]*:\d{1,5}$/
const SECOND = /^(?:[0-5]\d|60)$/
/** Where the second stands in `17/May/2015:10:05:03 +0000`. */
const AT = 18

/** Most lines have the minute of the line before them. */
function createClock(): (text: string) => number | undefined {
  let known = ''
  let time: number | undefined
  return (text) => {
    const second = text.slice(AT, AT + 2)
    if (!SECOND.test(second)) return undefined
    const minute = `${text.slice(0, AT)}00${text.slice(AT + 2)}`
    if (minute !== known) {
      known = minute
      time = parseCommonTime(minute)
    }
    return time === undefined ? undefined : time + Number(second) * 1_000
  }
}

/** Who sent the request, in what stands before the time: `client ident user`, after `host:port` in some logs. */
function clientOf(before: string): string | undefined {
  const words = before.trim().split(' ')
  if (words.length < 3) return undefined
  return words.length > 3 && VIRTUAL_HOST.test(words[0]!) ? words[1] : words[0]
}

/** Lines of the common or the combined log format: `client ident user [time] "request" …`. */
export function createCommonReader(): LineReader {
  const timeOf = createClock()
  return (line) => {
    const open = line.indexOf(' [')
    const close = line.indexOf(']', open)
    if (open < 0 || close < 0) return { reason: 'no [time] after the client' }
    const time = timeOf(line.slice(open + 2, close))
    if (time === undefined) return { reason: 'the [time] is none such as [17/May/2015:10:05:03 +0000]' }
    const client = clientOf(line.slice(0, open))
    if (client === undefined) return { reason: 'expected client, ident and user before the [time]' }
    return isNobody(client) ? { reason: 'no client' } : { time, client }
  }
}
