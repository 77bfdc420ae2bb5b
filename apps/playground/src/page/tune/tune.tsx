export function Tune() {
  return <p>Tune</p>
}
