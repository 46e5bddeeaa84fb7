import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type Locale, forEachLocale } from '#lib/locale.ts'
import { fillPlaces, readTextBody, writeTextBody } from '#lib/text-page.ts'
import { personOf } from '#kernel/actor.ts'
import { type ConsoleCtx, type Ctx, defaultLanguage, marketNameAt } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { placesOf, releaseArticle, shownArticle } from './articles.ts'
import * as contract from './contract.ts'
import { refuse } from './errors.ts'
import { TEXT_PATHS, textPathOf, type TextPath } from './rules.ts'

const done = { success: true as const }
const present = (row: VersionRow | undefined) =>
  row
    ? {
        version: row.version,
        by: row.by,
        written_at: row.written_at.toISOString(),
        published_at: row.published_at?.toISOString() ?? null,
        own: row.content !== null,
      }
    : null

function pathOf(name: string): TextPath {
  const path = textPathOf(name)
  if (path === null) throw refuse('not_found')
  return path
}

export const listTexts = defineOperation({
  ...contract.listTexts,
  run: async (ctx) => {
    const rows = await listNewest(ctx.db)
    const find = (path: TextPath, draft: boolean) =>
      present(rows.find((one) => one.path === path && (one.published_at === null) === draft))
    return {
      texts: TEXT_PATHS.map((path) => ({
        path,
        title: fillPlaces(
          releaseArticle(path, ctx)?.title ?? path,
          placesOf(ctx, ctx.branding.both.name, ctx.locale),
        ),
        shown: find(path, false),
        draft: find(path, true),
      })),
    }
  },
})

export const getMarketText = defineOperation({
  ...contract.getMarketText,
  run: async (ctx, { params, query }) => {
    const path = pathOf(params.text)
    const rows = await listVersions(ctx.db, path)
    const [draft, shown] = [
      rows.find((one) => one.published_at === null),
      rows.find((one) => one.published_at !== null),
    ]
    const asked =
      query.version === undefined
        ? (draft ?? shown)
        : rows.find((one) => one.version === Number(query.version))
    if (query.version !== undefined && !asked) throw refuse('not_found')
    return {
      path,
      content: (asked?.content ?? null) as TextContent | null,
      release: forEachLocale((locale) => releaseText(ctx, path, locale)),
      places: forEachLocale((locale) => placesOf(ctx, ctx.branding.both.name, locale)),
      draft: present(draft),
      shown: present(shown),
      versions: rows.map((row) => present(row)).filter((one) => one !== null),
    }
  },
})

/** As operators edit it. */
function releaseText(ctx: ConsoleCtx, path: TextPath, locale: Locale): Written {
  const article = releaseArticle(path, { ...ctx, locale })
  if (!article) throw new Error(`The release has no text for ${path}`)
  const { title, lead, parts } = article
  return { title, lead, body: writeTextBody(parts) }
}

/** Audits version numbers; the texts are in the versions. */
const audit = {
  kind: 'text',
  id: ({ params }: { params: { text: string } }) => params.text,
  read: async (db: ConsoleCtx['db'], name: string) => {
    const path = textPathOf(name)
    const rows = path === null ? [] : await listVersions(db, path)
    const shown = rows.find((one) => one.published_at !== null)
    return {
      shown: shown?.version ?? null,
      draft: rows.find((one) => one.published_at === null)?.version ?? null,
      drafted_at: rows.find((one) => one.published_at === null)?.written_at.toISOString() ?? null,
    }
  },
}

export const saveText = defineOperation({
  ...contract.saveText,
  audit,
  run: async (ctx, { params, body }) => {
    const path = pathOf(params.text)
    await lockText(ctx.db, path)
    await saveDraft(ctx.db, path, body, { by: personOf(ctx).id, now: ctx.clock.now() })
    return done
  },
})

export const publishText = defineOperation({
  ...contract.publishText,
  audit,
  run: async (ctx, { params }) => {
    const path = pathOf(params.text)
    await lockText(ctx.db, path)
    if (!(await publishDraft(ctx.db, path, ctx.clock.now()))) throw refuse('texts.no_draft')
    return done
  },
})

export const resetText = defineOperation({
  ...contract.resetText,
  audit,
  run: async (ctx, { params }) => {
    const path = pathOf(params.text)
    await lockText(ctx.db, path)
    const rows = await listVersions(ctx.db, path)
    const shown = rows.find((one) => one.published_at !== null)
    if ((shown?.content ?? null) === null && !rows.some((one) => one.published_at === null))
      throw refuse('texts.not_own')
    await publishReleaseText(ctx.db, path, { by: personOf(ctx).id, now: ctx.clock.now() })
    return done
  },
})

/** All shown texts are cached: they are few and change seldom. */
export const getText = defineOperation({
  ...contract.getText,
  run: async (ctx, { query }) => {
    const shown = await ctx.cache.getOrLoad('texts', ['texts'], () => listShown(ctx.db))
    const text = shown.find((one) => one.path === query.path)
    const words = text && writtenIn(ctx, text.content)
    return {
      data:
        text && words
          ? {
              title: words.title,
              lead: words.lead,
              parts: readTextBody(words.body),
              version: text.version,
              published_at: text.published_at.toISOString(),
            }
          : null,
      titles: shown.flatMap(({ path, content }) => {
        const written = writtenIn(ctx, content)
        return written ? [{ path, title: written.title, lead: written.lead }] : []
      }),
      ...showArticle(ctx, query.path, shown),
    }
  },
})

function showArticle(ctx: Ctx, path: string, shown: readonly ShownText[]) {
  const own = shown.flatMap(({ path: of, content }) => {
    const written = writtenIn(ctx, content)
    return written ? [{ path: of, ...written, parts: readTextBody(written.body) }] : []
  })
  const places = placesOf(ctx, marketNameAt(ctx, ctx.market, ctx.platformId), ctx.locale)
  const { article, related } = shownArticle(path, ctx, places, own) ?? {
    article: null,
    related: [],
  }
  return { shown: article, related }
}

interface Written {
  title: string
  lead: string
  body: string
}
type TextContent = Partial<Record<Locale, Written>>

/** In the reader's language, else in the market's default. */
const writtenIn = (
  ctx: Pick<Ctx, 'locale' | 'languages'>,
  content: TextContent,
): Written | undefined =>
  content[ctx.locale] ?? content[defaultLanguage(ctx)] ?? Object.values(content)[0]

const versions = (db: Db) =>
  db
    .selectFrom('market_texts')
    .innerJoin('people', 'people.id', 'market_texts.written_by')
    .select(['path', 'version', 'content', 'written_at', 'published_at', 'people.name as by'])
type VersionRow = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>

/** The newest published version and the draft of every page. */
const listNewest = (db: Db): Promise<VersionRow[]> =>
  versions(db)
    .where(
      sql<boolean>`(path, version) in (select path, max(version) from market_texts group by path, published_at is null)`,
    )
    .execute()
const listVersions = (db: Db, path: TextPath): Promise<VersionRow[]> =>
  versions(db).where('path', '=', path).orderBy('version', 'desc').limit(500).execute()

interface ShownText {
  path: TextPath
  version: number
  content: TextContent
  published_at: Date
}
/** Texts that replace those of the release. */
const listShown = async (db: Db): Promise<ShownText[]> =>
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

/** Paths of the market's own texts that a language lacks. */
export const listTextsWithout = async (db: Db, locale: Locale): Promise<TextPath[]> =>
  (await listShown(db)).filter(({ content }) => !content[locale]).map(({ path }) => path)

/** One draft per page; the caller holds the lock. */
async function saveDraft(
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

/** False without a draft. */
const publishDraft = async (db: Db, path: TextPath, now: Date): Promise<boolean> =>
  (
    await db
      .updateTable('market_texts')
      .set({ published_at: now })
      .where('path', '=', path)
      .where('published_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Back to the release's text, as a version without content. Deletes the draft. */
async function publishReleaseText(
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

const lockText = (db: Db, path: TextPath) =>
  sql`select pg_advisory_xact_lock(hashtext(${`text ${path}`}))`.execute(db)
