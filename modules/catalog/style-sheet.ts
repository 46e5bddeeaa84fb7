import { tokenize, tokenTypes } from 'css-tree/tokenizer'

/**
 * Parses style sheets as browsers do: css-tree finds the tokens, and the rules of CSS Syntax 3 make
 * items of them, because css-tree's own tree cannot represent nested rules without `&`. Nothing is
 * dropped that a browser might apply.
 */
interface StyleItem {
  kind: 'rule' | 'at-rule' | 'declaration'
  /**
   * The selectors, the at-rule with its condition, or the declaration, without comments and with
   * single spaces.
   */
  text: string
  /** The items in the braces; null without braces. */
  items: StyleItem[] | null
  index: number
  /** The range inside of the braces. */
  body: readonly [from: number, to: number] | null
}

interface StyleSheet {
  items: StyleItem[]
  /** A bracket, string or comment is never closed, so its end is ambiguous. */
  isOpen: boolean
  /** Nesting of rules. */
  depth: number
}

interface Tokens {
  css: string
  types: number[]
  starts: number[]
  ends: number[]
}
interface Container {
  item: StyleItem | null
  items: StyleItem[]
}

const CLOSING = new Map<number, number>([
  [tokenTypes.Function, tokenTypes.RightParenthesis],
  [tokenTypes.LeftParenthesis, tokenTypes.RightParenthesis],
  [tokenTypes.LeftSquareBracket, tokenTypes.RightSquareBracket],
  [tokenTypes.LeftCurlyBracket, tokenTypes.RightCurlyBracket],
])
/** Tokens between two items. */
const BETWEEN = new Set<number>([
  tokenTypes.WhiteSpace,
  tokenTypes.Comment,
  tokenTypes.Semicolon,
  tokenTypes.CDO,
  tokenTypes.CDC,
])

export function readStyleSheet(css: string): StyleSheet {
  const tokens = tokensOf(css)
  const root: Container = { item: null, items: [] }
  const open: Container[] = [root]
  let [at, depth, isOpen] = [0, 0, endsOpen(tokens)]
  while (at < tokens.types.length) {
    const type = tokens.types[at] as number
    const container = open.at(-1) as Container
    if (BETWEEN.has(type)) at += 1
    else if (type === tokenTypes.RightCurlyBracket) {
      if (container.item) close(open, tokens.starts[at] as number)
      at += 1
    } else {
      const end = itemEnd(tokens, at)
      const item = itemOf(tokens, at, end)
      container.items.push(item)
      if (item.items) open.push({ item, items: item.items })
      depth = Math.max(depth, open.length - 1)
      if (end.isOpen) isOpen = true
      at = end.type === tokenTypes.RightCurlyBracket ? end.at : end.at + 1
    }
  }
  if (open.length > 1) isOpen = true
  while (open.length > 1) close(open, css.length)
  return { items: root.items, isOpen, depth }
}

function close(open: Container[], index: number): void {
  const item = open.pop()?.item
  if (item?.body) item.body = [item.body[0], index]
}

function tokensOf(css: string): Tokens {
  const tokens: Tokens = { css, types: [], starts: [], ends: [] }
  tokenize(css, (type, start, end) => {
    tokens.types.push(type)
    tokens.starts.push(start)
    tokens.ends.push(end)
  })
  return tokens
}

function endsOpen({ css, types, starts }: Tokens): boolean {
  const [type, start] = [types.at(-1), starts.at(-1) ?? 0]
  const last = css.slice(start)
  if (type === tokenTypes.Comment) return last.length < 4 || !last.endsWith('*/')
  return type === tokenTypes.String && (last.length < 2 || last.at(-1) !== last[0])
}

interface End {
  at: number
  type: number | null
  isOpen: boolean
}

/** An item ends at its `{`, its `;`, or before the `}` of its parent. */
function itemEnd(tokens: Tokens, from: number): End {
  const { types } = tokens
  const holdsBlocks = isCustomProperty(tokens, from)
  const expected: number[] = []
  for (let at = from; at < types.length; at += 1) {
    const type = types[at] as number
    const closing = CLOSING.get(type)
    if (expected.length > 0 && type === expected.at(-1)) expected.pop()
    else if (
      expected.length > 0 ||
      (closing !== undefined && (type !== tokenTypes.LeftCurlyBracket || holdsBlocks))
    ) {
      if (closing !== undefined) expected.push(closing)
    } else if (
      type === tokenTypes.Semicolon ||
      type === tokenTypes.RightCurlyBracket ||
      type === tokenTypes.LeftCurlyBracket
    )
      return { at, type, isOpen: false }
  }
  return { at: types.length, type: null, isOpen: expected.length > 0 }
}

/** `--name: { … }` is one declaration. */
function isCustomProperty({ css, types, starts }: Tokens, from: number): boolean {
  if (types[from] !== tokenTypes.Ident || !css.startsWith('--', starts[from])) return false
  let at = from + 1
  while (types[at] === tokenTypes.WhiteSpace || types[at] === tokenTypes.Comment) at += 1
  return types[at] === tokenTypes.Colon
}

function itemOf(tokens: Tokens, from: number, { at, type }: End): StyleItem {
  const index = tokens.starts[from] as number
  const end = tokens.starts[at] ?? tokens.css.length
  const text = plainStyle(tokens.css.slice(index, end))
  const isAtRule = tokens.types[from] === tokenTypes.AtKeyword
  if (type !== tokenTypes.LeftCurlyBracket)
    return { kind: isAtRule ? 'at-rule' : 'declaration', text, items: null, index, body: null }
  return {
    kind: isAtRule ? 'at-rule' : 'rule',
    text,
    items: [],
    index,
    body: [end + 1, tokens.css.length],
  }
}

const isNameSign = (sign: string | undefined): boolean =>
  sign !== undefined && /[\w\\\u0080-\uffff-]/.test(sign)

/** Without comments, with single spaces; strings are unchanged. */
function plainStyle(text: string): string {
  // No string, escape or comment: simple replacement is correct.
  if (!/["'\\]|\/\*|url\(/i.test(text)) return text.replaceAll(/\s+/g, ' ').trim()
  let plain = ''
  let commented = false
  tokenize(text, (type, start, end) => {
    if (type === tokenTypes.Comment) {
      commented = true
      return
    }
    const token = type === tokenTypes.WhiteSpace ? ' ' : text.slice(start, end)
    // Removing the comment would join two names.
    if (commented && isNameSign(plain.at(-1)) && isNameSign(token[0])) plain += '/**/'
    if (token !== ' ' || !plain.endsWith(' ')) plain += token
    commented = false
  })
  return plain.trim()
}

export interface Declaration {
  /** The rules and conditions around it, outermost first: `@media print`. */
  around: readonly string[]
  /** The same as one text. */
  within: string
  selectors: string[]
  property: string
  value: string
  index: number
}

/** All declarations in order. Callers must check `depth` first, as rules may be nested deeply. */
export function declarationsIn({ items }: Pick<StyleSheet, 'items'>): Declaration[] {
  const found: Declaration[] = []
  const visit = (item: StyleItem, around: readonly string[]): void => {
    if (item.items) for (const inner of item.items) visit(inner, [...around, item.text])
    else if (item.kind === 'declaration' && around.length > 0)
      found.push(...declarationOf(item, around))
  }
  for (const item of items) visit(item, [])
  return found
}

function declarationOf({ text, index }: StyleItem, around: readonly string[]): Declaration[] {
  const colon = text.indexOf(':')
  if (colon < 1) return []
  const property = text.slice(0, colon).trim()
  const outer = around.slice(0, -1)
  return [
    {
      around: outer,
      within: outer.join(' '),
      selectors: selectorsOf(around.at(-1) ?? ''),
      // Only names of variables are case-sensitive.
      property: property.startsWith('--') ? property : property.toLowerCase(),
      value: text.slice(colon + 1).trim(),
      index,
    },
  ]
}

/** Splits `a, b:is(c, d), [e=","]` into three. */
export function selectorsOf(text: string): string[] {
  const found: string[] = []
  let [from, depth] = [0, 0]
  tokenize(text, (type, start, end) => {
    if (CLOSING.has(type)) depth += 1
    else if (type === tokenTypes.RightParenthesis || type === tokenTypes.RightSquareBracket)
      depth -= 1
    else if (type === tokenTypes.Comma && depth === 0) {
      found.push(text.slice(from, start).trim())
      from = end
    }
  })
  return [...found, text.slice(from).trim()]
}

/** Deeper rules are shown as one piece. */
const MOST_NESTED = 30

/** At-rules whose block has no rules of its own. */
const ONE_THING =
  /^@(?:-[a-z]{1,10}-)?(?:font-face|keyframes|page|property|counter-style|font-feature-values|font-palette-values|position-try|view-transition|color-profile|viewport)(?![\w-])/i

/**
 * The rules of a style sheet, one per line with the rules around them: `@media (…) { .a{color:red}
 * }`. Equal style sheets give equal lines.
 */
export function styleRules(css: string): string[] {
  const rules: string[] = []
  const wrap = (around: readonly string[], rule: string) =>
    rules.push(around.map((text) => `${text} { `).join('') + rule + ' }'.repeat(around.length))
  const visit = ({ text, items, body }: StyleItem, around: readonly string[]): void => {
    if (!items || !body) return void wrap(around, text)
    if (
      ONE_THING.test(text) ||
      around.length >= MOST_NESTED ||
      items.every((item) => item.kind === 'declaration')
    )
      return void wrap(around, `${text}{${withoutEnd(plainStyle(css.slice(...body)))}}`)
    const own = items.filter((item) => item.kind === 'declaration').map((item) => item.text)
    if (own.length > 0) wrap(around, `${text}{${own.join(';')}}`)
    for (const item of items) if (item.kind !== 'declaration') visit(item, [...around, text])
  }
  for (const item of readStyleSheet(css).items) visit(item, [])
  return rules
}

const withoutEnd = (text: string): string =>
  text.endsWith(';') ? text.slice(0, -1).trimEnd() : text
