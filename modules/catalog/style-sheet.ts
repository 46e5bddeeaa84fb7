import { tokenize, tokenTypes } from 'css-tree/tokenizer'

/**
 * Style sheets as browsers read them. css-tree finds the tokens (strings, escapes, comments,
 * unquoted addresses), and the rules of CSS Syntax 3 make items of them; css-tree's own tree does
 * not tell nested rules without `&` from text. Nothing is dropped that a browser might apply.
 */
export interface StyleItem {
  kind: 'rule' | 'at-rule' | 'declaration'
  /**
   * Selectors, or an at-rule's name and condition, or the whole declaration: without comments, with
   * single spaces.
   */
  text: string
  /** What stands between the braces; null where there are none. */
  items: StyleItem[] | null
  /** Where it begins. */
  index: number
  /** From behind `{` up to `}`. */
  body: readonly [from: number, to: number] | null
}

export interface StyleSheet {
  items: StyleItem[]
  /** A bracket, a string or a comment is never closed: where that was meant to end is a guess. */
  isOpen: boolean
  /** How deeply rules stand in each other. */
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
/** Between two items. */
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

/** Where an item ends: at its `{`, its `;`, or before the `}` of what it stands in. */
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

/** `--name: { … }` is one declaration, whatever stands in it. */
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

/** A piece of a style sheet without its comments, with single spaces; strings as they are. */
export function plainStyle(text: string): string {
  // Nothing in it that a space could belong to.
  if (!/["'\\]|\/\*|url\(/i.test(text)) return text.replaceAll(/\s+/g, ' ').trim()
  let plain = ''
  let commented = false
  tokenize(text, (type, start, end) => {
    if (type === tokenTypes.Comment) {
      commented = true
      return
    }
    const token = type === tokenTypes.WhiteSpace ? ' ' : text.slice(start, end)
    // Without the comment between them two names would become one.
    if (commented && isNameSign(plain.at(-1)) && isNameSign(token[0])) plain += '/**/'
    if (token !== ' ' || !plain.endsWith(' ')) plain += token
    commented = false
  })
  return plain.trim()
}

export interface Declaration {
  /**
   * Rules and conditions around it, from outside in: `@media print`; empty for what stands in none.
   */
  around: readonly string[]
  /** The same in one line. */
  within: string
  selectors: string[]
  property: string
  value: string
  index: number
}

/**
 * Every declaration of a style sheet, in order. Look at `depth` before: rules may be nested as
 * deeply as their author likes.
 */
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
      // Names of variables are the only ones in which upper case counts.
      property: property.startsWith('--') ? property : property.toLowerCase(),
      value: text.slice(colon + 1).trim(),
      index,
    },
  ]
}

/** `a, b:is(c, d), [e=","]` → three. */
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

/** Nobody writes rules that stand deeper in each other; what does is shown as one piece. */
const MOST_NESTED = 30

/** At-rules whose block is one thing and holds no rules of its own. */
const ONE_THING =
  /^@(?:-[a-z]{1,10}-)?(?:font-face|keyframes|page|property|counter-style|font-feature-values|font-palette-values|position-try|view-transition|color-profile|viewport)(?![\w-])/i

/**
 * The rules of a style sheet, one a line, in their order: `@media (…) { .a{color:red} }` for one
 * that stands in a block, `.a { &:hover{color:red} }` for one that stands in another rule. Two
 * style sheets that say the same give the same lines.
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
