import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openPlanDatabase } from '../database.ts'
import { pretendLargeTables } from './plan-database.ts'
import { wholeReads, type IndexFacts, type PlanNode, type WholeRead } from './read-plan.ts'
import { ALLOWED_READS, SHORT_INDEXES, SMALL_TABLES } from './rules.ts'

/**
 * Explains every statement that the product sends during the tests, each text once, on a database
 * whose tables seem large and where PostgreSQL reads a whole table only if it has no other way. So
 * a missing index fails the test that first needs it, whatever the size of its data.
 */

const ROOT = join(import.meta.dirname, '../../..')
const PRODUCT = /^(apps|connectors|kernel|modules|server|tools)\//
const NOT_PRODUCT = /\.(test|support)\.tsx?$|^tools\/launch\/testing\//
/** They pass on what others ask for. */
const PASSING_ON = /^(db|lib)\/|^test\/support\/plans\//

interface Sent {
  text: string
  values: unknown[] | undefined
  /** Has one plan for all values (`db/prepared.ts`). */
  isPrepared: boolean
  /** The file and the function that sent it. */
  from: string
}

const seen = new Set<string>()
const pending: Sent[] = []

/** The first function of the project on the stack that does not only pass statements on. */
function callerOf(stack: string): string {
  for (const line of stack.split('\n')) {
    const at = line.indexOf(`${ROOT}/`)
    if (at < 0 || line.includes('/node_modules/')) continue
    const path = line.slice(at + ROOT.length + 1).replace(/[?:].*$/, '')
    if (PASSING_ON.test(path)) continue
    const name = /^\s*at (?:async )?(?:\w+\.)*([\w$]+)/.exec(line.slice(0, at))?.[1] ?? ''
    return `${path} ${name}`.trim()
  }
  return ''
}

const isOfProduct = (from: string): boolean => {
  const [path = ''] = from.split(' ')
  return PRODUCT.test(path) && !NOT_PRODUCT.test(path)
}

function hear(client: pg.Client, first: unknown, second: unknown): void {
  const { text, values, name } =
    typeof first === 'string'
      ? { text: first, values: second, name: undefined }
      : ((first ?? {}) as { text?: string; values?: unknown; name?: string })
  if (typeof text !== 'string' || seen.has(text)) return
  if (!/^\s*(select|insert|update|delete|with|merge)\b/i.test(text)) return
  const { application_name: application } = (
    client as unknown as { connectionParameters: { application_name?: string } }
  ).connectionParameters
  // The queue looks after itself on connections of its own.
  if (application !== 'arasta') return
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 100
  const from = callerOf(new Error('sent').stack ?? '')
  Error.stackTraceLimit = limit
  if (!isOfProduct(from)) return
  seen.add(text)
  pending.push({
    text,
    values: Array.isArray(values) && values.length > 0 ? [...(values as unknown[])] : undefined,
    isPrepared: name !== undefined && !/^arasta_q\d+$/.test(name),
    from,
  })
}

const LISTENING = Symbol.for('arasta.plans')

/** From now on every statement of this process is heard. */
export function listenToStatements(): void {
  const prototype = pg.Client.prototype as unknown as Record<symbol, boolean> & {
    query: (...given: unknown[]) => unknown
  }
  if (prototype[LISTENING]) return
  prototype[LISTENING] = true
  const query = prototype.query
  prototype.query = function (this: pg.Client, ...given: unknown[]) {
    hear(this, given[0], given[1])
    return query.apply(this, given)
  }
}

export interface Explainer {
  client: pg.Client
  indexes: ReadonlyMap<string, IndexFacts>
}

/** Explains on a database as `pretendLargeTables` has left it. */
export async function openExplainer(url: string): Promise<Explainer> {
  const client = new pg.Client({ connectionString: url, application_name: 'arasta-plans' })
  await client.connect()
  // These joins read whole tables.
  await client.query(`set enable_seqscan = off; set enable_hashjoin = off;
    set enable_mergejoin = off; set default_transaction_read_only = on`)
  const { rows } = await client.query<Omit<IndexFacts, 'isShort'> & { name: string }>(`
    select pg_class.relname as name, indrelid::regclass::text as "table",
      coalesce(pg_get_expr(indpred, indrelid)
        <> format('(%s IS NOT NULL)', pg_get_indexdef(indexrelid, 1, true)), false) as "isPartial", pg_am.amname = 'btree' as "isBtree",
      pg_get_indexdef(indexrelid, 1, true) as "first"
    from pg_index join pg_class on pg_class.oid = indexrelid
      join pg_am on pg_am.oid = pg_class.relam
    where pg_class.relnamespace = 'public'::regnamespace`)
  return {
    client,
    indexes: new Map(
      rows.map((row) => [row.name, { ...row, isShort: SHORT_INDEXES.includes(row.name) }]),
    ),
  }
}

interface Checker extends Explainer {
  passed: PassedStatements
}

let checker: Promise<Checker> | undefined

async function openChecker(): Promise<Checker> {
  const { url, schema } = await openPlanDatabase(pretendLargeTables)
  const explainer = await openExplainer(url)
  // Ends with the process; nothing waits for it.
  ;(explainer.client as unknown as { unref(): void }).unref()
  return { ...explainer, passed: new PassedStatements(schema) }
}

/**
 * Hashes of statements that need no exception, shared by the workers and by later runs on the same
 * schema: each statement is explained once.
 */
class PassedStatements {
  #path: string
  #size = 0
  #hashes = new Set<string>()

  constructor(schema: string) {
    const rules = createHash('sha256').update(schema)
    for (const file of ['check-statements.ts', 'plan-database.ts', 'read-plan.ts', 'rules.ts'])
      rules.update(readFileSync(join(import.meta.dirname, file)))
    const folder = join(ROOT, '.arasta/statement-plans')
    mkdirSync(folder, { recursive: true })
    this.#path = join(folder, rules.digest('hex').slice(0, 16))
  }

  #hash = ({ text, isPrepared }: Sent): string =>
    createHash('sha256')
      .update(`${isPrepared} ${normalize(text)}`)
      .digest('hex')
      .slice(0, 24)

  has(sent: Sent): boolean {
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0
    if (size !== this.#size) {
      this.#hashes = new Set(readFileSync(this.#path, 'utf8').split('\n'))
      this.#size = size
    }
    return this.#hashes.has(this.#hash(sent))
  }

  add(sent: Sent): void {
    appendFileSync(this.#path, `${this.#hash(sent)}\n`)
  }
}

/** A list of values is the same statement whatever its length. */
const normalize = (text: string): string =>
  text
    .replace(/\$\d+/g, '$')
    .replace(/(\(\$(?:, \$)*\))(?:, \(\$(?:, \$)*\))+/g, '$1')
    .replace(/\$(?:, \$)+/g, '$')

/** Reads of whole tables that grow. */
export async function findWholeReads(
  { client, indexes }: Explainer,
  { text, values, isPrepared }: Pick<Sent, 'text' | 'values' | 'isPrepared'>,
): Promise<WholeRead[]> {
  const options = isPrepared ? 'generic_plan, format json' : 'format json'
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (${options}) ${text}`,
    isPrepared ? undefined : values,
  )
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error(`no plan of ${text}`)
  return wholeReads(plan, indexes).filter(({ table }) => !(table in SMALL_TABLES))
}

const isAllowed = (sent: Sent, { table }: WholeRead): boolean =>
  ALLOWED_READS.some(
    ({ from, tables }) => from === sent.from && (tables === 'any' || tables.includes(table)),
  )

/**
 * Explains what was sent since the last call; answers a sentence for each read of a growing table
 * without an index.
 */
export async function checkStatements(): Promise<string[]> {
  if (pending.length === 0) return []
  const opened = await (checker ??= openChecker())
  const complaints: string[] = []
  for (const sent of pending.splice(0)) {
    if (opened.passed.has(sent)) continue
    const found = await findWholeReads(opened, sent)
    if (found.length === 0) opened.passed.add(sent)
    for (const read of found.filter((one) => !isAllowed(sent, one)))
      complaints.push(
        `${sent.from} reads a table that grows without an index: ${read.table} ${read.how}\n  ${sent.text.replace(/\s+/g, ' ').trim().slice(0, 1_000)}`,
      )
  }
  return complaints
}
