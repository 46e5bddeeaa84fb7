import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { isBeyond } from '#db/list-order.ts'
import type { PageKey } from '#lib/page-key.ts'
import { shortText, type Waiting } from '#kernel/waiting.ts'
import type { About, Automated, Cause, Decision, Grounds } from './rules.ts'

export interface NewStatement {
  id: string
  about: About
  object_id: string
  object_name: string
  partner_id: string | null
  store_id: string | null
  decision: Decision
  grounds: Grounds
  rule: string
  facts: string
  facts_in: string
  cause: Cause
  automated: Automated
  decided_by: string | null
  decided_at: Date
  ends_at: Date | null
  appeal_until: Date
}

export const insertStatement = (db: Db, row: NewStatement) =>
  db.insertInto('statements').values(row).execute()

const columns = [
  'statements.id',
  'about',
  'object_id',
  'object_name',
  'statements.partner_id',
  'statements.store_id',
  'decision',
  'grounds',
  'rule',
  'facts',
  'facts_in',
  'cause',
  'automated',
  'decided_by',
  'decided_at',
  'ends_at',
  'appeal_until',
  'reversed_at',
  'statement_appeals.text as appeal_text',
  'appealed_at',
  'outcome',
  'reasons',
  'answered_at',
] as const

const select = (db: Db) =>
  db
    .selectFrom('statements')
    .leftJoin('statement_appeals', 'statement_appeals.statement_id', 'statements.id')
    .select(columns)

export type StatementRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

export const findStatement = (db: Db, id: string, partnerId?: string) =>
  select(db)
    .where('statements.id', '=', id)
    .$if(partnerId !== undefined, (query) =>
      query.where('statements.partner_id', '=', partnerId as string),
    )
    .executeTakeFirst()

export const listStatementsOf = (db: Db, partnerId: string, after: PageKey | null, most: number) =>
  select(db)
    .where('statements.partner_id', '=', partnerId)
    .where(isBeyond(['statements.decided_at', 'statements.id'], after, 'newest'))
    .orderBy('statements.decided_at', 'desc')
    .orderBy('statements.id', 'desc')
    .limit(most)
    .execute()

const MOST_OF_STORE = 100
export const listStatementsOfStore = (db: Db, storeId: string) =>
  select(db)
    .where('statements.store_id', '=', storeId)
    .orderBy('decided_at', 'desc')
    .orderBy('statements.id', 'desc')
    .limit(MOST_OF_STORE)
    .execute()

export const findStoreStatement = (db: Db, id: string, storeId: string) =>
  select(db)
    .where('statements.id', '=', id)
    .where('statements.store_id', '=', storeId)
    .executeTakeFirst()

export interface StatementFilter {
  waiting: boolean
  partnerId: string | null
  objectIds: readonly string[] | null
  after: PageKey | null
  most: number
}

/** Statements of all parties. `waiting`: only those with an unanswered appeal. */
export const listAllStatements = (
  db: Db,
  { waiting, partnerId, objectIds, after, most }: StatementFilter,
) =>
  select(db)
    .leftJoin('partners', 'partners.id', 'statements.partner_id')
    .leftJoin('stores', 'stores.id', 'statements.store_id')
    .select(['partners.name as partner', 'stores.domain as store'])
    .$if(waiting, (query) =>
      query.where('appealed_at', 'is not', null).where('outcome', 'is', null),
    )
    .$if(partnerId !== null, (query) => query.where('statements.partner_id', '=', partnerId))
    .$if(objectIds !== null, (query) => query.where(sql<boolean>`object_id = any(${objectIds})`))
    .where(isBeyond(['statements.decided_at', 'statements.id'], after, 'newest'))
    .orderBy('statements.decided_at', 'desc')
    .orderBy('statements.id', 'desc')
    .limit(most)
    .execute()

/** Names of the party and of the decider, for operators only. */
export const findNames = (db: Db, id: string) =>
  db
    .selectFrom('statements')
    .leftJoin('partners', 'partners.id', 'statements.partner_id')
    .leftJoin('stores', 'stores.id', 'statements.store_id')
    .leftJoin('people', 'people.id', 'statements.decided_by')
    .select(['partners.name as partner', 'stores.domain as store', 'people.name as decided_by'])
    .where('statements.id', '=', id)
    .executeTakeFirst()

/** False when there already is one. */
export const insertAppeal = async (
  db: Db,
  row: { statement_id: string; text: string; appealed_by: string | null; appealed_at: Date },
): Promise<boolean> =>
  (await db
    .insertInto('statement_appeals')
    .values(row)
    .onConflict((conflict) => conflict.column('statement_id').doNothing())
    .returning('statement_id')
    .executeTakeFirst()) !== undefined

/** False when no appeal is waiting. */
export const answerAppealRow = async (
  db: Db,
  id: string,
  row: { outcome: 'upheld' | 'reversed'; reasons: string; answered_by: string; answered_at: Date },
): Promise<boolean> =>
  (
    await db
      .updateTable('statement_appeals')
      .set(row)
      .where('statement_id', '=', id)
      .where('outcome', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export const markReversed = (
  db: Db,
  which: { id: string } | { objectId: string; decisions: readonly Decision[] },
  now: Date,
) =>
  db
    .updateTable('statements')
    .set({ reversed_at: now })
    .where('reversed_at', 'is', null)
    .$if('id' in which, (query) => query.where('id', '=', (which as { id: string }).id))
    .$if('objectId' in which, (query) => {
      const { objectId, decisions } = which as { objectId: string; decisions: readonly Decision[] }
      return query.where('object_id', '=', objectId).where('decision', 'in', [...decisions])
    })
    .execute()

/** The decision in force against an object. */
export const findInForce = (db: Db, objectId: string, decisions: readonly Decision[]) =>
  select(db)
    .where('object_id', '=', objectId)
    .where('decision', 'in', [...decisions])
    .where('reversed_at', 'is', null)
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** For the inbox: appeals without an answer, the oldest first. */
export const listWaitingAppeals = async (db: Db, most: number): Promise<Waiting[]> =>
  (
    await db
      .selectFrom('statement_appeals')
      .innerJoin('statements', 'statements.id', 'statement_id')
      .select(['statements.id', 'object_name', 'statement_appeals.text', 'appealed_at'])
      .where('outcome', 'is', null)
      .orderBy('appealed_at')
      .orderBy('statement_id')
      .limit(most)
      .execute()
  ).map((row) => ({
    id: row.id,
    title: row.object_name,
    detail: shortText(row.text),
    since: row.appealed_at,
  }))
