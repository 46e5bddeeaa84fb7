/**
 * What recheck's automata can decide: an expression without counts, assertions and back references
 * that takes at least as long as the given one on its worst input (give or take a constant).
 * Analysis by fuzzing, which recheck would do instead, depends on time and luck.
 */
export interface SimplerExpression {
  /** One of them for each choice of the whole: they are tried one after another. */
  sources: string[]
  /** Insides of assertions that read on without a bound: each start pays for them. */
  readsOn: boolean
  /** It repeats what a group found: nothing is known of it. */
  refersBack: boolean
}

/** Counts up to this are left as they are. */
const SHORT = 3
/**
 * A character that no text has: what stands before it must fail in the end, as an assertion may
 * make it.
 */
const NEVER = '\\uE0F7'

export function simplerExpression(given: string): SimplerExpression {
  const sources: string[] = []
  let source = ''
  let depth = 0
  let [readsOn, refersBack, hasAssertion] = [false, false, false]
  for (let at = 0; at < given.length;) {
    const rest = given.slice(at, at + 80)
    const escape =
      /^\\(?:u\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[pP]\{[^}]*\}|k<[^>]*>|c[a-z]|[^])/i.exec(
        rest,
      )?.[0]
    const count = /^\{(\d{1,6})(,?)(\d{0,6})\}/.exec(rest)
    if (escape !== undefined) {
      refersBack ||= /^\\(?:[1-9]|k<)/.test(escape)
      source += escape
      at += escape.length
    } else if (given[at] === '[') {
      const end = endOfClass(given, at)
      source += given.slice(at, end)
      at = end
    } else if (/^\(\?<?[=!]/.test(rest)) {
      const end = endOfGroup(given, at)
      const inside = given.slice(at, end)
      readsOn ||= /[*+]|\{\d+,\}|\d{3}/.test(withoutEscapes(inside))
      hasAssertion = true
      at = end
    } else if (count) {
      const [whole, least = '', comma, most] = count
      const longest = Number(comma === '' ? least : most || Number.POSITIVE_INFINITY)
      source += longest <= SHORT ? whole : Number(least) === 0 ? '*' : '+'
      at += whole.length
    } else if (given[at] === '|' && depth === 0) {
      sources.push(source)
      source = ''
      at += 1
    } else {
      depth += given[at] === '(' ? 1 : given[at] === ')' ? -1 : 0
      source += given[at]
      at += 1
    }
  }
  sources.push(source)
  return {
    sources: hasAssertion ? sources.map((one) => `(?:${one})${NEVER}`) : sources,
    readsOn,
    refersBack,
  }
}

const withoutEscapes = (text: string) =>
  text.replaceAll(/\\[^]/g, 'e').replaceAll(/\[[^\]]*\]/g, 'c')

/** Behind the class that begins at `from`. */
function endOfClass(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === ']') return at + 1
  }
  return text.length
}

/** Behind the group that begins at `from`. */
function endOfGroup(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '[') at = endOfClass(text, at) - 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')' && (depth -= 1) === 0) return at + 1
  }
  return text.length
}
