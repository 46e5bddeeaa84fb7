import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId, randomCode } from '#lib/ids.ts'
import { wholeList } from '#lib/wire.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { isBuyable, requireItem, type SaleItem } from '#modules/catalog/public.ts'
import { type Price, priceFor, type Pricing, pricingOf } from '#modules/currencies/public.ts'
import { completeOrder } from './complete-order.ts'
import * as contract from './contract.ts'
import { listDrafts as listContract, removeDraft as removeContract } from './contract.ts'
import {
  changeOrder,
  findLiveAttempt,
  findOpenOrder,
  insertOrder,
  lockOrder,
  moveOrder,
  type NewOrder,
  type OrderRow,
  selectShownOrders,
} from './data.ts'
import { findEntitlement } from './entitlements.ts'
import { refuse } from './errors.ts'
import { presentOrder, requireSeller, shownItem } from './order-facts.ts'
import {
  dropCoupon,
  findStartFacts,
  findTaxRate,
  homePrice,
  pricedFacts,
  type PricingPlatform,
} from './price-order.ts'
import {
  DRAFT_SECONDS,
  isMoving,
  KEY_SECONDS,
  LIVE_ATTEMPTS,
  OPEN_ORDERS,
  ORDER_SECONDS,
  orderCan,
} from './rules.ts'

type Plan = SaleItem['plans'][number]

function planOf(item: SaleItem, wanted: string | undefined): Plan {
  const plan =
    wanted === undefined
      ? item.plans.find((one) => isBuyable(one.kind))
      : item.plans.find((one) => one.id === wanted)
  if (!plan || !isBuyable(plan.kind)) throw refuse('checkout.plan_not_for_sale')
  return plan
}

const planPrice = (pricing: Pricing, { priceMinor: amountMinor, currency, prices }: Plan): Price =>
  priceFor(pricing, { amountMinor, currency, prices })

export const startOrder = defineOperation({
  ...contract.startOrder,
  run: async (ctx, { params, body }) => {
    const store = ctx.actor
    const item = await requireItem(ctx, ctx.market, { slug: params.slug }, ctx.locale)
    const plan = planOf(item, body.plan)
    // Do not sell what cannot be delivered.
    if (!item.latest) throw refuse('catalog.not_installable')
    const now = ctx.clock.now()
    const listPrice = planPrice(await pricingOf(ctx), plan)
    const standing = await findStartFacts(
      ctx.db,
      { platformId: ctx.platformId, storeId: store.storeId, itemId: item.id },
      now,
    )
    if (standing.isOwned) throw refuse('checkout.already_owned')
    if (store.platformClosed) throw refuse('platform.paused')
    const { open } = standing
    const isUsable =
      open !== undefined &&
      open.expires_at > now &&
      open.plan_version_id === null &&
      open.bundle_id === null
    if (
      open &&
      isUsable &&
      !isOldDraft(open, now) &&
      open.plan_id === plan.id &&
      open.currency === listPrice.currency &&
      open.list_price_minor === listPrice.amountMinor
    )
      return { data: presentOrder(open, item, ctx.locale) }

    const price = homePrice(standing.platform, {
      price: listPrice,
      homeRateBp: standing.homeRateBp,
    })
    if (price.total_minor > 0) requireSeller(ctx)
    const fresh = {
      id: newId('ord'),
      number: `AR${randomCode(16)}`,
      store_id: store.storeId,
      item_id: item.id,
      platform_id: ctx.platformId,
      state: 'draft',
      plan_id: plan.id,
      ...price,
      created_at: now,
      expires_at: secondsAfter(now, DRAFT_SECONDS),
      paid_at: null,
      coupon_code: null,
      address_id: null,
    }
    // Opening an order and nothing else needs a single statement.
    const row =
      open === undefined && price.total_minor > 0
        ? await makeOrder(ctx.db, fresh, now)
        : await inTransaction(ctx, async (trx): Promise<OrderRow> => {
            if (open && isUsable)
              return restartOrder(trx, open, standing.platform, { plan, listPrice }, now)
            if (open) {
              const locked = await lockOrder(trx, { id: open.id })
              // Over while money may be moving: the payment decides, and its screen shows the result.
              if (locked && isMoving(await findLiveAttempt(trx, open.id))) {
                if (locked.bundle_id !== null) throw refuse('checkout.payment_in_flight')
                return locked
              }
              // The order of a bundle or a subscription's first one is made no other.
              await moveOrder(trx, open.id, open.expires_at > now ? 'cancelled' : 'expired', now)
            }
            const order = await makeOrder(trx, fresh, now)
            // Orders that cost nothing never show a card form (D10).
            if (order.id !== fresh.id || order.total_minor > 0) return order
            await completeOrder(ctx, trx, order, now)
            return { ...order, state: 'paid', paid_at: now }
          })
    return { data: presentOrder(row, item, ctx.locale) }
  },
})

/** A draft lives for weeks, but its tax is that of one day. */
const isOldDraft = (order: OrderRow, now: Date): boolean =>
  order.state === 'draft' && secondsAfter(order.created_at, ORDER_SECONDS) < now

async function makeOrder(
  db: Db,
  fresh: NewOrder & Parameters<typeof pricedFacts>[1],
  now: Date,
): Promise<OrderRow> {
  // Undefined when a concurrent request of the store opened the order.
  const order =
    (await insertOrder(db, fresh, { facts: pricedFacts(fresh, fresh), at: now })) ??
    (await findOpenOrder(db, fresh.store_id, fresh.item_id))
  if (!order) throw refuse('checkout.already_owned')
  return order
}

/** Reprices the open order for another plan, price or day, unless a payment is under way. */
async function restartOrder(
  trx: Db,
  open: OrderRow,
  platform: PricingPlatform,
  { plan, listPrice }: { plan: Plan; listPrice: Price },
  now: Date,
): Promise<OrderRow> {
  const locked = await lockOrder(trx, { id: open.id })
  if (!locked || !orderCan.pay(locked, now) || (await findLiveAttempt(trx, open.id)))
    return locked ?? open
  // The tax rate is that of the day the order was made; an old draft gets today's.
  const created_at = isOldDraft(locked, now) ? now : locked.created_at
  const homeRateBp = await findTaxRate(trx, platform.home_country, created_at, locked.item_id)
  const price = {
    plan_id: plan.id,
    ...homePrice(platform, { price: listPrice, homeRateBp }),
  }
  await dropCoupon(trx, locked, now)
  return changeOrder(
    trx,
    open.id,
    {
      ...price,
      created_at,
      coupon_id: null,
      coupon_code: null,
      address_id: null,
      address_sealed: null,
    },
    {
      kind: 'repriced',
      facts: pricedFacts(locked, { ...price, coupon_code: null, address_id: null }),
      at: now,
    },
  )
}

const listOverdueOrders = (db: Db, now: Date) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('state', 'in', OPEN_ORDERS)
    .where('expires_at', '<', now)
    .where((on) =>
      on.not(
        on.exists(
          on
            .selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('payment_attempts.order_id', '=', 'orders.id')
            .where('payment_attempts.state', 'in', LIVE_ATTEMPTS),
        ),
      ),
    )
    .limit(200)
    .execute()

/**
 * Expires open orders without a running payment and purges idempotency keys after a day. Hourly.
 */
export async function expireOrders(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = services.clock.now()
  for (const { id } of await listOverdueOrders(services.db, now)) {
    await inTransaction(services, async (trx) => {
      await lockOrder(trx, { id })
      if (!(await findLiveAttempt(trx, id))) await moveOrder(trx, id, 'expired', now)
    })
  }
  await services.db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', secondsAfter(now, -KEY_SECONDS))
    .execute()
}

export const checkOrder = defineOperation({
  ...contract.checkOrder,
  run: async (ctx, { params }) => {
    const { storeId } = ctx.actor
    const item = await requireItem(ctx, ctx.market, { id: params.id }, ctx.locale)
    const [owned, open] = await Promise.all([
      findEntitlement(ctx.db, storeId, item.id, ctx.clock.now()),
      findOpenOrder(ctx.db, storeId, item.id),
    ])
    const live = open && open.expires_at > ctx.clock.now() ? open.number : null
    return {
      data: {
        owned: owned !== undefined,
        open_order: live,
        may_install: item.latest !== null && (owned !== undefined || item.priceKind === 'free'),
      },
    }
  },
})

const MOST = 100

/** The store's drafts (D30): opened checkouts that are not orders yet. */
export const listDrafts = defineOperation({
  ...listContract,
  run: async (ctx) => {
    const rows = await selectShownOrders(ctx.db)
      .where('orders.store_id', '=', ctx.actor.storeId)
      .where('orders.state', '=', 'draft')
      .where('orders.expires_at', '>', ctx.clock.now())
      .orderBy('orders.created_at', 'desc')
      .orderBy('orders.id')
      .limit(MOST)
      .execute()
    const data = rows.map((row) => ({
      ...presentOrder(row, shownItem(row, ctx.locale), ctx.locale),
      created_at: row.created_at.toISOString(),
      available: row.item_status === 'published',
    }))
    return wholeList(data)
  },
})

/** Cancels a draft; an order that was sent for payment stays. */
export const removeDraft = defineOperation({
  ...removeContract,
  run: async (ctx, { params }) => {
    await inTransaction(ctx, async (trx) => {
      const order = await lockOrder(trx, {
        number: params.order_number,
        storeId: ctx.actor.storeId,
      })
      if (!order) throw refuse('checkout.order_not_found')
      if (order.state === 'cancelled') return
      if (order.state !== 'draft') throw refuse('checkout.order_not_payable')
      await moveOrder(trx, order.id, 'cancelled', ctx.clock.now())
    })
    return { success: true as const }
  },
})
