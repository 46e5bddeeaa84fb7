import { tokenize, tokenTypes } from 'css-tree/tokenizer'
import { ident, string, url } from 'css-tree/utils'
import { judgeAddress, type ContentProblem, type Place } from './addresses.ts'

/** Functions that load what their text says. */
const LOADING = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set'])
/** Functions inside of those that only say something about it. */
const RUNNING = new Set(['expression', '-moz-element'])

interface Token {
  type: number
  text: string
  index: number
}

/**
 * Every address that a style sheet, or the value of a style attribute, loads: `url()`, `src()`,
 * `image-set()` and `@import`, whatever escapes and comments are between. Only tokens are read, so
 * a rule that no parser understands hides nothing.
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
      // The address of a namespace is a name: nothing is loaded from it.
      if (atRule !== 'namespace') found.push(...judgeAddress(url.decode(text), at, place))
    } else if (type === tokenTypes.String) {
      const loads = LOADING.has(open.at(-1) ?? '') && atRule !== 'namespace'
      if (loads || (atRule === 'import' && open.length === 0))
        found.push(...judgeAddress(string.decode(text), at, place))
    }
    if (type === tokenTypes.Function) {
      const name = ident.decode(text.slice(0, -1)).toLowerCase()
      if (RUNNING.has(name)) refuse('package.active_content')
      // Tokenizers disagree about what follows an escaped `url(`; honest tools never write it.
      if (LOADING.has(name) && text.includes('\\')) refuse('package.outside_address')
      // An address that is put together elsewhere cannot be resolved here.
      if (name === 'var' && open.some((one) => LOADING.has(one))) refuse('package.outside_address')
      open.push(name)
    } else if (type === tokenTypes.LeftParenthesis) open.push('')
    else if (type === tokenTypes.RightParenthesis) open.pop()
  })
  return found
}

/** The others say nothing of addresses, and are most of a style sheet. */
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
