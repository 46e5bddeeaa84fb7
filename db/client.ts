import { AsyncResource } from 'node:async_hooks'
import { Kysely, PostgresDialect, type TransactionBuilder } from 'kysely'
import pg from 'pg'
import { insideTransaction } from '#lib/http.ts'
import { currentWork, duration, isObserved, recordDuration } from '#lib/telemetry.ts'
import type { DB } from './types.gen.ts'

export type Db = Kysely<DB>

// Money and counts are bigint in the database and stay far below 2^53; reading one beyond is a
// fault, not a rounding.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} is beyond what a number holds`)
  return value
})

/** PostgreSQL holds a plan of each for every connection. */
const MOST_NAMED = 400
/** Other texts whose use is counted: a list of values makes a new text for each length. */
const MOST_COUNTED = 2_000
const NAMED_FROM = 20
const names = new Map<string, string>()
const uses = new Map<string, number>()

const hasVariableConflict = (text: string): boolean =>
  text
    .split('on conflict')
    .slice(1)
    .some((rest) => rest.split(' do ', 1)[0]?.includes('$'))

/**
 * With one plan for all values `on conflict … where state = $1` finds no partial index. The columns
 * of `*` may be changed by a migration while a process runs; the job queue's statements have it
 * only inside and name what they return.
 */
const isNameable = (text: string): boolean =>
  /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
  !hasVariableConflict(text.toLowerCase()) &&
  (text.includes('pgboss.') || !/[\s,."]\*\s*(?:,|from\b|\)|$)/i.test(text))

/**
 * The name under which PostgreSQL keeps the plan of a query that is sent often, else undefined:
 * planning takes longer than running most of them.
 */
export function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (!isNameable(text)) return undefined
  const times = (uses.get(text) ?? 0) + 1
  if (times < NAMED_FROM || names.size >= MOST_NAMED) {
    if (uses.size >= MOST_COUNTED) uses.clear()
    uses.set(text, times)
    return undefined
  }
  uses.delete(text)
  const name = `arasta_q${names.size}`
  names.set(text, name)
  return name
}

const statements = duration('db.client.operation.duration', 'Statements sent to PostgreSQL.')
const VERBS = new Set([
  'select',
  'insert',
  'update',
  'delete',
  'with',
  'begin',
  'commit',
  'rollback',
])

type Send = (...given: unknown[]) => unknown

const textOf = (first: unknown): string =>
  typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '')

/** Sends a statement and tells how long it took, for callers that wait and for those called back. */
function sendMeasured(send: Send, given: unknown[]): unknown {
  const work = currentWork()
  if (work) work.statements += 1
  const verb = /^\s*(\w+)/.exec(textOf(given[0]))?.[1]?.toLowerCase() ?? ''
  const began = performance.now()
  const tell = (error: unknown) =>
    recordDuration(statements, began, {
      'db.system.name': 'postgresql',
      'db.operation.name': VERBS.has(verb) ? verb : '_OTHER',
      ...(error != null && { 'error.type': 'failed' }),
    })
  const place = given.findLastIndex((one) => typeof one === 'function')
  if (place >= 0) {
    const callBack = given[place] as Send
    return send(
      ...given.with(place, (error: unknown, ...answer: unknown[]) => {
        tell(error)
        callBack(error, ...answer)
      }),
    )
  }
  const answer = send(...given)
  if (answer instanceof Promise) answer.then(() => tell(null), tell)
  return answer
}

export class NamingClient extends pg.Client {
  override query = ((first: unknown, values?: unknown[], ...rest: unknown[]) => {
    const send = super.query.bind(this) as Send
    // A text with several commands cannot be prepared.
    const name = typeof first === 'string' && !first.includes(';') ? nameOf(first) : undefined
    const given =
      name === undefined ? [first, values, ...rest] : [{ name, text: first, values }, ...rest]
    return isObserved() ? sendMeasured(send, given) : send(...given)
  }) as pg.Client['query']
}

export interface DbOptions {
  url: string
  /** Connections of this process. */
  poolSize?: number
  /** Milliseconds after which a statement is cancelled, 0 for never. */
  statementTimeoutMs?: number
  /** Milliseconds after which a connection that cannot be had fails. */
  connectionTimeoutMs?: number
  /** Told when a connection breaks; without a listener that would end the process. */
  onError?: (error: Error) => void
}

/**
 * Opens a pool. Unless told otherwise every statement ends after 15 s, and a connection that cannot
 * be had fails after 5 s.
 */
export function openDb({
  url,
  poolSize = 10,
  statementTimeoutMs = 15_000,
  connectionTimeoutMs = 5_000,
  onError = () => {},
}: DbOptions): Db {
  const options: pg.PoolConfig = {
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    application_name: 'arasta',
  }
  const pool = new pg.Pool({ ...options, Client: NamingClient })
  // Apart from the others: here a statement has one plan, not one for each of its values. What is
  // prepared has one good plan whatever it is asked for, and to plan it anew costs as much as a
  // page of a list. (Elsewhere that would break `on conflict … where state = $1`.)
  const readers = new pg.Pool({
    ...options,
    onConnect: async (client) => {
      await client.query('set plan_cache_mode = force_generic_plan')
    },
  })
  // What waits for a connection belongs to who asked, not to who gave the connection back.
  const connect = readers.connect.bind(readers) as (heard?: Send) => unknown
  readers.connect = ((heard?: Send) =>
    connect(heard && isObserved() ? AsyncResource.bind(heard) : heard)) as typeof readers.connect
  for (const one of [pool, readers]) {
    one.on('error', onError)
    // A connection that breaks while somebody works with it says so twice: to the statement that
    // waits, and as an event that ends the process when nobody hears it.
    one.on('connect', (client) => void client.on('error', onError))
  }
  const end = pool.end.bind(pool) as () => Promise<void>
  pool.end = (async () => {
    await Promise.all([end(), readers.end()])
  }) as typeof pool.end
  const db = new MarkingKysely({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, { main: pool, readers })
  return db
}

class MarkingKysely extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    return marking(super.transaction())
  }
}

/** Marks what runs inside the transaction: HTTP clients refuse there. */
function marking(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const execute = builder.execute.bind(builder)
  const setIsolationLevel = builder.setIsolationLevel.bind(builder)
  builder.execute = (work) => insideTransaction.run(true, () => execute(work))
  builder.setIsolationLevel = (level) => marking(setIsolationLevel(level))
  return builder
}

const pools = new WeakMap<Db, Record<'main' | 'readers', pg.Pool>>()

/** The pool for prepared statements of a database. A transaction has none. */
export function poolOf(db: Db): pg.Pool {
  const pool = pools.get(db)?.readers
  if (!pool) throw new Error('a prepared statement inside a transaction')
  return pool
}

export interface PoolFigures {
  name: string
  used: number
  idle: number
  /** Who waits for a connection. */
  waiting: number
  most: number
}

/** The pools of a database as they are now. */
export const poolFigures = (db: Db): PoolFigures[] =>
  Object.entries(pools.get(db) ?? {}).map(([name, pool]) => ({
    name,
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    most: pool.options.max,
  }))
