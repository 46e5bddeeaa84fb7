import { CannotLook } from './rule.ts'

export interface Declaration {
  /** Media queries and the like around it, from outside in: `@media print`; empty for what always holds. */
  within: string
  selectors: string[]
  property: string
  value: string
  index: number
}

/** Of rules within rules. */
const DEEPEST = 20

/** Every declaration of a style sheet, in order. Strings, addresses and comments are stepped over; a sheet that does not end cannot be judged. */
export function declarationsOf(css: string): Declaration[] {
  const found: Declaration[] = []
  const stack: string[] = []
  let [start, depth] = [0, 0]
  const declare = (end: number) => {
    const text = withoutComments(css.slice(start, end))
    const colon = text.indexOf(':')
    if (stack.length > 0 && colon > 0) {
      found.push({ within: stack.slice(0, -1).join(' '), selectors: selectorsOf(stack.at(-1) ?? ''), property: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim(), index: start })
    }
    start = end + 1
  }
  for (let at = 0; at < css.length; at += 1) {
    const sign = css[at]
    if (sign === '/' && css[at + 1] === '*') at = endOf(css, '*/', at + 2) + 1
    else if (sign === '"' || sign === "'") at = endOfString(css, at)
    else if (sign === '\\') at += 1
    else if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    if (depth > 0) continue
    if (sign === '{') {
      if (stack.length >= DEEPEST) throw new CannotLook('the style sheet is nested too deeply')
      stack.push(withoutComments(css.slice(start, at)).trim().replace(/\s+/g, ' '))
      start = at + 1
    } else if (sign === ';') declare(at)
    else if (sign === '}') {
      declare(at)
      stack.pop()
    }
  }
  if (depth !== 0 || stack.length > 0) throw new CannotLook('the style sheet has brackets that are never closed')
  return found
}

/** `a, b:is(c, d)` → two: commas in brackets part nothing. */
function selectorsOf(text: string): string[] {
  const found: string[] = []
  let [start, depth] = [0, 0]
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at]
    if (sign === '(' || sign === '[') depth += 1
    else if (sign === ')' || sign === ']') depth -= 1
    else if (sign === undefined || (sign === ',' && depth === 0)) {
      found.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  return found
}

function withoutComments(text: string): string {
  let [plain, from] = ['', 0]
  for (let begin = text.indexOf('/*'); begin !== -1; begin = text.indexOf('/*', from)) {
    const end = text.indexOf('*/', begin + 2)
    if (end === -1) break
    plain += `${text.slice(from, begin)} `
    from = end + 2
  }
  return plain + text.slice(from)
}

function endOf(css: string, sign: string, from: number): number {
  const end = css.indexOf(sign, from)
  if (end === -1) throw new CannotLook('the style sheet has a comment that never ends')
  return end
}

function endOfString(css: string, from: number): number {
  for (let at = from + 1; at < css.length; at += 1) {
    if (css[at] === '\\') at += 1
    else if (css[at] === css[from]) return at
  }
  throw new CannotLook('the style sheet has a text that never ends')
}
