import { defineOperation } from '#kernel/define-operation.ts'
import type { Market } from '#lib/market.ts'
import { PAGE_ROWS, pageOf, parsePageKey } from '#lib/page-key.ts'
import { refuse } from '#lib/refusal.ts'
import { findStop } from '#modules/catalog/public.ts'
import { listAuditRows } from '#modules/identity/public.ts'
import { listAllStatements } from '../statements/data.ts'
import { presentLine } from '../statements/present.ts'
import {
  countItemStores,
  findItemRow,
  type ItemLine,
  listItemRows,
  listItemStoreRows,
  listReleaseRows,
} from './item-data.ts'
import {
  getAnyItem as getContract,
  listAllItems as listContract,
  listItemStores as storesContract,
} from './operator-contract.ts'

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
  ...listContract,
  run: async (ctx, { query }) => {
    const found = await listItemRows(ctx.db, {
      q: query.q ?? '',
      market: query.market ?? null,
      state: query.state ?? null,
      partnerId: query.partner || null,
      after: parsePageKey(query.after),
      most: PAGE_ROWS + 1,
    })
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.updated_at, id: row.id }))
    return { items: rows.map(present), next }
  },
})

export const getAnyItem = defineOperation({
  ...getContract,
  run: async (ctx, { params }) => {
    const row = await findItemRow(ctx.db, params.item)
    if (!row) throw refuse('not_found')
    const [releases, stores, stop, audit] = await Promise.all([
      listReleaseRows(ctx.db, row.id),
      countItemStores(ctx.db, row.id),
      findStop(ctx.db, row.id),
      listAuditRows(ctx.db, {
        actorIds: null,
        kind: null,
        object: row.id,
        from: null,
        to: null,
        before: null,
        most: HISTORY,
      }),
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
  ...storesContract,
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
