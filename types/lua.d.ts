/** A Lua script as text, without its comments and indentation (tooling/lua.ts). */
declare module '*.lua' {
  const text: string
  export default text
}
