import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Locale } from '#lib/locale.ts'
import type { TextPath } from './rules.ts'

export interface Written {
  title: string
  lead: string
  body: string
}
export type TextContent = Record<Locale, Written>

const versions = (db: Db) =>
  db
    .selectFrom('market_texts')
    .innerJoin('people', 'people.id', 'market_texts.written_by')
    .select(['path', 'version', 'content', 'written_at', 'published_at', 'people.name as by'])
export type VersionRow = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>

/** The newest published version of every page and its draft. */
export const listNewest = (db: Db): Promise<VersionRow[]> =>
  versions(db)
    .where(
      sql<boolean>`(path, version) in (select path, max(version) from market_texts group by path, published_at is null)`,
    )
    .execute()
export const listVersions = (db: Db, path: TextPath): Promise<VersionRow[]> =>
  versions(db).where('path', '=', path).orderBy('version', 'desc').limit(500).execute()

/** What is shown in the place of the release's texts. */
export const listShown = async (
  db: Db,
): Promise<{ path: TextPath; version: number; content: TextContent; published_at: Date }[]> =>
  (
    await db
      .selectFrom('market_texts')
      .distinctOn('path')
      .select(['path', 'version', 'content', 'published_at'])
      .where('published_at', 'is not', null)
      .orderBy('path')
      .orderBy('version', 'desc')
      .execute()
  ).flatMap((row) =>
    row.content === null || row.published_at === null
      ? []
      : [
          {
            path: row.path as TextPath,
            version: row.version,
            content: row.content as unknown as TextContent,
            published_at: row.published_at,
          },
        ],
  )

/** One draft a page; the caller holds its lock. */
export async function keepDraft(
  db: Db,
  path: TextPath,
  content: TextContent,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  const row = { content: JSON.stringify(content), written_by: by, written_at: now }
  const { numUpdatedRows } = await db
    .updateTable('market_texts')
    .set(row)
    .where('path', '=', path)
    .where('published_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await insertVersion(db, path, { ...row, published_at: null })
}
const insertVersion = (
  db: Db,
  path: TextPath,
  row: { content: string | null; written_by: string; written_at: Date; published_at: Date | null },
) =>
  db
    .insertInto('market_texts')
    .columns(['path', 'version', 'content', 'written_by', 'written_at', 'published_at'])
    .expression(
      sql`select ${path}, coalesce((select max(version) from market_texts where path = ${path}), 0) + 1, ${row.content}::jsonb, ${row.written_by}, ${row.written_at}::timestamptz, ${row.published_at}::timestamptz`,
    )
    .execute()

/** False when there is none. */
export const publishDraft = async (db: Db, path: TextPath, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('market_texts')
      .set({ published_at: now })
      .where('path', '=', path)
      .where('published_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** The release's text again: a version without content. A draft goes with it. */
export async function publishNothing(
  db: Db,
  path: TextPath,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await db
    .deleteFrom('market_texts')
    .where('path', '=', path)
    .where('published_at', 'is', null)
    .execute()
  await insertVersion(db, path, {
    content: null,
    written_by: by,
    written_at: now,
    published_at: now,
  })
}

export const lockText = (db: Db, path: TextPath) =>
  sql`select pg_advisory_xact_lock(hashtext(${`text ${path}`}))`.execute(db)
