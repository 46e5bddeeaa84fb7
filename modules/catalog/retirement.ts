import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { type Ctx, dayInWords } from '#kernel/context.ts'
import { makeTranslate, pickText, type Text } from '#lib/locale.ts'
import { type Market, readMarket } from '#lib/market.ts'
import { readMessages } from '#locales/read.ts'
import { pricingOf } from '#modules/currencies/public.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import { cardRevision, readCards } from './cards.ts'
import { type Card, presentCard } from './present.ts'
import { readShelves } from './shelves.ts'

/** That an item is no longer developed, as its readers see it. */
export interface Retirement {
  on: string
  text: string
  /** Null where nothing replaces it that everybody may see. */
  successor: Card | null
}

interface RetiredRow {
  id: string
  on: string
  name: string
  names: Text | null
  market: string
  revision: string | null
}

const RETIRED = prepared<RetiredRow>(`
  select items.id, items.retires_on::text as "on", items.name, items.market,
    (select json_object_agg(item_texts.locale, item_texts.name) from item_texts
      where item_texts.item_id = items.id) as names,
    (select ${cardRevision('next', '$2')} from items next where next.id = items.successor_id
      and next.status = 'published' and next.visibility = 'listed') as revision
  from items where items.id = any($1::text[]) and items.retires_on is not null`)

/** Of these items, those that are no longer developed or will not be. */
export async function retirementsOf(
  ctx: Ctx,
  itemIds: readonly string[],
): Promise<Map<string, Retirement>> {
  const rows = itemIds.length === 0 ? [] : await RETIRED(ctx.db, [[...itemIds], ctx.locale])
  if (rows.length === 0) return new Map()
  const [platform, pricing, cards] = await Promise.all([
    requirePlatform(ctx, ctx.platformId),
    pricingOf(ctx),
    readCards(
      ctx.db,
      rows.map((row) => row.revision),
    ),
  ])
  const t = makeTranslate(readMessages(ctx.locale, 'retired'), ctx.locale)
  const today = ctx.clock.now().toISOString().slice(0, 10)
  const entries = await Promise.all(
    rows.map(async (row, index): Promise<[string, Retirement]> => {
      const card = cards[index] ?? null
      const name = pickText(row.names ?? {}, ctx.locale) || row.name
      const market: Market = readMarket(row.market)
      const around = {
        locale: ctx.locale,
        shelves: await readShelves(ctx, market),
        taxIncluded: platform.prices_include_tax,
        pricing,
      }
      const text = [
        row.on <= today
          ? t('retired.now', { name })
          : t('retired.soon', { name, day: dayInWords(ctx, `${row.on}T12:00:00Z`, ctx.locale) }),
        card && t('retired.successor', { successor: card.name }),
      ]
      return [
        row.id,
        {
          on: row.on,
          text: text.filter(Boolean).join(' '),
          successor: card && presentCard(card, around),
        },
      ]
    }),
  )
  return new Map(entries)
}

/** Null ends it: the item is developed again. */
export const setRetirement = (
  trx: Db,
  itemId: string,
  retirement: { on: string; successorId: string | null } | null,
  now: Date,
) =>
  trx
    .updateTable('items')
    .set({
      retires_on: retirement === null ? null : sql<Date>`${retirement.on}::date`,
      successor_id: retirement?.successorId ?? null,
      updated_at: now,
    })
    .where('id', '=', itemId)
    .execute()

/** An item that may replace one of this market: published, listed, and not ending itself. */
export const findSuccessor = (
  db: Db,
  { slug, market, partnerId }: { slug: string; market: string; partnerId: string | null },
) =>
  db
    .selectFrom('items')
    .select(['id', 'slug'])
    .where('slug', '=', slug)
    .where('market', '=', market)
    .where('status', '=', 'published')
    .where('visibility', '=', 'listed')
    .where('retires_on', 'is', null)
    .$if(partnerId !== null, (query) => query.where('partner_id', '=', partnerId as string))
    .executeTakeFirst()

/** When an item ends, and what replaces it. */
export const readRetirement = async (
  db: Db,
  itemId: string,
): Promise<{ on: string; successor: { slug: string; name: string } | null } | null> => {
  const row = await db
    .selectFrom('items')
    .leftJoin('items as next', 'next.id', 'items.successor_id')
    .select([sql<string | null>`items.retires_on::text`.as('on'), 'next.slug', 'next.name'])
    .where('items.id', '=', itemId)
    .executeTakeFirst()
  return row?.on == null
    ? null
    : {
        on: row.on,
        successor:
          row.slug === null || row.name === null ? null : { slug: row.slug, name: row.name },
      }
}
