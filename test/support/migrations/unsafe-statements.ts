import { parse } from 'libpg-query'

/**
 * Statements of a migration after which the release before it would fail, or that hold it up:
 * PostgreSQL's own parser says what they do. A rolling upgrade runs both releases on the new schema
 * for a while (docs/operating.md).
 */

interface Named {
  String?: { sval: string }
}
interface Constraint {
  contype: string
  conname?: string
  raw_expr?: object
  keys?: Named[]
  fk_attrs?: Named[]
}
interface Column {
  colname: string
  constraints?: { Constraint: Constraint }[]
}
interface Command {
  subtype: string
  name?: string
  def?: { ColumnDef?: Column; Constraint?: Constraint }
}
interface Relation {
  relname: string
}
/** As the parser has them, as far as they are read here. */
interface Statement {
  CreateStmt?: {
    relation: Relation
    tableElts?: { ColumnDef?: Column; Constraint?: Constraint }[]
  }
  AlterTableStmt?: { relation: Relation; cmds: { AlterTableCmd: Command }[]; objtype: string }
  RenameStmt?: { renameType: string; relation: Relation; subname?: string }
  DropStmt?: { removeType: string; objects: { List?: { items: Named[] } }[] }
  IndexStmt?: {
    relation: Relation
    unique?: boolean
    indexParams: { IndexElem: { name?: string } }[]
  }
}

/** Grows with orders, items, installations or visitors: an index on it takes minutes. */
const LARGE = new Set([
  'audit_log',
  'earnings_entries',
  'item_cards',
  'item_texts',
  'item_words',
  'items',
  'installation_runs',
  'installations',
  'mails',
  'order_events',
  'order_lines',
  'orders',
  'payment_attempts',
  'releases',
  'run_steps',
  'sessions',
  'side_effects',
  'stores',
])

const isKind = (column: Column, kind: string): boolean =>
  column.constraints?.some(({ Constraint: one }) => one.contype === kind) ?? false

const FILLED = ['CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY']

/** Values below `key` anywhere in a tree. */
function valuesOf(tree: unknown, key: string): string[] {
  if (tree === null || typeof tree !== 'object') return []
  return Object.entries(tree).flatMap(([name, value]) =>
    name === key && typeof value === 'string' ? [value] : valuesOf(value, key),
  )
}
const columnsOf = ({ raw_expr: check, keys = [], fk_attrs: foreign = [] }: Constraint): string[] =>
  check
    ? [...new Set(columnRefs(check))]
    : [...keys, ...foreign].map((one) => one.String?.sval ?? '')

function columnRefs(tree: unknown): string[] {
  if (tree === null || typeof tree !== 'object') return []
  return Object.entries(tree).flatMap(([name, value]) =>
    name === 'ColumnRef' ? valuesOf(value, 'sval') : columnRefs(value),
  )
}
const constantsOf = (check: object): string[] => [
  ...new Set(
    constants(check).flatMap((value) => [...valuesOf(value, 'sval'), ...numbersOf(value)]),
  ),
]
function constants(tree: unknown): unknown[] {
  if (tree === null || typeof tree !== 'object') return []
  return Object.entries(tree).flatMap(([name, value]) =>
    name === 'A_Const' ? [value] : constants(value),
  )
}
const numbersOf = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"(?:ival|fval)":"?(-?[\d.]+)/g)].map(
    ([, number = '']) => number,
  )

/** Knows the checks of earlier migrations, so that it sees whether one allows less than before. */
export class MigrationReader {
  readonly #checks = new Map<string, string[]>()

  /** What in this migration the release before it may not survive, as `drop column orders.item_id`. */
  async read(text: string): Promise<string[]> {
    const statements = ((await parse(text)) as unknown as { stmts: { stmt: Statement }[] }).stmts
    const one = new OneMigration(this.#checks)
    return statements.flatMap(({ stmt }) => one.read(stmt))
  }
}

class OneMigration {
  readonly #checks: Map<string, string[]>
  /** Tables and columns that the release before does not know. */
  readonly #fresh = new Set<string>()
  /** New columns with a value of their own. */
  readonly #filled = new Set<string>()

  constructor(checks: Map<string, string[]>) {
    this.#checks = checks
  }

  read(statement: Statement): string[] {
    const { CreateStmt: made, AlterTableStmt: altered, RenameStmt: renamed } = statement
    if (made) return this.#make(made)
    if (altered?.objtype === 'OBJECT_TABLE')
      return altered.cmds.flatMap(({ AlterTableCmd: command }) =>
        this.#alter(altered.relation.relname, command),
      )
    if (renamed && ['OBJECT_TABLE', 'OBJECT_COLUMN', 'OBJECT_VIEW'].includes(renamed.renameType))
      return [`rename ${[renamed.relation.relname, renamed.subname].filter(Boolean).join('.')}`]
    if (statement.DropStmt) return this.#drop(statement.DropStmt)
    return statement.IndexStmt ? this.#index(statement.IndexStmt) : []
  }

  #isFresh(table: string, columns: readonly string[] = []): boolean {
    return (
      this.#fresh.has(table) ||
      (columns.length > 0 && columns.every((column) => this.#fresh.has(`${table}.${column}`)))
    )
  }

  #make({ relation: { relname: table }, tableElts = [] }: Statement['CreateStmt'] & object) {
    this.#fresh.add(table)
    for (const { ColumnDef: column, Constraint: constraint } of tableElts) {
      if (column) this.#learnColumn(table, column)
      if (constraint) this.#learn(table, constraint)
    }
    return []
  }

  #learnColumn(table: string, { colname, constraints = [] }: Column): void {
    for (const { Constraint: one } of constraints)
      this.#learn(table, { ...one, conname: one.conname ?? `${table}_${colname}_check` })
  }

  #learn(table: string, constraint: Constraint): void {
    if (constraint.contype !== 'CONSTR_CHECK' || !constraint.raw_expr) return
    const columns = columnsOf(constraint)
    const name =
      constraint.conname ??
      (columns.length === 1 ? `${table}_${columns[0]}_check` : `${table}_check`)
    this.#checks.set(`${table} ${name}`, constantsOf(constraint.raw_expr))
  }

  #alter(table: string, { subtype, name = '', def }: Command): string[] {
    const where = `${table}.${name}`
    switch (subtype) {
      case 'AT_AddColumn':
        return this.#addColumn(table, def?.ColumnDef)
      case 'AT_AddConstraint':
        return this.#addConstraint(table, def?.Constraint)
      case 'AT_DropColumn':
        return [`drop column ${where}`]
      case 'AT_AlterColumnType':
        return [`another type of ${where}`]
      case 'AT_SetNotNull':
        // The release before leaves out a column that it does not know.
        return this.#fresh.has(table) || this.#filled.has(where) ? [] : [`not null ${where}`]
      case 'AT_ColumnDefault':
        return def === undefined && !this.#isFresh(table, [name]) ? [`drop default ${where}`] : []
      default:
        return []
    }
  }

  #addColumn(table: string, column: Column | undefined): string[] {
    if (!column) return []
    this.#learnColumn(table, column)
    this.#fresh.add(`${table}.${column.colname}`)
    const isFilled = FILLED.some((kind) => isKind(column, kind))
    if (isFilled) this.#filled.add(`${table}.${column.colname}`)
    return isKind(column, 'CONSTR_NOTNULL') && !isFilled && !this.#fresh.has(table)
      ? [`required column ${table}.${column.colname}`]
      : []
  }

  #addConstraint(table: string, constraint: Constraint | undefined): string[] {
    if (!constraint) return []
    const columns = columnsOf(constraint)
    const name = constraint.conname ?? ''
    const before = this.#checks.get(`${table} ${name}`)
    this.#learn(table, constraint)
    if (this.#isFresh(table, columns)) return []
    const what = `${table}${name === '' ? ` (${columns.join(', ')})` : `.${name}`}`
    if (constraint.contype !== 'CONSTR_CHECK') return [`stricter ${what}`]
    const after = constantsOf(constraint.raw_expr ?? {})
    const isWider = before?.every((value) => after.includes(value)) ?? false
    return isWider ? [] : [`stricter ${what}`]
  }

  #drop({ removeType, objects }: Statement['DropStmt'] & object): string[] {
    const kind = { OBJECT_TABLE: 'table', OBJECT_VIEW: 'view', OBJECT_SEQUENCE: 'sequence' }[
      removeType
    ]
    if (!kind) return []
    const names = objects.map(({ List: list }) => list?.items.at(-1)?.String?.sval ?? '')
    return names.map((name) => `drop ${kind} ${name}`)
  }

  #index({
    relation: { relname: table },
    unique = false,
    indexParams,
  }: Statement['IndexStmt'] & object) {
    const columns = indexParams.map(({ IndexElem: one }) => one.name ?? '')
    if (this.#fresh.has(table)) return []
    const what = `${table} (${columns.join(', ')})`
    if (unique && !this.#isFresh(table, columns)) return [`stricter ${what}`]
    return LARGE.has(table) && !this.#isFresh(table, columns) ? [`index on ${what}`] : []
  }
}
