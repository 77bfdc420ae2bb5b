export function Live() {
  return <p>Live</p>
}
