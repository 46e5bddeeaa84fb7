import { execFileSync } from 'node:child_process'
import { parseSync, Visitor } from 'oxc-parser'

/** Every regular expression of a tree, by its source (test/whole/regular-expressions.test.ts). */

export interface Expression {
  at: string
  source: string
  flags: string
}
/**
 * One that is assembled while the program runs. `given`: its source as it stands in the code.
 */
export interface BuiltExpression {
  at: string
  file: string
  given: string
}

const SCRIPT = /\.(?:ts|tsx|mts|cts|js|jsx|mjs|cjs)$/

/**
 * What only tests and proofs run, on what our own programs print: a hang there is a failing test.
 * Released loaders are frozen by their hash; their source is apps/loader.
 */
const NOT_SERVED =
  /\.(?:test|suite|support)(?:-[a-z]+)?\.tsx?$|^test\/|\/testing\/|^(?:proofs|bench)\/|^modules\/stores\/platforms\/loader\/released\//

/** Scripts and PHP of the repository that another party's bytes may reach. */
export const servedFiles = (root: string): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  })
    .split('\n')
    .filter((path) => (SCRIPT.test(path) || path.endsWith('.php')) && !NOT_SERVED.test(path))

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length

/**
 * Of one script: literals, `new RegExp` with constant text (strings, `String.raw`, `[…].join('|')`
 * of strings), and what is built of anything else.
 */
export function expressionsOf(
  path: string,
  text: string,
): { fixed: Expression[]; built: BuiltExpression[] } {
  const fixed: Expression[] = []
  const built: BuiltExpression[] = []
  if (!/\/[^/*\s]|RegExp/.test(text)) return { fixed, built }
  const call = (node: Call) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
    const at = `${path}:${lineOf(text, node.start)}`
    const [source, flags] = node.arguments.map(constantText)
    if (typeof source === 'string' && (node.arguments.length < 2 || typeof flags === 'string'))
      fixed.push({ at, source, flags: flags ?? '' })
    else built.push({ at, file: path, given: text.slice(node.start, node.end) })
  }
  new Visitor({
    Literal: (node) => {
      if ('regex' in node && node.regex)
        fixed.push({
          at: `${path}:${lineOf(text, node.start)}`,
          source: node.regex.pattern,
          flags: node.regex.flags,
        })
    },
    NewExpression: (node) => call(node as Call),
    CallExpression: (node) => call(node as Call),
  }).visit(parseSync(path, text).program)
  return { fixed, built }
}

interface Call {
  start: number
  end: number
  callee: { type: string; name?: string }
  arguments: readonly unknown[]
}
type Node = {
  type: string
  value?: unknown
  quasis?: { value: { cooked: string | null; raw: string } }[]
  expressions?: unknown[]
  tag?: Node
  quasi?: Node
  object?: Node
  property?: { name?: string }
  callee?: Node
  arguments?: Node[]
  elements?: Node[]
  left?: Node
  right?: Node
  operator?: string
}

/** The text of a constant expression, or undefined. */
function constantText(given: unknown): string | undefined {
  const node = given as Node
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral' && node.expressions?.length === 0)
    return node.quasis?.[0]?.value.cooked ?? undefined
  if (
    node.type === 'TaggedTemplateExpression' &&
    node.tag?.object &&
    node.quasi?.expressions?.length === 0
  )
    return node.quasi.quasis?.[0]?.value.raw
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [constantText(node.left), constantText(node.right)]
    return left === undefined || right === undefined ? undefined : left + right
  }
  if (
    node.type === 'CallExpression' &&
    node.callee?.property?.name === 'join' &&
    node.callee.object?.type === 'ArrayExpression'
  ) {
    const parts = node.callee.object.elements?.map(constantText) ?? []
    const between = constantText(node.arguments?.[0] ?? { type: '' })
    return parts.some((part) => part === undefined) || between === undefined
      ? undefined
      : parts.join(between)
  }
  return undefined
}

/**
 * Of a PHP file: the first argument of each `preg_…` call, where it is one literal without
 * variables.
 */
export function phpExpressionsOf(
  path: string,
  text: string,
): { fixed: Expression[]; built: BuiltExpression[] } {
  const fixed: Expression[] = []
  const built: BuiltExpression[] = []
  for (const call of text.matchAll(
    /\bpreg_(?:match|match_all|replace|replace_callback|split|grep)\(\s{0,20}/g,
  )) {
    const from = call.index + call[0].length
    const at = `${path}:${lineOf(text, call.index)}`
    const literal = /^'((?:[^'\\]|\\.)*)'\s{0,20},/s.exec(text.slice(from, from + 2000))?.[1]
    const [, delimiter = '', source, flags = ''] =
      /^([/#~@!{(])(.*)[/#~@!})]([a-zA-Z]*)$/s.exec(
        (literal ?? '').replaceAll("\\'", "'").replaceAll('\\\\', '\\'),
      ) ?? []
    // PHP: x is no flag of ours, u and D change no run time, and possessive or atomic parts only
    // lessen it.
    if (
      source === undefined ||
      flags.includes('x') ||
      /\(\?[>a-z]|[*+?}]\+|\\[AzZhR]/.test(source.replaceAll(/\\\\/g, ''))
    )
      built.push({
        at,
        file: path,
        given: text.slice(
          call.index,
          from + ((text.slice(from, from + 300).indexOf('\n') + 301) % 301),
        ),
      })
    else
      fixed.push({
        at,
        source: delimiter === '/' ? source : source.replaceAll('/', '\\/'),
        flags: flags.replaceAll(/[^imsu]/g, ''),
      })
  }
  return { fixed, built }
}
