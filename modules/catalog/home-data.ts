import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import type { Market } from '#lib/market.ts'
import type { HomeLine, HomeSection } from './home-rules.ts'

/** Statements about the arrangement of home pages. */

interface Kept {
  sections: string[]
  hidden: string[]
}

const linesOf = ({ sections, hidden }: Kept): HomeLine[] =>
  sections.map((section) => ({
    section: section as HomeSection,
    shown: !hidden.includes(section),
  }))

const columnsOf = (lines: readonly HomeLine[]): Kept => ({
  sections: lines.map(({ section }) => section),
  hidden: lines.filter(({ shown }) => !shown).map(({ section }) => section),
})

const LIVE = prepared<Kept>(`
  select sections, hidden from home_arrangements where market = $1 order by version desc limit 1`)

/** What is live; null where nobody has arranged the page. */
export async function readLiveHome(db: Db, market: Market): Promise<HomeLine[] | null> {
  const [row] = await LIVE(db, [market])
  return row ? linesOf(row) : null
}

export async function readHomeDraft(db: Db, market: Market) {
  const row = await db
    .selectFrom('home_drafts')
    .select(['sections', 'hidden', 'revision', 'changed_by', 'changed_at'])
    .where('market', '=', market)
    .executeTakeFirst()
  return row && { ...row, lines: linesOf(row) }
}

/** The live version, or with `version` an earlier one. */
export async function readHomeVersion(db: Db, market: Market, version?: number) {
  const row = await db
    .selectFrom('home_arrangements')
    .select(['version', 'sections', 'hidden', 'published_by', 'published_at'])
    .where('market', '=', market)
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, lines: linesOf(row) }
}

interface Author {
  personId: string
  at: Date
}

/**
 * The new revision; null when somebody else has changed the draft since it was read, or taken it
 * away. A person's own presses may follow one another faster than the page reads the draft again.
 */
export async function writeHomeDraft(
  db: Db,
  { market, revision }: { market: Market; revision: number },
  lines: readonly HomeLine[],
  { personId, at }: Author,
): Promise<number | null> {
  const facts = { ...columnsOf(lines), changed_by: personId, changed_at: at }
  const row =
    revision === 0
      ? await db
          .insertInto('home_drafts')
          .values({ market, ...facts, revision: 1 })
          .onConflict((conflict) =>
            conflict
              .column('market')
              .doUpdateSet({ ...facts, revision: sql<number>`home_drafts.revision + 1` })
              .where('home_drafts.changed_by', '=', personId),
          )
          .returning('revision')
          .executeTakeFirst()
      : await db
          .updateTable('home_drafts')
          .set({ ...facts, revision: sql<number>`revision + 1` })
          .where('market', '=', market)
          .where((on) => on.or([on('revision', '=', revision), on('changed_by', '=', personId)]))
          .returning('revision')
          .executeTakeFirst()
  return row?.revision ?? null
}

/** Takes the draft away and returns it; undefined when it is not the one that was read. */
export async function takeHomeDraft(db: Db, market: Market, revision: number) {
  const row = await db
    .deleteFrom('home_drafts')
    .where('market', '=', market)
    .where('revision', '=', revision)
    .returning(['sections', 'hidden'])
    .executeTakeFirst()
  return row && linesOf(row)
}

/** False when somebody else has just published this version. */
export const insertHomeVersion = async (
  db: Db,
  { market, version }: { market: Market; version: number },
  lines: readonly HomeLine[],
  { personId, at }: Author,
): Promise<boolean> =>
  (await db
    .insertInto('home_arrangements')
    .values({ market, version, ...columnsOf(lines), published_by: personId, published_at: at })
    .onConflict((conflict) => conflict.columns(['market', 'version']).doNothing())
    .returning('version')
    .executeTakeFirst()) !== undefined
