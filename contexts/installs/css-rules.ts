/** Blocks that hold rules of their own; each of theirs is named with the block it stands in. */
const HOLDS_RULES = /^@(?:media|supports|container|layer|scope)\b/i

/**
 * The rules of a stylesheet, one a line, in their order: `@media (…) { .a{color:red} }` for one that stands in a block. Comments and the
 * spaces between are left out, so that two stylesheets that say the same are the same.
 */
export function cssRules(css: string): string[] {
  const rules: string[] = []
  readRules(css.replaceAll(/\/\*[^]*?\*\//g, ''), [], rules)
  return rules
}

function readRules(css: string, around: readonly string[], rules: string[]): void {
  let from = 0
  while (from < css.length) {
    const { at, sign } = nextSign(css, from, '{;')
    const head = tidy(css.slice(from, at))
    if (sign !== '{') {
      if (head !== '') rules.push(inside(around, head))
      from = at + 1
      continue
    }
    const end = blockEnd(css, at + 1)
    const body = css.slice(at + 1, end)
    if (HOLDS_RULES.test(head)) readRules(body, [...around, head], rules)
    else rules.push(inside(around, `${head}{${tidy(body).replace(/;$/, '')}}`))
    from = end + 1
  }
}

const inside = (around: readonly string[], rule: string): string => around.map(head => `${head} { `).join('') + rule + ' }'.repeat(around.length)
const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Where the next of these signs stands outside of strings and brackets; the end when there is none. */
function nextSign(css: string, from: number, signs: string): { at: number; sign: string } {
  let depth = 0
  for (let at = from; at < css.length; at += 1) {
    const sign = css[at] as string
    if (sign === '"' || sign === "'") at = stringEnd(css, at)
    else if (sign === '\\') at += 1
    else if (sign === '(' || sign === '[') depth += 1
    else if (sign === ')' || sign === ']') depth -= 1
    else if (depth <= 0 && signs.includes(sign)) return { at, sign }
  }
  return { at: css.length, sign: '' }
}

function blockEnd(css: string, from: number): number {
  let depth = 1
  for (let at = from; at < css.length; at += 1) {
    const sign = css[at] as string
    if (sign === '"' || sign === "'") at = stringEnd(css, at)
    else if (sign === '\\') at += 1
    else if (sign === '{') depth += 1
    else if (sign === '}' && (depth -= 1) === 0) return at
  }
  return css.length
}

function stringEnd(css: string, from: number): number {
  const quote = css[from]
  for (let at = from + 1; at < css.length; at += 1) {
    if (css[at] === '\\') at += 1
    else if (css[at] === quote) return at
  }
  return css.length
}

/** Rules that only one of the two has, each as often as it has it more; in their order. */
export function changedRules(before: readonly string[], after: readonly string[]): { gone: string[]; come: string[] } {
  return { gone: without(before, after), come: without(after, before) }
}

function without(rules: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const rule of others) left.set(rule, (left.get(rule) ?? 0) + 1)
  return rules.filter(rule => {
    const count = left.get(rule) ?? 0
    if (count > 0) left.set(rule, count - 1)
    return count === 0
  })
}
