export function Code() {
  return <p>Code</p>
}
