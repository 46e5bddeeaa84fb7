import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import { RESERVED_SLUGS, type Market } from '#lib/market.ts'

/** What an address of ours and a package's prefix may look like; both are for ever. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const PREFIX = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
export const MOST_SLUG = 60

export const isReservedSlug = (slug: string): boolean => RESERVED_SLUGS.includes(slug)

/** Which of these words are taken, as a slug or as a prefix, in either market. */
export async function findTaken(
  db: Db,
  words: readonly string[],
): Promise<{ slugs: Set<string>; prefixes: Set<string> }> {
  if (words.length === 0) return { slugs: new Set(), prefixes: new Set() }
  const rows = await db
    .selectFrom('items')
    .select(['slug', 'prefix'])
    .where((on) => on.or([on('slug', 'in', words), on('prefix', 'in', words)]))
    .execute()
  return {
    slugs: new Set(rows.map((row) => row.slug)),
    prefixes: new Set(rows.map((row) => row.prefix)),
  }
}

/**
 * A new item that nobody sees yet. Its listing follows when it is approved; null when slug or
 * prefix were taken meanwhile.
 */
export async function insertDraftItem(
  trx: Db,
  item: {
    market: Market
    slug: string
    prefix: string
    partnerId: string
    name: string
    now: Date
  },
): Promise<string | null> {
  const row = await trx
    .insertInto('items')
    .values({
      id: newId('itm'),
      market: item.market,
      slug: item.slug,
      prefix: item.prefix,
      partner_id: item.partnerId,
      name: item.name,
      price_minor: 0,
      currency: 'USD',
      price_kind: 'free',
      status: 'draft',
      updated_at: item.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * A market's categories in their order and behind them its tags, by language; `former`: tags that
 * became this one.
 */
export const listCategoryNames = async (
  db: Db,
  market: Market,
): Promise<{ id: string; name: Text; tag: boolean; former: string[] }[]> =>
  (
    await db
      .selectFrom('categories')
      .select([
        'id',
        'name',
        'is_tag',
        sql<
          string[]
        >`array(select id from categories merged where merged.merged_into = categories.id)`.as(
          'former',
        ),
      ])
      .where('market', '=', market)
      .where('merged_into', 'is', null)
      .orderBy('position')
      .orderBy('slug')
      .execute()
  ).map(({ id, name, is_tag: tag, former }) => ({ id, name: name as Text, tag, former }))
