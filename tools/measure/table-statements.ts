import { Visitor, type Argument } from 'oxc-parser'
import type { Source } from './sources.ts'

/** One mention of a table in a statement. */
export interface TableUse {
  /** Null where the name is a parameter. */
  table: string | null
  kind: 'read' | 'write'
}

const WRITING_CALLS = new Set([
  'insertInto',
  'replaceInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
])
const READING_CALLS = new Set([
  'selectFrom',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
])
const WRITES =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|merge\s+into|truncate(?:\s+table)?|copy)\s+("?[a-z_][\w."]*|\$)/gi
const READS = /\b(?:from|join|using)\s+(?:only\s+)?("?[a-z_][\w."]*)/gi
/** `for update of orders`, `do update set`, `on update cascade` are no statements. */
const NO_TABLE = new Set(['of', 'set', 'skip', 'nowait', 'cascade', 'on', 'or'])

const nameOf = (written: string): string => written.replaceAll('"', '').replace(/^public\./, '')

function usesInSql(text: string): TableUse[] {
  const uses: TableUse[] = []
  for (const [, name = ''] of text.matchAll(WRITES)) {
    if (NO_TABLE.has(name.toLowerCase())) continue
    uses.push({ table: name === '$' ? null : nameOf(name), kind: 'write' })
  }
  for (const [, name = ''] of text.matchAll(READS)) uses.push({ table: nameOf(name), kind: 'read' })
  return uses
}

/** The text of a string or template; a parameter stands as `$`. */
function textOf(node: Argument | undefined): string {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : ''
  if (node?.type !== 'TemplateLiteral') return ''
  return node.quasis.map((part) => part.value.raw).join('$')
}

/**
 * Tables in the statements of one file: Kysely's calls, `sql` templates and texts given to `query`;
 * comments are not read.
 */
export function tableUses({ program }: Pick<Source, 'program'>): TableUse[] {
  const uses: TableUse[] = []
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (callee.property.name === 'query') uses.push(...usesInSql(textOf(first)))
      const { name } = callee.property
      const kind = WRITING_CALLS.has(name) ? 'write' : READING_CALLS.has(name) ? 'read' : null
      if (!kind || !first) return
      const named = first.type === 'ArrayExpression' ? first.elements : [first]
      for (const one of named) {
        const isName = one?.type === 'Literal' && typeof one.value === 'string'
        if (isName) uses.push({ table: String(one.value).split(' as ')[0] as string, kind })
        else if (kind === 'write') uses.push({ table: null, kind })
      }
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') uses.push(...usesInSql(textOf(quasi)))
    },
  }).visit(program)
  return uses
}

/** The module of a file: `modules/orders/…` is `orders`; elsewhere the top folder. */
export const moduleOf = (path: string): string =>
  /^modules\/([^/]+)\//.exec(path)?.[1] ?? (path.split('/')[0] as string)

/** Table → modules whose statements write it. */
export function tableWriters(
  sources: Iterable<Source>,
  tables: ReadonlySet<string>,
): Map<string, string[]> {
  const writers = new Map<string, Set<string>>()
  for (const source of sources) {
    if (source.path.startsWith('db/')) continue
    for (const { table, kind } of tableUses(source)) {
      if (kind === 'write' && table !== null && tables.has(table))
        writers.set(table, (writers.get(table) ?? new Set()).add(moduleOf(source.path)))
    }
  }
  return new Map([...writers].map(([table, modules]) => [table, [...modules].sort()]))
}

/** Names of the tables in the generated types. */
export const tablesOf = (generated: string): Set<string> => {
  const [, body = ''] = generated.split('export interface DB {\n')
  const lines = body.split('\n}')[0]?.split('\n') ?? []
  return new Set(lines.map((line) => (line.split(':')[0] as string).trim().replaceAll('"', '')))
}
