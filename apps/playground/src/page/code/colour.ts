export interface Token {
  readonly text: string
  readonly kind?: 'comment' | 'text' | 'word' | 'number'
}

const PATTERN =
  /(?<comment>\/\/[^\n]*)|(?<text>'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?<word>\b(?:import|from|const|await|new|async|return)\b)|(?<number>\b\d[\d_]*\b)/g

/** The parts of a program that are shown in a colour of their own. */
export function colour(code: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of code.matchAll(PATTERN)) {
    if (match.index > end) tokens.push({ text: code.slice(end, match.index) })
    const [kind] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? []
    tokens.push({ text: match[0], ...(kind && { kind: kind as NonNullable<Token['kind']> }) })
    end = match.index + match[0].length
  }
  tokens.push({ text: code.slice(end) })
  return tokens
}
