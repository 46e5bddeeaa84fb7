import { Visitor } from 'oxc-parser'
import type { Source } from './sources.ts'

export interface LongFunction {
  /** `path:line`. */
  at: string
  name: string
  lines: number
}

interface Spanned {
  start: number
  end: number
  id?: { name: string } | null
}

/** All functions of the given files, the longest first. Lines include comments and blank ones. */
export function longestFunctions(sources: Iterable<Source>): LongFunction[] {
  const found: LongFunction[] = []
  for (const { path, text, program } of sources) {
    const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
    const lineOf = (offset: number) => {
      let [low, high] = [0, starts.length]
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if ((starts[middle] as number) <= offset) low = middle
        else high = middle
      }
      return low + 1
    }
    const note = ({ start, end, id }: Spanned) => {
      const line = lineOf(start)
      found.push({
        at: `${path}:${line}`,
        name: id?.name ?? '(anonymous)',
        lines: lineOf(end) - line + 1,
      })
    }
    new Visitor({
      FunctionDeclaration: note,
      FunctionExpression: note,
      ArrowFunctionExpression: note,
    }).visit(program)
  }
  return found.sort((a, b) => b.lines - a.lines)
}
