/** Longer lines are not kept: a file without a line break must not fill the memory. */
export const LONGEST_LINE = 65_536

const RETURN = 13

/** Cuts bytes that come in pieces into lines of text. */
export interface Lines {
  write(bytes: Uint8Array): void
  end(): void
}

/** How a file says in its first bytes that it is in UTF-16. */
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** Gives each line without its end, and whether it was cut because it is too long. */
export function createLines(take: (line: string, cut: boolean) => void): Lines {
  let decoder: TextDecoder | undefined
  let rest = ''
  let cut = false

  function give(line: string, tooLong: boolean): void {
    const end = line.charCodeAt(line.length - 1) === RETURN ? line.length - 1 : line.length
    take(line.slice(0, Math.min(end, LONGEST_LINE)), tooLong || end > LONGEST_LINE)
  }

  function keep(text: string): void {
    if (cut) return
    rest += text
    if (rest.length <= LONGEST_LINE + 1) return
    rest = rest.slice(0, LONGEST_LINE)
    cut = true
  }

  function split(text: string): void {
    let from = 0
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      if (rest === '' && !cut) {
        give(text.slice(from, to), false)
      } else {
        keep(text.slice(from, to))
        give(rest, cut)
        rest = ''
        cut = false
      }
      from = to + 1
    }
    if (from < text.length) keep(text.slice(from))
  }

  return {
    write(bytes) {
      decoder ??= new TextDecoder(encodingOf(bytes))
      split(decoder.decode(bytes, { stream: true }))
    },
    end() {
      if (decoder) split(decoder.decode())
      if (rest !== '' || cut) give(rest, cut)
      rest = ''
      cut = false
    },
  }
}

/** Whether bytes are compressed by gzip. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
