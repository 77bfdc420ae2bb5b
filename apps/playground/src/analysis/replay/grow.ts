export type Column = Float64Array<ArrayBuffer>

/** A column with room for one more, twice as long if it was full. */
export function withRoom(column: Column, length: number): Column {
  if (length <= column.length) return column
  const longer = new Float64Array(Math.max(length, column.length * 2))
  longer.set(column)
  return longer
}
