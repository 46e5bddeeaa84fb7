import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { toMajor } from '#lib/money.ts'
import type { Market } from '#lib/market.ts'
import { wholeList } from '#lib/wire.ts'
import type { Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  hasPrice,
  priceFor,
  type Pricing,
  pricingFor,
  pricingOf,
} from '#modules/currencies/public.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import { countChanged, listPayers, listRows, type StoreData } from '#modules/stores/public.ts'
import { type CardRow, cardRevision, readCards } from './cards.ts'
import * as contract from './contract.ts'
import { refuse } from './errors.ts'
import { presentCard } from './present.ts'
import { type MarketShelves, readShelves } from './shelves.ts'

/**
 * Items that a store saved for later, of both markets: what it may want one day, and what is only
 * listed and cannot be installed yet (D9).
 */

export const saveItem = defineOperation({
  ...contract.saveItem,
  run: async (ctx, { params }) => {
    const [pricing, [row]] = await Promise.all([
      pricingOf(ctx),
      PUBLISHED(ctx.db, [params.slug, ctx.locale, ctx.actor.storeId]),
    ])
    const [card = null] = await readCards(ctx.db, [row?.revision ?? null])
    if (!row || !card) throw refuse('catalog.item_not_found')
    const { storeId } = ctx.actor
    // Of two at the same time both may be counted as the last one, which does no harm.
    const { rows } = await sql`
      insert into item_watches (store_id, item_id, created_at, price_minor, currency, price_kind,
        price_period, was_available)
      select ${storeId}, ${row.id}, ${ctx.clock.now()}, ${asked(pricing, card).minor},
        ${asked(pricing, card).currency}, ${card.price_kind}, ${card.price_period}, ${card.installable}
      where (select count(*) from item_watches where store_id = ${storeId}) < ${contract.MOST_SAVED}
      on conflict do nothing returning item_id`.execute(ctx.db)
    if (rows.length === 0 && !(await isSaved(ctx.db, storeId, row.id)))
      throw refuse('catalog.saved_full', { params: { most: String(contract.MOST_SAVED) } })
    return { data: { saved: true } }
  },
})

const PUBLISHED = prepared<{ id: string; revision: string | null }>(`
  select id, ${cardRevision('items', '$2')} as revision from items
  where slug = $1 and status = 'published' and may_see_item(id, visibility, $3)`)

const isSaved = async (db: Db, storeId: string, itemId: string): Promise<boolean> =>
  (await db
    .selectFrom('item_watches')
    .select('item_id')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .executeTakeFirst()) !== undefined

interface Asked {
  minor: number
  currency: string
}

/** What the partner asks of this store, before it is converted. */
function asked(
  pricing: Pricing,
  item: Pick<CardRow, 'price_minor' | 'currency' | 'prices'>,
): Asked {
  const price = priceFor(pricing, { ...item, amountMinor: item.price_minor })
  return price.converted
    ? { minor: price.converted.sourceMinor, currency: price.converted.sourceCurrency }
    : { minor: price.amountMinor, currency: price.currency }
}

/** What the store pays, at the rates of today. */
const paid = (pricing: Pricing, { minor, currency }: Asked): number =>
  priceFor(pricing, { amountMinor: minor, currency }).amountMinor

/**
 * Whether the store pays less than before. In one currency the prices themselves are compared; in
 * two both are converted at the same rates, which alone make nothing cheaper.
 */
function isCheaper(pricing: Pricing, now: Asked, before: Asked): boolean {
  if (now.currency === before.currency) return now.minor < before.minor
  return hasPrice(pricing, before) && paid(pricing, now) < paid(pricing, before)
}

/** Of an item that is no longer published, too. */
export const removeSavedItem = defineOperation({
  ...contract.removeSavedItem,
  run: async (ctx, { params }) => {
    await sql`delete from item_watches using items
      where items.id = item_id and items.slug = ${params.slug} and store_id = ${ctx.actor.storeId}`.execute(
      ctx.db,
    )
    return { data: { saved: false } }
  },
})

interface SavedRow {
  slug: string
  market: Market
  name: string
  is_published: boolean
  revision: string | null
  created_at: Date
  price_minor: number
  currency: string
  price_kind: string
  price_period: string | null
}

const SAVED = prepared<SavedRow>(`
  select items.slug, items.market, items.name, items.status = 'published'
    and may_see_item(items.id, items.visibility, $1) as is_published,
    ${cardRevision('items', '$2')} as revision, saved.created_at, saved.price_minor,
    saved.currency, saved.price_kind, saved.price_period
  from item_watches saved join items on items.id = item_id
  where store_id = $1 order by saved.created_at desc, items.slug limit ${contract.MOST_SAVED}`)

export const listSavedItems = defineOperation({
  ...contract.listSavedItems,
  run: async (ctx) => {
    const [platform, pricing, app, theme, rows] = await Promise.all([
      requirePlatform(ctx, ctx.platformId),
      pricingOf(ctx),
      readShelves(ctx, 'app'),
      readShelves(ctx, 'theme'),
      SAVED(ctx.db, [ctx.actor.storeId, ctx.locale]),
    ])
    const cards = await readCards(
      ctx.db,
      rows.map((row) => (row.is_published ? row.revision : null)),
    )
    const shelves: Record<Market, MarketShelves> = { app, theme }
    const taxIncluded = platform.prices_include_tax
    return wholeList(
      rows.map((row, n) => {
        const card = cards[n] ?? null
        const around = { locale: ctx.locale, shelves: shelves[row.market], taxIncluded, pricing }
        return {
          slug: row.slug,
          market: row.market,
          name: card?.name ?? row.name,
          saved_at: row.created_at.toISOString(),
          price_before: card && priceBefore(pricing, row, card),
          item: card && presentCard(card, around),
        }
      }),
    )
  },
})

/** What it cost when it was saved, where it costs less now and is sold in the same way. */
function priceBefore(pricing: Pricing, row: SavedRow, card: CardRow) {
  const before = { minor: row.price_minor, currency: row.currency }
  const isSameKind = row.price_kind === card.price_kind && row.price_period === card.price_period
  if (!isSameKind && card.price_kind !== 'free') return null
  if (!isCheaper(pricing, asked(pricing, card), before) || !hasPrice(pricing, before)) return null
  return toMajor(paid(pricing, before), pricing.currency)
}

const SLUGS = prepared<{ slug: string }>(`
  select slug from item_watches join items on items.id = item_id
  where store_id = $1 order by item_watches.created_at desc limit ${contract.MOST_SAVED}`)

/** For the layout of every page. */
export const listSavedSlugs = async (db: Db, storeId: string): Promise<string[]> =>
  (await SLUGS(db, [storeId])).map(({ slug }) => slug)

export interface SavedNews {
  storeId: string
  itemId: string
  kind: 'saved_cheaper' | 'saved_ready'
  /** The new price. */
  price: Asked
}

interface DueRow {
  store_id: string
  item_id: string
  available: boolean
  was_available: boolean
  /** Sold in the same way as when it was saved, or free. */
  comparable: boolean
  price_minor: number
  currency: string
  prices: Record<string, number> | null
  before: Asked
}

const listDue = async (trx: Db, most: number): Promise<DueRow[]> =>
  (
    await sql<DueRow>`
      with due as (
        select store_id, item_id from item_watches where is_due
        order by item_id limit ${most} for update skip locked
      )
      select due.store_id, due.item_id, saved.was_available,
        items.status = 'published' and releases.package_sha256 is not null
          and may_see_item(items.id, items.visibility, due.store_id) as available,
        items.price_kind = 'free' or (items.price_kind = saved.price_kind
          and items.price_period is not distinct from saved.price_period) as comparable,
        case when items.price_kind = 'free' then 0 else items.price_minor end as price_minor,
        items.currency, listing_prices(items.id) as prices,
        json_build_object('minor', coalesce(saved.told_minor, saved.price_minor),
          'currency', coalesce(saved.told_currency, saved.currency)) as before
      from due join item_watches saved using (store_id, item_id)
      join items on items.id = due.item_id
      left join releases on releases.id = items.latest_release_id`.execute(trx)
  ).rows

/** What is new of a saved item for its store. */
function newsOf(pricing: Pricing, row: DueRow): SavedNews[] {
  const now = hasPrice(pricing, row) ? asked(pricing, row) : null
  const isReady = row.available && !row.was_available
  const pays = row.available && row.comparable && now
  if (!isReady && !(pays && isCheaper(pricing, pays, row.before))) return []
  return [
    {
      storeId: row.store_id,
      itemId: row.item_id,
      kind: isReady ? 'saved_ready' : 'saved_cheaper',
      price: now ?? { minor: row.price_minor, currency: row.currency },
    },
  ]
}

/**
 * Looks at saved items that changed, `most` at once, and returns how many there were and what the
 * stores are to be told: in the caller's transaction. A price that rises and falls again is told
 * once.
 */
export async function settleSavedItems(
  services: Pick<Services, 'db' | 'cache' | 'clock'>,
  trx: Db,
  most: number,
): Promise<{ looked: number; news: SavedNews[] }> {
  const due = await listDue(trx, most)
  const payers = await listPayers(
    trx,
    due.map((row) => row.store_id),
  )
  const settled = await Promise.all(
    due.map(async (row) => {
      const payer = payers.get(row.store_id)
      const pricing = payer && (await pricingFor(services, payer))
      return { row, news: pricing ? newsOf(pricing, row) : [] }
    }),
  )
  await sql`
    update item_watches set is_due = false, was_available = seen.available,
      told_minor = coalesce(seen.told_minor, item_watches.told_minor),
      told_currency = coalesce(seen.told_currency, item_watches.told_currency)
    from jsonb_to_recordset(${JSON.stringify(settled.map(seenOf))}::jsonb) as seen (store_id text,
      item_id text, available boolean, told_minor bigint, told_currency text)
    where item_watches.store_id = seen.store_id and item_watches.item_id = seen.item_id`.execute(
    trx,
  )
  return { looked: due.length, news: settled.flatMap(({ news }) => news) }
}

function seenOf({ row, news: [told] }: { row: DueRow; news: readonly SavedNews[] }) {
  const price = told?.kind === 'saved_cheaper' ? told.price : null
  return {
    store_id: row.store_id,
    item_id: row.item_id,
    available: row.available ?? false,
    told_minor: price?.minor ?? null,
    told_currency: price?.currency ?? null,
  }
}

export const storeDataOfCatalog: StoreData = {
  async collect({ db }, storeId) {
    return {
      saved_items: await listRows(
        db,
        sql`select (select name from items where items.id = item_id) as item, created_at, price_minor, currency from item_watches where store_id = ${storeId} order by created_at`,
      ),
    }
  },
  async erase(trx, storeId) {
    return {
      saved_items: await countChanged(
        trx,
        sql`delete from item_watches where store_id = ${storeId}`,
      ),
    }
  },
}
