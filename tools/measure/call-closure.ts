import { resolveImport, type Source } from './sources.ts'

/** A top-level declaration: the file that holds it and its name there. */
interface Symbol {
  path: string
  name: string
}

interface Node {
  type: string
  [key: string]: unknown
}

interface FileSymbols {
  declarations: Map<string, Node>
  /** Local name of a value import → where it comes from. */
  imports: Map<string, Symbol>
  /** Exported name → declaration in this file, or in the file it is re-exported from. */
  exports: Map<string, Symbol>
}

export interface Closure {
  files: string[]
  functions: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? (node.name as string) : undefined

function declaredBy(statement: Node): [string, Node][] {
  const name = nameOf(statement.id)
  if (/^(Function|Class)Declaration$/.test(statement.type) && name) return [[name, statement]]
  if (statement.type !== 'VariableDeclaration') return []
  return (statement.declarations as Node[]).flatMap((one) => {
    const variable = nameOf(one.id)
    return variable ? [[variable, one] as [string, Node]] : []
  })
}

function symbolsOf(sources: ReadonlyMap<string, Source>, { path, module, program }: Source) {
  const symbols: FileSymbols = { declarations: new Map(), imports: new Map(), exports: new Map() }
  for (const statement of program.body as unknown as Node[]) {
    const declared = isNode(statement.declaration) ? statement.declaration : statement
    for (const [name, node] of declaredBy(declared)) symbols.declarations.set(name, node)
  }
  for (const { moduleRequest, entries } of module.staticImports) {
    const from = resolveImport(sources, path, moduleRequest.value)
    for (const { importName, localName, isType } of entries) {
      if (from === undefined || isType) continue
      symbols.imports.set(localName.value, { path: from, name: importName.name ?? 'default' })
    }
  }
  for (const { entries } of module.staticExports) {
    for (const { exportName, importName, localName, moduleRequest, isType } of entries) {
      if (isType) continue
      const name = exportName.name ?? 'default'
      const from = moduleRequest && resolveImport(sources, path, moduleRequest.value)
      if (from) symbols.exports.set(name, { path: from, name: importName.name ?? name })
      else if (localName.name) symbols.exports.set(name, { path, name: localName.name })
    }
  }
  return symbols
}

/** Identifiers that a declaration reads. Types and property names do not count. */
function identifiersIn(root: Node): Set<string> {
  const found = new Set<string>()
  const visit = (value: unknown, parent: Node, key: string): void => {
    if (Array.isArray(value)) return value.forEach((one) => visit(one, parent, key))
    if (
      !isNode(value) ||
      value.type.startsWith('TSType') ||
      value.type === 'TSInterfaceDeclaration'
    )
      return
    if (value.type === 'Identifier' || value.type === 'JSXIdentifier') {
      const isName = (key === 'property' || key === 'key') && !parent.computed && !parent.shorthand
      if (!isName) found.add(value.name as string)
      return
    }
    for (const [name, child] of Object.entries(value)) visit(child, value, name)
  }
  visit(root, root, '')
  return found
}

const isFunction = (node: Node): boolean =>
  node.type === 'FunctionDeclaration' || /Function/.test(String((node.init as Node | null)?.type))

/**
 * The work of an operation without its declaration and the kernel around it, which all operations
 * share; any other declaration as it is.
 */
function workOf(node: Node): Node {
  const call = node.init as Node | null | undefined
  if (call?.type !== 'CallExpression' || nameOf(call.callee) !== 'defineOperation') return node
  const [definition] = call.arguments as Node[]
  const properties = (definition?.properties ?? []) as Node[]
  return { type: 'Work', properties: properties.filter(({ type }) => type === 'Property') }
}

/**
 * Everything that calling `start` may reach by names: its own declarations and the imported ones,
 * transitively. What arrives through a parameter (a port, a registered callback) is not followed.
 */
export function callClosure(sources: ReadonlyMap<string, Source>, start: Symbol): Closure {
  const cache = new Map<string, FileSymbols>()
  const symbolsAt = (path: string): FileSymbols => {
    const known = cache.get(path) ?? symbolsOf(sources, sources.get(path) as Source)
    cache.set(path, known)
    return known
  }
  const seen = new Set<string>()
  const files = new Set<string>()
  let functions = 0
  const queue = [start]
  for (const { path, name } of queue) {
    if (seen.has(`${path} ${name}`)) continue
    seen.add(`${path} ${name}`)
    const { declarations, imports, exports } = symbolsAt(path)
    const node = declarations.get(name)
    if (!node) {
      const target = exports.get(name) ?? imports.get(name)
      if (target) queue.push(target)
      continue
    }
    files.add(path)
    if (isFunction(node)) functions += 1
    for (const one of identifiersIn(workOf(node))) {
      if (one !== name && declarations.has(one)) queue.push({ path, name: one })
      const imported = imports.get(one)
      if (imported) queue.push(imported)
    }
  }
  return { files: [...files].sort(), functions }
}
