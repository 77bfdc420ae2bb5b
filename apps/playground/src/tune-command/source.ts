import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { isGzip } from '../analysis/log/lines.ts'

const PIECE = 256 * 1_024

export interface Source {
  /** Bytes in the file, as far as that is known. */
  readonly size: number | undefined
  /** What is in it, out of its compression; `onRead` is told how many bytes of the file were read. */
  bytes(onRead: (bytes: number) => void): AsyncIterable<Uint8Array>
}

async function* counted(pieces: AsyncIterable<Buffer>, onRead: (bytes: number) => void) {
  let read = 0
  for await (const piece of pieces) {
    read += piece.length
    yield piece
    onRead(read)
  }
}

/** All of it as it is, or unpacked where its first two bytes say that it is packed. */
async function* unpacked(pieces: AsyncGenerator<Buffer>): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0)
  while (head.length < 2) {
    const { value, done } = await pieces.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  async function* whole() {
    yield head
    yield* pieces
  }
  if (!isGzip(head)) return yield* whole()
  const gunzip = createGunzip({ chunkSize: PIECE })
  // What goes wrong also ends the reading of `gunzip`, where it is caught.
  pipeline(Readable.from(whole()), gunzip).catch(() => {})
  yield* gunzip
}

/** A file, or the standard input for `-`. Rejects where there is no such file. */
export async function openSource(file: string): Promise<Source> {
  if (file === '-') return { size: undefined, bytes: (onRead) => unpacked(counted(process.stdin, onRead)) }
  const found = await stat(file)
  if (found.isDirectory()) throw new Error('it is a folder')
  return {
    size: found.isFile() ? found.size : undefined,
    bytes: (onRead) => unpacked(counted(createReadStream(file, { highWaterMark: PIECE }), onRead)),
  }
}
