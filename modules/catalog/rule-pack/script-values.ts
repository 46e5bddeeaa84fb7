import type {
  AnyNode,
  AssignmentProperty,
  Expression,
  PrivateIdentifier,
  SpreadElement,
  Super,
} from 'acorn'
import { fullAncestor } from 'acorn-walk'

type Value = Expression | PrivateIdentifier | SpreadElement | Super | null | undefined

/**
 * Names with exactly one value in the whole script. Scopes are ignored: a name with two values has
 * none.
 */
export type Names = ReadonlyMap<string, AnyNode>

const MOST_STEPS = 40
const MOST_TEXT = 10_000

/** Also of `const { eval: e } = window`. */
export function namesOf(program: AnyNode): Names {
  const values = new Map<string, AnyNode | null>()
  const give = (node: AnyNode | null, value: AnyNode | null) => {
    if (node?.type === 'Identifier') values.set(node.name, values.has(node.name) ? null : value)
  }
  fullAncestor(program, (node) => {
    if (node.type === 'VariableDeclarator') giveAll(node.id, node.init ?? null, give)
    else if (node.type === 'AssignmentExpression')
      giveAll(node.left, node.operator === '=' ? node.right : null, give, false)
    else if (node.type === 'UpdateExpression') give(node.argument, null)
    else if (node.type === 'CatchClause') giveAll(node.param ?? null, null, give, false)
    else if ('local' in node && node.type !== 'ExportSpecifier') give(node.local, null)
    if ('params' in node) for (const param of node.params) giveAll(param, null, give, false)
  })
  return new Map([...values].flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** Assigns a value to a name or a pattern. `let a` waits for its assignment. */
function giveAll(
  target: AnyNode | null,
  value: AnyNode | null,
  give: (node: AnyNode | null, value: AnyNode | null) => void,
  declares = true,
): void {
  if (target?.type === 'Identifier') {
    if (value !== null || !declares) give(target, value)
  } else if (target?.type === 'AssignmentPattern') giveAll(target.left, null, give, false)
  else if (target?.type === 'RestElement') giveAll(target.argument, null, give, false)
  else if (target?.type === 'ArrayPattern')
    for (const element of target.elements) giveAll(element, null, give, false)
  else if (target?.type === 'ObjectPattern') {
    for (const property of target.properties) {
      if (property.type === 'RestElement') giveAll(property, null, give, false)
      else giveAll(property.value, value && propertyFrom(value, property), give, false)
    }
  }
}

/** `{ a } = b` is `b.a`. */
const propertyFrom = (
  object: AnyNode,
  { key, computed, start, end }: AssignmentProperty,
): AnyNode => ({
  type: 'MemberExpression',
  object: object as Expression,
  property: key,
  computed,
  optional: false,
  start,
  end,
})

/** Resolves names, also through other names. */
export function valueOf(node: Value, names: Names): AnyNode | null {
  let value: AnyNode | null = node ?? null
  for (let step = 0; step < 10 && value?.type === 'Identifier'; step += 1) {
    const next = names.get(value.name)
    if (!next) return value
    value = next
  }
  while (value?.type === 'ParenthesizedExpression' || value?.type === 'SequenceExpression') {
    value =
      value.type === 'ParenthesizedExpression'
        ? value.expression
        : (value.expressions.at(-1) ?? null)
  }
  return value
}

/** The constant text of an expression, or null. */
export function textOf(node: Value, names: Names, steps = { left: MOST_STEPS }): string | null {
  if ((steps.left -= 1) < 0) return null
  const text = fold(valueOf(node, names), names, steps)
  return text !== null && text.length <= MOST_TEXT ? text : null
}

function fold(node: AnyNode | null, names: Names, steps: { left: number }): string | null {
  const of = (inner: Value) => textOf(inner, names, steps)
  if (node?.type === 'Literal')
    return typeof node.value === 'string' || typeof node.value === 'number'
      ? String(node.value)
      : null
  if (node?.type === 'BinaryExpression' && node.operator === '+')
    return joined([of(node.left), of(node.right)])
  if (node?.type === 'TemplateLiteral')
    return joined(
      node.quasis.flatMap((quasi, at) => [
        quasi.value.cooked ?? null,
        at < node.expressions.length ? of(node.expressions[at]) : '',
      ]),
    )
  if (node?.type === 'CallExpression') return foldCall(node.callee, node.arguments, names, steps)
  return null
}

const joined = (parts: readonly (string | null)[], between = ''): string | null =>
  parts.includes(null) ? null : parts.join(between)

/** Usual ways to hide a text by assembling it. */
function foldCall(
  callee: Value,
  args: readonly Value[],
  names: Names,
  steps: { left: number },
): string | null {
  const of = (inner: Value) => textOf(inner, names, steps)
  if (
    callee?.type === 'Identifier' &&
    (callee.name === 'atob' ||
      callee.name === 'unescape' ||
      callee.name === 'decodeURIComponent' ||
      callee.name === 'String')
  )
    return decoded(callee.name, of(args[0]))
  if (callee?.type !== 'MemberExpression') return null
  const method = propertyOf(callee, names)
  if (method === 'atob') return decoded(method, of(args[0]))
  if (method === 'concat') return joined([of(callee.object as Value), ...args.map(of)])
  if (method === 'toString' && args.length === 0) return of(callee.object as Value)
  if (method === 'fromCharCode' || method === 'fromCodePoint') return fromCodes(args.map(of))
  if (method !== 'join') return null
  const list = listOf(callee.object as Value, names, steps)
  return list && joined(list, args.length === 0 ? ',' : (of(args[0]) ?? '\0'))
}

function decoded(how: string, text: string | null): string | null {
  try {
    return text === null
      ? null
      : how === 'atob'
        ? atob(text)
        : how === 'String'
          ? text
          : decodeURIComponent(text)
  } catch {
    return null
  }
}

const fromCodes = (codes: readonly (string | null)[]): string | null =>
  codes.length > 0 &&
  codes.every((code) => code !== null && Number(code) >= 0 && Number(code) < 0x110000)
    ? String.fromCodePoint(...codes.map(Number))
    : null

/** `['ev', 'al']`, `'lave'.split('').reverse()`. */
function listOf(node: Value, names: Names, steps: { left: number }): (string | null)[] | null {
  const value = valueOf(node, names)
  if ((steps.left -= 1) < 0) return null
  if (value?.type === 'ArrayExpression')
    return value.elements.map((element) => textOf(element, names, steps))
  if (value?.type !== 'CallExpression' || value.callee.type !== 'MemberExpression') return null
  const method = propertyOf(value.callee, names)
  if (method === 'reverse')
    return listOf(value.callee.object as Value, names, steps)?.reverse() ?? null
  if (method !== 'split') return null
  const [text, at] = [
    textOf(value.callee.object as Value, names, steps),
    textOf(value.arguments[0], names, steps),
  ]
  return text === null || at === null ? null : text.split(at)
}

/** The constant name of a property, or null. */
export function propertyOf(node: AnyNode, names: Names): string | null {
  if (node.type !== 'MemberExpression') return null
  if (node.computed) return textOf(node.property as Value, names)
  return node.property.type === 'Identifier' ? node.property.name : null
}
