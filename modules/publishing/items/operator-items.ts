import { defineOperation } from '#kernel/define-operation.ts'
import type { Market, TaxKind } from '#lib/market.ts'
import type { ListSort } from '#lib/list-sort.ts'
import { PAGE_ROWS, type PageKey, pageOf, parsePageKey } from '#lib/page-key.ts'
import { refuse } from '../errors.ts'
import { findStop } from '#modules/catalog/public.ts'
import { listAuditRows } from '#modules/identity/public.ts'
import { listAllStatements } from '../statements/data.ts'
import { presentLine } from '../statements/statements.ts'
import * as operatorContract from './operator-contract.ts'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { directionOf, isBeyond } from '#db/list-order.ts'

const HISTORY = 30

const present = (row: ItemLine) => ({
  id: row.id,
  market: row.market as Market,
  slug: row.slug,
  name: row.name,
  partner: { id: row.partner_id, name: row.partner },
  status: row.status as 'draft' | 'published' | 'unpublished',
  stopped: row.stopped,
  version: row.version,
  installs: row.install_count,
  changed_at: row.updated_at.toISOString(),
})

export const listAllItems = defineOperation({
  ...operatorContract.listAllItems,
  run: async (ctx, { query }) => {
    const found = await listItemRows(ctx.db, {
      q: query.q ?? '',
      market: query.market ?? null,
      state: query.state ?? null,
      partnerId: query.partner || null,
      sort: query.sort,
      after: parsePageKey(query.after),
      most: PAGE_ROWS + 1,
    })
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.updated_at, id: row.id }))
    return { items: rows.map(present), next }
  },
})

export const getAnyItem = defineOperation({
  ...operatorContract.getAnyItem,
  run: async (ctx, { params }) => {
    const row = await findItemRow(ctx.db, params.item)
    if (!row) throw refuse('not_found')
    const [releases, stores, stop, audit] = await Promise.all([
      listReleaseRows(ctx.db, row.id),
      countItemStores(ctx.db, row.id),
      findStop(ctx.db, row.id),
      listAuditRows(ctx.db, { object: row.id, most: HISTORY }),
    ])
    const statements = await listAllStatements(ctx.db, {
      waiting: false,
      partnerId: null,
      objectIds: [row.id, ...releases.map((one) => one.id)],
      after: null,
      most: HISTORY,
    })
    const now = ctx.clock.now()
    return {
      ...present(row),
      notice: row.unpublished_reason,
      tax_kind: row.tax_kind as TaxKind,
      stopped_at: stop?.stopped_at.toISOString() ?? null,
      rating: row.rating === null ? null : Number(row.rating),
      reviews: row.review_count,
      stores,
      releases: releases.map((one) => ({
        id: one.id,
        version: one.version,
        state: one.status as 'published' | 'halted' | 'yanked',
        published_at: one.published_at?.toISOString() ?? null,
        stores: one.stores,
        packaged: one.package_sha256 !== null,
        latest: one.id === row.latest_release_id,
      })),
      statements: statements.map((one) => presentLine(one, now)),
      history: audit.map((one) => ({
        id: String(one.id),
        at: one.at.toISOString(),
        who: one.name,
        operation: one.operation,
        after: one.after as Record<string, unknown> | null,
      })),
    }
  },
})

export const listItemStores = defineOperation({
  ...operatorContract.listItemStores,
  run: async (ctx, { params, query }) => {
    const found = await listItemStoreRows(
      ctx.db,
      params.item,
      parsePageKey(query.after),
      PAGE_ROWS + 1,
    )
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.updated_at, id: row.id }))
    return {
      stores: rows.map((row) => ({
        id: row.id,
        store: { id: row.store_id, domain: row.domain },
        version: row.version,
        state: row.state,
        changed_at: row.updated_at.toISOString(),
      })),
      next,
    }
  },
})

/** Shortest search for a part of a name: shorter ones match too many items. */
const PART_LETTERS = 3

interface ItemFilter {
  q: string
  market: string | null
  state: string | null
  partnerId: string | null
  sort: ListSort
  after: PageKey | null
  most: number
}

const isStopped = sql<boolean>`exists (select 1 from item_stops where item_stops.item_id = items.id and lifted_at is null)`

/** Matches that are sorted at most. */
const MOST_FOUND = 5_000

const ITEM_COLUMNS = [
  'items.id',
  'items.market',
  'items.slug',
  'items.name',
  'items.status',
  'items.install_count',
  'items.updated_at',
  'partners.id as partner_id',
  'partners.name as partner',
  'releases.version',
] as const

const selectItems = (db: Db) =>
  db
    .selectFrom('items')
    .innerJoin('partners', 'partners.id', 'items.partner_id')
    .leftJoin('releases', 'releases.id', 'items.latest_release_id')
    .select(ITEM_COLUMNS)
    .select(isStopped.as('stopped'))

type ItemLine = Awaited<ReturnType<ReturnType<typeof selectItems>['executeTakeFirstOrThrow']>>

const listItemRows = (db: Db, { q, market, state, partnerId, sort, after, most }: ItemFilter) => {
  let query = selectItems(db)
  if (q !== '') {
    const exact = q.toLowerCase()
    // Match first, then sort: the other way round a rare word would scan the whole market.
    query = query.where(
      'items.id',
      'in',
      sql<string>`(with found as materialized (
      select id from items where id = ${q} or slug = ${exact} or prefix = ${exact} or (${[...q].length >= PART_LETTERS} and fold(${q}) <> '' and fold(name) like '%' || fold(${q}) || '%') limit ${MOST_FOUND}) select id from found)`,
    )
  }
  if (market !== null) query = query.where('items.market', '=', market)
  if (state === 'stopped') query = query.where(isStopped)
  else if (state !== null) query = query.where('items.status', '=', state)
  if (partnerId !== null) query = query.where('items.partner_id', '=', partnerId)
  query = query.where(isBeyond(['items.updated_at', 'items.id'], after, sort))
  const way = directionOf(sort)
  return query.orderBy('items.updated_at', way).orderBy('items.id', way).limit(most).execute()
}

const findItemRow = (db: Db, id: string) =>
  selectItems(db)
    .select([
      'items.unpublished_reason',
      'items.rating',
      'items.review_count',
      'items.latest_release_id',
      'items.tax_kind',
    ])
    .where('items.id', '=', id)
    .executeTakeFirst()

const listReleaseRows = (db: Db, itemId: string) =>
  db
    .selectFrom('releases')
    .select([
      'id',
      'version',
      'status',
      'published_at',
      'package_sha256',
      sql<number>`(select count(*)::integer from installations where installations.item_id = releases.item_id and installations.release_id = releases.id and installations.state <> 'uninstalled')`.as(
        'stores',
      ),
    ])
    .where('item_id', '=', itemId)
    .orderBy('version_order', 'desc')
    .limit(100)
    .execute()

export const countItemStores = async (db: Db, itemId: string): Promise<number> =>
  (
    await db
      .selectFrom('installations')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('item_id', '=', itemId)
      .where('state', '<>', 'uninstalled')
      .executeTakeFirstOrThrow()
  ).count

const listItemStoreRows = (db: Db, itemId: string, after: PageKey | null, most: number) =>
  db
    .selectFrom('installations')
    .innerJoin('stores', 'stores.id', 'installations.store_id')
    .innerJoin('releases', 'releases.id', 'installations.release_id')
    .select([
      'installations.id',
      'stores.id as store_id',
      'stores.domain',
      'releases.version',
      'installations.state',
      'installations.updated_at',
    ])
    .where('installations.item_id', '=', itemId)
    .where('installations.state', '<>', 'uninstalled')
    .where(isBeyond(['installations.updated_at', 'installations.id'], after, 'newest'))
    .orderBy('installations.updated_at', 'desc')
    .orderBy('installations.id', 'desc')
    .limit(most)
    .execute()

/** Fields of an item that the audit log compares. */
export const readItem = async (db: Db, id: string) => {
  const row = await db
    .selectFrom('items')
    .select(['status', 'unpublished_reason'])
    .where('id', '=', id)
    .executeTakeFirst()
  const stop =
    row &&
    (await db
      .selectFrom('item_stops')
      .select('id')
      .where('item_id', '=', id)
      .where('lifted_at', 'is', null)
      .executeTakeFirst())
  return row && { status: row.status, notice: row.unpublished_reason, stop: stop?.id ?? null }
}

export const readRelease = async (db: Db, itemId: string, version: string) => {
  const row = await db
    .selectFrom('releases')
    .select('status')
    .where('item_id', '=', itemId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && { version, state: row.status }
}

export const findDecidedItem = (db: Db, id: string) =>
  db
    .selectFrom('items')
    .select(['id', 'name', 'partner_id'])
    .where('id', '=', id)
    .executeTakeFirst()

export const findDecidedRelease = (
  db: Db,
  which: { itemId: string; version: string } | { id: string },
) =>
  db
    .selectFrom('releases')
    .innerJoin('items', 'items.id', 'releases.item_id')
    .select([
      'releases.id',
      'releases.version',
      'items.id as item_id',
      'items.name',
      'items.partner_id',
    ])
    .$if('id' in which, (query) => query.where('releases.id', '=', (which as { id: string }).id))
    .$if('itemId' in which, (query) =>
      query
        .where('items.id', '=', (which as { itemId: string }).itemId)
        .where('releases.version', '=', (which as { version: string }).version),
    )
    .executeTakeFirst()
