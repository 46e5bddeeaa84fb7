import { tokenize, tokenTypes } from 'css-tree/tokenizer'
import { ident, string, url } from 'css-tree/utils'

/** A problem in a file: code that browsers would run, or an external address. */
export interface ContentProblem {
  code: 'package.active_content' | 'package.outside_address' | 'package.broken_markup'
  detail: string
  /** Its position in the text. */
  index: number
}

/** The file of a text, and the files beside it. */
export interface Place {
  path: string
  /** All paths of the package. */
  files: ReadonlySet<string>
  /** How many `data:` addresses enclose the text; deeply nested drawings are not read. */
  depth: number
  /** Drawings in `data:` addresses that the caller must check. */
  drawings: Drawing[]
}

export interface Drawing {
  svg: string
  index: number
  depth: number
}

export const placeOf = (path: string, files: ReadonlySet<string>): Place => ({
  path,
  files,
  depth: 0,
  drawings: [],
})

const ROOT = 'http://package.invalid/root/'
const DEEPEST_DATA = 2
const DATA_MEDIA =
  /^(?:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon|svg\+xml)|(?:application|font)\/(?:x-)?(?:font-)?(?:woff2?|ttf|otf|truetype|opentype|sfnt))$/

/**
 * Like the URL standard: without tabs, line breaks, and surrounding control characters and spaces.
 */
export function plainAddress(value: string): string {
  const letters = value.replaceAll(/[\t\n\r]/g, '')
  let [from, to] = [0, letters.length]
  while (from < to && letters.charCodeAt(from) <= 0x20) from += 1
  while (to > from && letters.charCodeAt(to - 1) <= 0x20) to -= 1
  return letters.slice(from, to)
}

const schemeOf = (address: string): string | null =>
  /^[a-z][a-z0-9+.-]{0,40}(?=:)/i.exec(address)?.[0].toLowerCase() ?? null

/** Whether following or loading this address runs code. */
export function runsCode(value: string): boolean {
  const address = plainAddress(value)
  const scheme = schemeOf(address)
  if (
    scheme === 'javascript' ||
    scheme === 'vbscript' ||
    scheme === 'livescript' ||
    scheme === 'mocha'
  )
    return true
  return scheme === 'data' && !DATA_MEDIA.test(dataMedia(address))
}

const dataMedia = (address: string): string =>
  (/^data:([^;,]{0,100})/i.exec(address)?.[1] ?? '').trim().toLowerCase()

/**
 * Checks an address that is loaded: it must be a file of the package, a fragment, or a picture or
 * font in the address itself.
 */
export function judgeAddress(value: string, index: number, place: Place): ContentProblem[] {
  const address = plainAddress(value)
  if (address === '' || address.startsWith('#')) return []
  const detail = address.slice(0, 200)
  if (runsCode(address)) return [{ code: 'package.active_content', detail, index }]
  if (schemeOf(address) === 'data') return judgeData(address, index, place)
  return isFileOf(address, place) ? [] : [{ code: 'package.outside_address', detail, index }]
}

/** Whether an address refers to a file of the package. */
export function isFileOf(address: string, { path, files }: Place): boolean {
  if (schemeOf(address) !== null || /^[\\/]/.test(address)) return false
  const target = URL.parse(address, ROOT + path)
  if (!target?.href.startsWith(ROOT)) return false
  const name = decoded(target.href.slice(ROOT.length).split(/[?#]/, 1)[0] ?? '')
  return name !== null && files.has(name)
}

function judgeData(address: string, index: number, place: Place): ContentProblem[] {
  if (dataMedia(address) !== 'image/svg+xml') return []
  const depth = place.depth + 1
  const svg = depth > DEEPEST_DATA ? null : dataText(address)
  if (svg === null) return [{ code: 'package.broken_markup', detail: address.slice(0, 200), index }]
  place.drawings.push({ svg, index, depth })
  return []
}

function dataText(address: string): string | null {
  const comma = address.indexOf(',')
  if (comma === -1) return null
  const body = decoded(address.slice(comma + 1))
  if (body === null || !/;\s*base64\s*$/i.test(address.slice(0, comma).slice(-30))) return body
  return Buffer.from(body, 'base64').toString('utf8')
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Functions that load their argument. */
const LOADING = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set'])
/** Functions that run code. */
const RUNNING = new Set(['expression', '-moz-element'])

interface Token {
  type: number
  text: string
  index: number
}

/**
 * Checks every address that a style sheet or style attribute loads: `url()`, `src()`, `image-set()`
 * and `@import`. It reads tokens, so a rule that no parser understands hides nothing.
 */
export function judgeStyle(css: string, place: Place, offset = 0): ContentProblem[] {
  const found: ContentProblem[] = []
  const open: string[] = []
  let atRule = ''
  eachToken(css, ({ type, text, index }) => {
    const at = index + offset
    const refuse = (code: ContentProblem['code'], detail = text) =>
      found.push({ code, detail: detail.slice(0, 200), index: at })
    if (type === tokenTypes.AtKeyword) atRule = ident.decode(text.slice(1)).toLowerCase()
    else if (type === tokenTypes.Semicolon || type === tokenTypes.LeftCurlyBracket) atRule = ''
    else if (type === tokenTypes.BadUrl) refuse('package.outside_address')
    else if (type === tokenTypes.Url) {
      // Nothing is loaded from a namespace.
      if (atRule !== 'namespace') found.push(...judgeAddress(url.decode(text), at, place))
    } else if (type === tokenTypes.String) {
      const loads = LOADING.has(open.at(-1) ?? '') && atRule !== 'namespace'
      if (loads || (atRule === 'import' && open.length === 0))
        found.push(...judgeAddress(string.decode(text), at, place))
    }
    if (type === tokenTypes.Function) {
      const name = ident.decode(text.slice(0, -1)).toLowerCase()
      if (RUNNING.has(name)) refuse('package.active_content')
      // Tokenizers disagree about an escaped `url(`, which honest tools never write.
      if (LOADING.has(name) && text.includes('\\')) refuse('package.outside_address')
      // An address from a variable cannot be resolved here.
      if (name === 'var' && open.some((one) => LOADING.has(one))) refuse('package.outside_address')
      open.push(name)
    } else if (type === tokenTypes.LeftParenthesis) open.push('')
    else if (type === tokenTypes.RightParenthesis) open.pop()
  })
  return found
}

/** Other tokens, most of a style sheet, contain no addresses. */
const TELLING = new Set<number>([
  tokenTypes.AtKeyword,
  tokenTypes.Semicolon,
  tokenTypes.LeftCurlyBracket,
  tokenTypes.BadUrl,
  tokenTypes.Url,
  tokenTypes.String,
  tokenTypes.Function,
  tokenTypes.LeftParenthesis,
  tokenTypes.RightParenthesis,
])

function eachToken(css: string, visit: (token: Token) => void): void {
  tokenize(css, (type, start, end) => {
    if (TELLING.has(type)) visit({ type, text: css.slice(start, end), index: start })
  })
}
