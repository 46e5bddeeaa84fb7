import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import type { Visibility } from '#lib/market.ts'
import { findRelatedStore } from '#modules/billing/public.ts'
import {
  MOST_NAMED_STORES,
  listNamedStores,
  findSuccessor,
  nameStore,
  readRetirement,
  setRetirement,
  setVisibility,
  unnameStore,
} from '#modules/catalog/public.ts'
import { refuse } from '../errors.ts'
import { findItem } from '../submissions/data.ts'
import * as contract from './contract.ts'

/** Of a partner, in an hour: each tells whether a store is known. */
const MOST_NAMED_PER_HOUR = 60

const done = { success: true as const }

const findOwn = async (
  db: Db,
  itemId: string,
  partnerId: string | null,
): Promise<{ id: string; market: string; visibility: Visibility }> => {
  const row = await findItem(db, itemId, partnerId ?? undefined)
  if (!row) throw refuse('not_found')
  return { id: row.id, market: row.market, visibility: row.visibility as Visibility }
}

async function present(ctx: ConsoleCtx, itemId: string, partnerId: string | null, may: boolean) {
  const item = await findOwn(ctx.db, itemId, partnerId)
  const [stores, retirement] = await Promise.all([
    listNamedStores(ctx.db, item.id),
    readRetirement(ctx.db, item.id),
  ])
  return {
    retirement,
    visibility: item.visibility,
    stores: stores.map((one) => ({ ...one, added_at: one.added_at.toISOString() })),
    may_write: may,
  }
}

export const getOwnVisibility = defineOperation({
  ...contract.getOwnVisibility,
  run: (ctx, { params }) => {
    const role = personOf(ctx).partners.find((one) => one.id === params.partner)?.role
    return present(ctx, params.item, params.partner, role === 'owner' || role === 'developer')
  },
})

export const getItemVisibility = defineOperation({
  ...contract.getItemVisibility,
  run: (ctx, { params }) => {
    const role = personOf(ctx).operatorRole
    return present(ctx, params.item, null, role === 'admin' || role === 'reviewer')
  },
})

/** The state that the audit log compares. */
const audit = {
  kind: 'item',
  id: ({ params }: { params: { item: string } }) => params.item,
  read: async (db: Db, id: string): Promise<Record<string, unknown> | undefined> => {
    const row = await findItem(db, id)
    return (
      row && {
        visibility: row.visibility,
        stores: (await listNamedStores(db, id)).map((one) => one.domain).sort(),
      }
    )
  },
}

export const changeVisibility = defineOperation({
  ...contract.changeVisibility,
  audit,
  run: async (ctx, { params, body }) => {
    const item = await findOwn(ctx.db, params.item, params.partner)
    await setVisibility(ctx.db, item.id, body.visibility, ctx.clock.now())
    return done
  },
})

export const nameItemStore = defineOperation({
  ...contract.nameItemStore,
  audit,
  limits: (_ctx, { params }) => [
    { key: `stores of items ${params.partner}`, most: MOST_NAMED_PER_HOUR, seconds: 3600 },
  ],
  run: async (ctx, { params, body }) => {
    const item = await findOwn(ctx.db, params.item, params.partner)
    await name(ctx, item.id, await findRelatedStore(ctx.db, params.partner, body.store))
    return done
  },
})

export const nameStoreOfItem = defineOperation({
  ...contract.nameStoreOfItem,
  audit,
  run: async (ctx, { params, body }) => {
    const item = await findOwn(ctx.db, params.item, null)
    const store = await ctx.db
      .selectFrom('stores')
      .select('id')
      .where(sql<boolean>`stores.domain collate "C" = ${body.store}`)
      .where('status', '=', 'active')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    await name(ctx, item.id, store)
    return done
  },
})

async function name(
  ctx: ConsoleCtx,
  itemId: string,
  store: { id: string } | undefined,
): Promise<void> {
  if (!store) throw refuse('input.invalid', { fields: { store: { code: 'field.store_unknown' } } })
  const isNamed = await nameStore(
    ctx.db,
    { itemId, storeId: store.id, by: personOf(ctx).id },
    ctx.clock.now(),
  )
  if (!isNamed)
    throw refuse('visibility.many_stores', { params: { most: String(MOST_NAMED_STORES) } })
}

export const unnameItemStore = defineOperation({
  ...contract.unnameItemStore,
  audit,
  run: async (ctx, { params }) => {
    const item = await findOwn(ctx.db, params.item, params.partner)
    if (!(await unnameStore(ctx.db, item.id, params.store))) throw refuse('not_found')
    return done
  },
})

/** What the audit log compares. */
const retirementAudit = {
  kind: 'item',
  id: ({ params }: { params: { item: string } }) => params.item,
  read: async (db: Db, id: string): Promise<Record<string, unknown>> => {
    const known = await readRetirement(db, id)
    return { ends_on: known?.on ?? null, successor: known?.successor?.slug ?? null }
  },
}

/** `partnerId`: whose items may replace it; null: anybody's. */
async function retire(
  ctx: ConsoleCtx,
  itemId: string,
  partnerId: string | null,
  body: { on: string; successor: string },
): Promise<void> {
  const item = await findOwn(ctx.db, itemId, partnerId)
  const now = ctx.clock.now()
  if (body.on < now.toISOString().slice(0, 10))
    throw refuse('input.invalid', { fields: { on: { code: 'field.past' } } })
  const successor =
    body.successor === ''
      ? null
      : await findSuccessor(ctx.db, { slug: body.successor, market: item.market, partnerId })
  if (successor === undefined || successor?.id === item.id)
    throw refuse('input.invalid', { fields: { successor: { code: 'field.successor' } } })
  await setRetirement(ctx.db, item.id, { on: body.on, successorId: successor?.id ?? null }, now)
}

async function keep(ctx: ConsoleCtx, itemId: string, partnerId: string | null): Promise<void> {
  const item = await findOwn(ctx.db, itemId, partnerId)
  await setRetirement(ctx.db, item.id, null, ctx.clock.now())
}

export const retireItem = defineOperation({
  ...contract.retireItem,
  audit: retirementAudit,
  run: async (ctx, { params, body }) => {
    await retire(ctx, params.item, params.partner, body)
    return done
  },
})

export const keepItem = defineOperation({
  ...contract.keepItem,
  audit: retirementAudit,
  run: async (ctx, { params }) => {
    await keep(ctx, params.item, params.partner)
    return done
  },
})

export const retireAnyItem = defineOperation({
  ...contract.retireAnyItem,
  audit: retirementAudit,
  run: async (ctx, { params, body }) => {
    await retire(ctx, params.item, null, body)
    return done
  },
})

export const keepAnyItem = defineOperation({
  ...contract.keepAnyItem,
  audit: retirementAudit,
  run: async (ctx, { params }) => {
    await keep(ctx, params.item, null)
    return done
  },
})
