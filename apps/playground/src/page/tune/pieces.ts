import { isGzip } from '../../analysis/log/lines.ts'
import { sampleLog } from '../../analysis/scenario/sample-log.ts'

/** What is in a file, out of its compression; `onRead` is told how many bytes of the file were read. */
export async function* piecesOf(file: Blob, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  let read = 0
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      read += piece.length
      onRead(read)
      controller.enqueue(piece)
    },
  })
  const counted = file.stream().pipeThrough(counting)
  const reader = (isGzip(head) ? counted.pipeThrough(new DecompressionStream('gzip')) : counted).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

/** The sample as a file would be. */
export function* samplePieces(onRead: (bytes: number) => void): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  let read = 0
  for (const text of sampleLog()) {
    const piece = encoder.encode(text)
    read += piece.length
    onRead(read)
    yield piece
  }
}
