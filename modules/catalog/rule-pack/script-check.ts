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

/** A place where a script runs text as code. */
interface ScriptFinding {
  start: number
  end: number
}

/** A text that is no script and so cannot be checked. */
export class NotAScript extends Error {
  readonly index: number
  constructor(message: string, index: number) {
    super(message)
    this.index = index
  }
}

/**
 * Finds evaluation of text. A text is parsed as a script and as a module where they may differ:
 * `<!--` begins a comment only in a script.
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

/** Throws `NotAScript` for a text that is neither a script nor a module. */
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
/** Properties of `Function` that create no function. */
const HARMLESS_OF_FUNCTION = new Set(['prototype', 'name', 'length', 'toString', 'hasOwnProperty'])
/** Methods of all values: their constructor is `Function`. */
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

/** Whether it is the global name, and no property, label or key. */
function isReference(node: Identifier, parent: AnyNode | null): boolean {
  if (parent?.type === 'MemberExpression') return parent.object === node || parent.computed
  if (parent?.type === 'Property') return parent.value === node || parent.computed
  if (parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition')
    return parent.key !== node || parent.computed
  return true
}

/**
 * `x instanceof Function` creates nothing; `new Function(text)`, `const F = Function` and
 * `[Function]` do.
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
  // Older bundles use `Function("return this")` to find the global object.
  const [only, more] = parent.arguments
  return !(parent.callee === node && more === undefined && textOf(only, names) === 'return this')
}

function memberEvaluates(node: MemberExpression, parent: AnyNode | null, names: Names): boolean {
  const name = propertyOf(node, names)
  const owner = node.object.type === 'Super' ? null : valueOf(node.object, names)
  if (name === 'eval' || name === 'Function') return node.computed || isGlobal(owner)
  if (name === 'write' || name === 'writeln') return isDocument(owner, names)
  if (name !== 'constructor') return false
  // The constructor of a function is `Function`.
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
/** An unknown constructor that gets a text: it may be that of a function. */
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
/** Methods of literals: `[].at`, `''.sub`. */
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
/** A concatenation that begins with a text is a text: `'run(' + id + ')'`. */
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
 * Imports of the package are relative (`./part.js`) or from `dataset`, where only `{{asset:…}}`
 * writes addresses.
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
