import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { LOCALES, type Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { fold } from '#lib/text.ts'

/** By language, as operators wrote them. */
export type Terms = Partial<Record<Locale, string[]>>

export interface SynonymRow {
  id: string
  number: number
  terms: Terms
  previous: Terms | null
  deleted_at: Date | null
}

export const GROUPS_PER_PAGE = 40
/** Deleted groups can be undone for so long. */
const UNDO_DAYS = 30

const TERMS = sql<Terms>`(select coalesce(json_object_agg(locale, terms), '{}') from (
  select locale, json_agg(term order by place) as terms from synonym_terms where group_id = g.id group by locale) as spoken)`

/** `q`: folded part of a term. Deleted groups are left out. */
export async function listGroups(
  db: Db,
  { q, after }: { q: string; after: number | undefined },
): Promise<{ rows: SynonymRow[]; total: number }> {
  const fits = sql`deleted_at is null and (${q} = '' or exists (
    select from synonym_terms where group_id = g.id and position(${q} in words) > 0))`
  const { rows } = await sql<SynonymRow>`
    select id, number, previous, deleted_at, ${TERMS} as terms from synonym_groups g
    where ${fits} and number < ${after ?? 2_147_483_647} order by number desc limit ${GROUPS_PER_PAGE}`.execute(
    db,
  )
  const {
    rows: [counted],
  } = await sql<{
    total: number
  }>`select count(*)::integer as total from synonym_groups g where ${fits}`.execute(db)
  return { rows, total: counted?.total ?? 0 }
}

export async function findGroup(db: Db, id: string): Promise<SynonymRow | undefined> {
  const { rows } = await sql<SynonymRow>`
    select id, number, previous, deleted_at, ${TERMS} as terms from synonym_groups g where id = ${id}`.execute(
    db,
  )
  return rows[0]
}

export async function countGroups(db: Db): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::integer as n from synonym_groups`.execute(db)
  return rows[0]?.n ?? 0
}

export async function insertGroup(db: Db, id: string, terms: Terms, now: Date): Promise<void> {
  await db.insertInto('synonym_groups').values({ id, changed_at: now }).execute()
  await insertTerms(db, id, terms)
}

/** `previous` is what an undo brings back. */
export async function replaceTerms(
  db: Db,
  id: string,
  { terms, previous, now }: { terms: Terms; previous: Terms; now: Date },
): Promise<void> {
  await db.deleteFrom('synonym_terms').where('group_id', '=', id).execute()
  await insertTerms(db, id, terms)
  await db
    .updateTable('synonym_groups')
    .set({ previous: JSON.stringify(previous), changed_at: now })
    .where('id', '=', id)
    .execute()
}

async function insertTerms(db: Db, id: string, terms: Terms): Promise<void> {
  const rows = LOCALES.flatMap((locale) =>
    (terms[locale] ?? []).map((term, place) => ({
      group_id: id,
      locale,
      place,
      term,
      words: fold(term),
    })),
  )
  await db.insertInto('synonym_terms').values(rows).execute()
}

export const setDeleted = (db: Db, id: string, deletedAt: Date | null, now: Date) =>
  db
    .updateTable('synonym_groups')
    .set({ deleted_at: deletedAt, changed_at: now })
    .where('id', '=', id)
    .execute()

export const purgeDeletedGroups = (db: Db, now: Date) =>
  db
    .deleteFrom('synonym_groups')
    .where('deleted_at', '<', new Date(now.getTime() - UNDO_DAYS * 86_400_000))
    .execute()

interface MissedRow {
  market: Market
  words: string
  locale: Locale
  times: number
  last_at: Date
}

export const MISSED_PER_PAGE = 50

/** The most frequent first; `offset` is bounded by the size of the table. */
export async function listMissed(
  db: Db,
  { market, offset }: { market: Market | undefined; offset: number },
): Promise<MissedRow[]> {
  const rows = await db
    .selectFrom('missed_searches')
    .select(['market', 'words', 'locale', 'times', 'last_at'])
    .$if(market !== undefined, (query) => query.where('market', '=', market ?? ''))
    .orderBy('times', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('market')
    .orderBy('words')
    .limit(MISSED_PER_PAGE + 1)
    .offset(offset)
    .execute()
  return rows as MissedRow[]
}

export const deleteMissed = async (db: Db, market: Market, words: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('missed_searches')
    .where('market', '=', market)
    .where('words', '=', words)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
