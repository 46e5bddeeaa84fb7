import {
  parse,
  type AnyNode,
  type AssignmentProperty,
  type CallExpression,
  type Identifier,
  type ImportExpression,
  type MemberExpression,
  type NewExpression,
} from 'acorn'
import { fullAncestor } from 'acorn-walk'
import { namesOf, propertyOf, textOf, valueOf, type Names } from './script-values.ts'

/** Something in a script that runs text as code, at a place in its text. */
export interface ScriptFinding {
  start: number
  end: number
}

/** A text that no browser would run: it cannot be judged, either. */
export class NotAScript extends Error {
  readonly index: number
  constructor(message: string, index: number) {
    super(message)
    this.index = index
  }
}

/**
 * Where a script evaluates text. Both readings of a text are looked at where they may differ:
 * `<!--` begins a comment in a script and none in a module.
 */
export function findEvaluation(text: string): ScriptFinding[] {
  const found = new Map<number, ScriptFinding>()
  for (const program of programsOf(text)) {
    const names = namesOf(program)
    fullAncestor(program, (node, _state, ancestors) => {
      if (evaluates(node, ancestors.at(-2) ?? null, names))
        found.set(node.start, { start: node.start, end: node.end })
    })
  }
  return [...found.values()].sort((a, b) => a.start - b.start)
}

/** Throws `NotAScript` where a text is neither a script nor a module. */
export const requireScript = (text: string): void => {
  programsOf(text)
}

function programsOf(text: string): AnyNode[] {
  const read = (sourceType: 'script' | 'module') =>
    parse(text, {
      ecmaVersion: 'latest',
      sourceType,
      allowReturnOutsideFunction: sourceType === 'script',
    })
  const attempts = (['module', 'script'] as const).map((sourceType) => () => read(sourceType))
  const programs: AnyNode[] = []
  let failure: unknown
  for (const attempt of attempts) {
    if (programs.length > 0 && !text.includes('<!--') && !text.includes('-->')) break
    try {
      programs.push(attempt())
    } catch (error) {
      failure ??= error
    }
  }
  if (programs.length > 0) return programs
  if (!(failure instanceof SyntaxError)) throw failure
  throw new NotAScript(failure.message, (failure as SyntaxError & { pos?: number }).pos ?? 0)
}

const GLOBALS = new Set(['window', 'globalThis', 'self', 'top', 'parent', 'frames', 'global'])
const DELAYS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'execScript'])
/** What of `Function` says something about functions and makes none. */
const HARMLESS_OF_FUNCTION = new Set(['prototype', 'name', 'length', 'toString', 'hasOwnProperty'])
/** Functions that everything has: their constructor is `Function`. */
const METHODS = new Set(
  'toString valueOf hasOwnProperty call apply bind at map filter forEach find some every reduce concat slice splice push pop join sort flat keys sub link anchor bold big trim split match replace'.split(
    ' ',
  ),
)

function evaluates(node: AnyNode, parent: AnyNode | null, names: Names): boolean {
  switch (node.type) {
    case 'Identifier':
      return (
        isReference(node, parent) &&
        (node.name === 'eval' || (node.name === 'Function' && makesFunctions(node, parent, names)))
      )
    case 'MemberExpression':
      return memberEvaluates(node, parent, names)
    case 'ObjectPattern':
      return node.properties.some(
        (property) => property.type === 'Property' && takesEval(property, names),
      )
    case 'ImportExpression':
      return importsUnknown(node, names)
    case 'CallExpression':
    case 'NewExpression':
      return callEvaluates(node, names)
    default:
      return false
  }
}

/** `const { eval: e } = window` */
const takesEval = ({ key, computed }: AssignmentProperty, names: Names): boolean =>
  (!computed && key.type === 'Identifier' ? key.name : textOf(key, names)) === 'eval'

/** Is it the global name, and not a property, a label or a key of that name? */
function isReference(node: Identifier, parent: AnyNode | null): boolean {
  if (parent?.type === 'MemberExpression') return parent.object === node || parent.computed
  if (parent?.type === 'Property') return parent.value === node || parent.computed
  if (parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition')
    return parent.key !== node || parent.computed
  return true
}

/**
 * `x instanceof Function` asks; `new Function(text)`, `const F = Function` and `[Function]` make.
 */
function makesFunctions(node: Identifier, parent: AnyNode | null, names: Names): boolean {
  if (
    parent?.type === 'BinaryExpression' ||
    parent?.type === 'UnaryExpression' ||
    parent?.type === 'SwitchCase'
  )
    return false
  if (parent?.type === 'MemberExpression')
    return !HARMLESS_OF_FUNCTION.has(propertyOf(parent, names) ?? '')
  if (parent?.type !== 'CallExpression' && parent?.type !== 'NewExpression') return true
  // `Function("return this")` is how older bundles find the page's own object.
  const [only, more] = parent.arguments
  return !(parent.callee === node && more === undefined && textOf(only, names) === 'return this')
}

function memberEvaluates(node: MemberExpression, parent: AnyNode | null, names: Names): boolean {
  const name = propertyOf(node, names)
  const owner = node.object.type === 'Super' ? null : valueOf(node.object, names)
  if (name === 'eval' || name === 'Function') return node.computed || isGlobal(owner)
  if (name === 'write' || name === 'writeln') return isDocument(owner, names)
  if (name !== 'constructor') return false
  // Of a constructor, and of anything that is a function: the way round to `Function`.
  if (owner?.type === 'MemberExpression' && propertyOf(owner, names) === 'constructor') return true
  if (
    owner?.type === 'MemberExpression' &&
    (METHODS.has(propertyOf(owner, names) ?? '') || isFunctionPrototype(owner, names))
  )
    return true
  if (
    isFunction(owner) ||
    (owner?.type === 'CallExpression' && owner.arguments.some((one) => isFunction(one)))
  )
    return true
  if (
    (parent?.type !== 'CallExpression' && parent?.type !== 'NewExpression') ||
    parent.callee !== node
  )
    return false
  return isOfLiteral(owner) || isGivenText(parent, names)
}

const isFunctionPrototype = (node: MemberExpression, names: Names): boolean =>
  propertyOf(node, names) === 'prototype' &&
  node.object.type === 'Identifier' &&
  node.object.name === 'Function'
/** A constructor of something unknown that is given a text: of a function it would run it. */
const isGivenText = ({ arguments: args }: CallExpression | NewExpression, names: Names): boolean =>
  args.map((one) => textOf(one, names)).some((text) => text !== null && !/^\d*$/.test(text))

const isGlobal = (node: AnyNode | null): boolean =>
  node?.type === 'Identifier' && GLOBALS.has(node.name)
const isDocument = (node: AnyNode | null, names: Names): boolean =>
  (node?.type === 'Identifier' && node.name === 'document') ||
  (node?.type === 'MemberExpression' &&
    /^(?:document|ownerDocument|contentDocument)$/.test(propertyOf(node, names) ?? ''))
const isFunction = (node: AnyNode | null): boolean =>
  node?.type === 'FunctionExpression' ||
  node?.type === 'ArrowFunctionExpression' ||
  node?.type === 'ClassExpression'
/** `[].at`, `''.sub`: a method, without anybody's name. */
const isOfLiteral = (node: AnyNode | null): boolean =>
  node?.type === 'MemberExpression' &&
  (node.object.type === 'ArrayExpression' ||
    node.object.type === 'Literal' ||
    node.object.type === 'ObjectExpression' ||
    node.object.type === 'TemplateLiteral')

function callEvaluates(
  { callee, arguments: args }: CallExpression | NewExpression,
  names: Names,
): boolean {
  const called = callee.type === 'Super' ? null : valueOf(callee, names)
  const name =
    called?.type === 'Identifier' ? called.name : called ? propertyOf(called, names) : null
  const [first, second] = args
  if (name === null || !called) return false
  if (called.type === 'MemberExpression' && callee.type === 'Identifier' && name === 'constructor')
    return isGivenText({ arguments: args } as CallExpression, names)
  if (DELAYS.has(name))
    return textOf(first, names) !== null || startsAsText(first ? valueOf(first, names) : null)
  if (name === 'setAttribute') return /^on/i.test(textOf(first, names) ?? '')
  if (called?.type === 'MemberExpression' && isReflect(called))
    return /^(?:eval|Function|constructor)$/.test(textOf(second, names) ?? '')
  if (name === 'Worker' || name === 'SharedWorker' || name === 'importScripts')
    return /^\s*(?:data|blob|javascript):/i.test(textOf(first, names) ?? '')
  return false
}

const isReflect = (node: MemberExpression): boolean =>
  node.object.type === 'Identifier' && node.object.name === 'Reflect'
/** `'run(' + id + ')'`: a text, whatever is in its middle. */
const startsAsText = (node: AnyNode | null): boolean =>
  node?.type === 'TemplateLiteral' ||
  (node?.type === 'BinaryExpression' &&
    node.operator === '+' &&
    [node.left, node.right].some(
      (side) =>
        side.type === 'TemplateLiteral' ||
        (side.type === 'Literal' && typeof side.value === 'string'),
    ))

/**
 * Scripts of the package are named from where they are (`./part.js`), or by the page (`dataset`),
 * into which only `{{asset:…}}` writes addresses.
 */
function importsUnknown({ source }: ImportExpression, names: Names): boolean {
  const text = textOf(source, names)
  if (text !== null) return !/^\.{1,2}\//.test(text)
  const value = valueOf(source, names)
  if (value?.type === 'TemplateLiteral')
    return !value.quasis.every(
      (quasi, at) =>
        (at === 0 ? /^\.\/[^:]*$/ : /^[^:]*$/).test(quasi.value.raw) &&
        !quasi.value.raw.includes('..'),
    )
  if (
    value?.type === 'NewExpression' &&
    value.callee.type === 'Identifier' &&
    value.callee.name === 'URL'
  )
    return !/^\.{1,2}\//.test(textOf(value.arguments[0], names) ?? '')
  if (value?.type !== 'MemberExpression') return true
  if (propertyOf(value, names) === 'href')
    return importsUnknown(
      { ...({} as ImportExpression), source: value.object as ImportExpression['source'] },
      names,
    )
  const owner = value.object.type === 'Super' ? null : valueOf(value.object, names)
  return !(owner?.type === 'MemberExpression' && propertyOf(owner, names) === 'dataset')
}
