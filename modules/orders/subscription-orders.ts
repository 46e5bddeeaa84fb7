import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId, randomCode } from '#lib/ids.ts'
import type { Locale } from '#lib/locale.ts'
import { type Market, readMarket } from '#lib/market.ts'
import { scaleHalfUp } from '#lib/money.ts'
import { seal } from '#lib/sealed.ts'
import { inTransaction, type Services, siteOrigin } from '#kernel/context.ts'
import type { Price } from '#modules/currencies/public.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import { invoiceAddressOf } from './addresses.ts'
import {
  ADDRESS_PURPOSE,
  columnsOfMove,
  eventValues,
  findAttempt,
  findLiveAttempt,
  insertOrder,
  literals,
  lockOrder,
  moveOrder,
  type OrderRow,
  selectOrders,
} from './data.ts'
import { completeOrder } from './complete-order.ts'
import { type CouponValue, couponCode, discountOf, type StoredCoupon } from './coupons.ts'
import { refuse } from './errors.ts'
import { findOrderFacts, lineName, openAddress, type OrderPart } from './order-facts.ts'
import { snapshotOf } from './pay-order.ts'
import {
  changeCoupon,
  findPriceFacts,
  homePrice,
  pricedFacts,
  type PricingPlatform,
  repriceOrder,
} from './price-order.ts'
import {
  type Amounts,
  isExpired,
  isMoving,
  MOVING_ATTEMPTS,
  netPrice,
  OPEN_ORDERS,
  ORDER_SECONDS,
  orderCan,
  type OrderPurpose,
  type OrderState,
  priceOrder,
  type TaxExemption,
} from './rules.ts'
import { recordStep } from './settle-payment.ts'

/** Orders of a subscription may be paid for this long; the subscription cancels them before. */
const DUE_SECONDS = 60 * 86_400
/** What is owed stays owed: as long as most laws let a claim be asked for. */
const OWED_SECONDS = 3 * 365 * 86_400
/** A change is priced by the days that are left today. */
const CHANGE_SECONDS = 3_600
const OPEN_SECONDS = {
  // Its price, rate and tax are those of the day.
  start: ORDER_SECONDS,
  renewal: DUE_SECONDS,
  change: CHANGE_SECONDS,
  final: OWED_SECONDS,
} as const satisfies Record<OrderPurpose, number>

const earlier = (one: Date, other: Date | null): Date =>
  other !== null && other < one ? other : one

/** A coupon that takes something off the plan of an order, not off what was used. */
export interface AgreedDiscount {
  id: string
  code: string
  value: CouponValue
  /** Of the period that the order is for, where it is not a whole one. */
  part?: { left: number; of: number }
}

export interface SubscriptionOrder {
  storeId: string
  platformId: number
  itemId: string
  planId: string
  planVersionId: string
  purpose: OrderPurpose
  /** Null until the first order is paid. */
  subscriptionId: string | null
  periodNo: number | null
  parts: OrderPart[]
  /** The sum of the parts. */
  price: Price
  /** What the owner agreed to; its use is not counted again. */
  coupon: AgreedDiscount | null
  /** Null: the buyer chooses an address at checkout. */
  basis: OrderBasis | null
  /** It cannot be paid later than this, where it is an order of an offer. */
  expiresBy?: Date | null
}

/**
 * Opens an order of a subscription in the caller's transaction, priced with the tax of today and of
 * its address. The first one is a draft for the checkout and takes the place of the store's open
 * order for the item; others wait for their payment.
 */
export async function placeSubscriptionOrder(
  services: Pick<Services, 'db' | 'cache' | 'sealing' | 'operator'>,
  trx: Db,
  request: SubscriptionOrder,
  now: Date,
): Promise<OrderRow> {
  const { storeId, platformId, itemId, purpose, price } = request
  if (purpose === 'start') await cancelOpenOrder(trx, storeId, itemId, now)
  const about = {
    id: newId('ord'),
    store_id: storeId,
    item_id: itemId,
    platform_id: platformId,
    created_at: now,
  }
  const { facts, platform, terms } =
    request.basis ?? (await readBasis({ ...services, db: trx }, about, null))
  const atHome = homePrice(platform, { price, homeRateBp: facts.homeRateBp })
  const { address, tax } = facts
  const amounts = priceParts(terms, request.parts, request.coupon)
  const state = purpose === 'start' ? 'draft' : 'awaiting_payment'
  const fresh = {
    ...about,
    ...atHome,
    number: `AR${randomCode(16)}`,
    state,
    plan_id: request.planId,
    plan_version_id: request.planVersionId,
    subscription_id: request.subscriptionId,
    period_no: request.periodNo,
    purpose,
    parts: JSON.stringify(request.parts),
    subtotal_minor: amounts.subtotalMinor,
    discount_minor: amounts.discountMinor,
    tax_minor: amounts.taxMinor,
    total_minor: amounts.totalMinor,
    coupon_id: request.coupon?.id ?? null,
    coupon_code: request.coupon?.code ?? null,
    tax_rate_bp: tax?.rateBp ?? facts.homeRateBp,
    tax_exemption: tax?.exemption ?? null,
    expires_at: earlier(secondsAfter(now, OPEN_SECONDS[purpose]), request.expiresBy ?? null),
    address_id: address?.id ?? null,
    address_sealed:
      address === undefined
        ? null
        : seal(services.sealing, ADDRESS_PURPOSE, JSON.stringify(address)),
  }
  const order = await insertOrder(trx, fresh, {
    facts: { ...pricedFacts(fresh, fresh), purpose, lines: request.parts },
    at: now,
  })
  // The open order is being paid, or another request has just opened one.
  if (!order) throw refuse('checkout.payment_in_flight')
  return order
}

/**
 * Takes a coupon for the first order of a subscription, as the checkout would. Throws when it does
 * not apply. The order must be locked or of this transaction.
 */
export async function applyCoupon(
  { operator, clock }: Pick<Services, 'operator' | 'clock'>,
  trx: Db,
  order: OrderRow,
  code: string,
): Promise<OrderRow> {
  const now = clock.now()
  const normal = couponCode(code)
  const coupon = await changeCoupon(trx, order, normal ?? code, now)
  const { homeRateBp } = await findPriceFacts(trx, order, null, operator)
  return repriceOrder(trx, order, {
    homeRateBp,
    rateBp: order.tax_rate_bp,
    exemption: order.tax_exemption as TaxExemption | null,
    coupon,
    at: now,
  })
}

/** The store's open order of the item, unless its payment is running. */
async function cancelOpenOrder(trx: Db, storeId: string, itemId: string, now: Date): Promise<void> {
  const open = await trx
    .selectFrom('order_lines')
    .select('order_id as id')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('product_id', 'is', null)
    .where('claim', '=', 'open')
    .executeTakeFirst()
  if (open) await cancelOrder(trx, open.id, now)
}

/** False while its payment may be running. */
export async function cancelOrder(trx: Db, orderId: string, now: Date): Promise<boolean> {
  await lockOrder(trx, { id: orderId })
  if (isMoving(await findLiveAttempt(trx, orderId))) return false
  await moveOrder(trx, orderId, 'cancelled', now)
  return true
}

/**
 * Locks what a refund of the subscription may take from, in the order in which `refundAcross` takes
 * it; before its open orders.
 */
export const lockPaidOrders = (trx: Db, subscriptionId: string) =>
  trx
    .selectFrom('orders')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('state', 'in', literals(['paid', 'partially_refunded'] satisfies OrderState[]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .forNoKeyUpdate()
    .execute()

/** Locks the subscription's open orders; before the subscription itself. */
export const lockOpenOrders = (trx: Db, subscriptionId: string) =>
  trx
    .selectFrom('orders')
    .select(['id', 'purpose'])
    .where('subscription_id', '=', subscriptionId)
    .where('state', 'in', literals(OPEN_ORDERS))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Cancels the subscription's open orders of a purpose. False while one of them may be being paid. */
export async function cancelOpenOrders(
  trx: Db,
  subscriptionId: string,
  purpose: OrderPurpose,
  now: Date,
): Promise<boolean> {
  let all = true
  for (const order of await lockOpenOrders(trx, subscriptionId))
    if (order.purpose === purpose && !(await cancelOrder(trx, order.id, now))) all = false
  return all
}

export type ChargeResult =
  | { kind: 'paid' }
  | { kind: 'declined'; reason: string; isFinal: boolean }
  /** The gateway was not reached, so nobody has refused anything. */
  | { kind: 'unmade' }
  /** The gateway has not answered; the recovery job settles the attempt. */
  | { kind: 'waiting' }
  /** There is no card that could be charged. */
  | { kind: 'no_card' }
  /** The order is not open. */
  | { kind: 'closed' }

export interface Charge {
  orderId: string
  savedCardId: string | null
  locale: Locale
  /** Asked in the transaction of the attempt, when the order is locked. */
  isWanted?: (trx: Db) => Promise<boolean>
  /** Records the attempt in the transaction that inserts it. */
  note: (trx: Db, attemptId: string) => Promise<void>
}

/** Charges a saved card of the store for its open order, as its owner agreed to before. */
export async function chargeWithoutBuyer(
  services: Services,
  { orderId, savedCardId, locale, isWanted, note }: Charge,
): Promise<ChargeResult> {
  const { gateway } = services
  const now = services.clock.now()
  const opened = await inTransaction(services, async (trx) => {
    const order = await lockOrder(trx, { id: orderId })
    if (!order || !orderCan.pay(order, now)) return { kind: 'closed' } as const
    const live = await findLiveAttempt(trx, orderId)
    if (live || (isWanted && !(await isWanted(trx)))) return { kind: 'waiting' } as const
    const card =
      savedCardId === null ? undefined : await findChargeableCard(trx, order, savedCardId)
    const address = openAddress(services, order)
    if (
      !card ||
      !address ||
      !gateway.charge ||
      card.gateway !== gateway.name ||
      isExpired(card, now) ||
      (await hasRefusedForGood(trx, orderId, card.id))
    )
      return { kind: 'no_card' } as const
    const attemptId = newId('att')
    await insertChargeAttempt(
      trx,
      order,
      { attemptId, cardId: card.id, gateway: gateway.name },
      now,
    )
    await note(trx, attemptId)
    const facts = await findOrderFacts(trx, orderId)
    if (!facts) throw new Error(`Order ${orderId} has no facts`)
    const name = lineName(order, { name: facts.item_name }, locale)
    const amounts = { attemptId, amountMinor: order.total_minor, surchargeMinor: 0 }
    return {
      kind: 'charge',
      card,
      attemptId,
      snapshot: snapshotOf(services, order, amounts, name, address),
      market: readMarket(facts.market),
      platformId: order.platform_id,
    } as const
  })
  if (opened.kind !== 'charge') return opened
  const { card, snapshot, attemptId } = opened
  const step = await gateway.charge?.(
    snapshot,
    { customerRef: card.customer_ref, cardRef: card.card_ref },
    { noticeUrl: noticeUrl(services, opened), locale, buyerIp: card.ip ?? '127.0.0.1' },
  )
  if (step) await recordStep(services, gateway, attemptId, step)
  return findChargeResult(services.db, attemptId)
}

/** Whether a payment of the store for a subscription has no outcome yet. */
export const isPaying = async (db: Db, storeId: string): Promise<boolean> =>
  (await db
    .selectFrom('orders')
    .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.id')
    .select('orders.id')
    .where('orders.store_id', '=', storeId)
    .where('orders.plan_version_id', 'is not', null)
    .where('orders.state', 'in', literals(OPEN_ORDERS))
    .where('payment_attempts.state', 'in', literals(MOVING_ATTEMPTS))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** How an attempt without the buyer ended. */
export async function findChargeResult(db: Db, attemptId: string): Promise<ChargeResult> {
  const attempt = await findAttempt(db, attemptId)
  switch (attempt?.state) {
    case 'succeeded':
      return { kind: 'paid' }
    case 'declined':
      return {
        kind: 'declined',
        reason: attempt.decline_reason ?? 'card_declined',
        isFinal: attempt.is_final,
      }
    case 'voided':
      return { kind: 'unmade' }
    default:
      return { kind: 'waiting' }
  }
}

/** How often the gateway itself has failed to charge the order without its buyer. */
export const countGatewayErrors = async (db: Db, orderId: string): Promise<number> =>
  (
    await db
      .selectFrom('payment_attempts')
      .select((on) => on.fn.countAll<number>().as('errors'))
      .where('order_id', '=', orderId)
      .where('without_buyer', '=', true)
      .where('decline_reason', '=', 'gateway_error')
      .executeTakeFirstOrThrow()
  ).errors

const noticeUrl = (
  services: Services,
  { market, platformId }: { market: Market; platformId: number },
): string => `${siteOrigin(services, market, platformId)}/checkout/notice/${services.gateway.name}`

/**
 * The card, or the one that replaced it because it was saved anew. With the address from which its
 * owner last agreed to something: gateways ask for one.
 */
const findChargeableCard = (trx: Db, { store_id: storeId }: OrderRow, id: string) =>
  trx
    .selectFrom('saved_cards as chosen')
    .innerJoin('saved_cards as card', 'card.store_id', 'chosen.store_id')
    .select([
      'card.id',
      'card.gateway',
      'card.customer_ref',
      'card.card_ref',
      'card.expiry_month',
      'card.expiry_year',
    ])
    .select((on) =>
      on
        .selectFrom('consents')
        .select('ip')
        .where('store_id', '=', storeId)
        .where('ip', 'is not', null)
        .orderBy('agreed_at', 'desc')
        .limit(1)
        .as('ip'),
    )
    .where('chosen.id', '=', id)
    .where('chosen.store_id', '=', storeId)
    .where('card.deleted_at', 'is', null)
    .whereRef('card.gateway', '=', 'chosen.gateway')
    .where((on) =>
      on.or([
        on('card.id', '=', id),
        on('card.fingerprint', '=', on.ref('chosen.fingerprint')),
        on.and([
          on('card.brand', '=', on.ref('chosen.brand')),
          on('card.last_four', '=', on.ref('chosen.last_four')),
          on('card.expiry_month', '=', on.ref('chosen.expiry_month')),
          on('card.expiry_year', '=', on.ref('chosen.expiry_year')),
        ]),
      ]),
    )
    .orderBy(sql`card.id = ${id}`, 'desc')
    .limit(1)
    .executeTakeFirst()

/** The bank has said that the card will never pay: schemes forbid to ask again. */
const hasRefusedForGood = async (trx: Db, orderId: string, cardId: string): Promise<boolean> =>
  (await trx
    .selectFrom('payment_attempts')
    .select('id')
    .where('order_id', '=', orderId)
    .where('saved_card_id', '=', cardId)
    .where('is_final', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined

const insertChargeAttempt = (
  trx: Db,
  order: OrderRow,
  { attemptId, cardId, gateway }: { attemptId: string; cardId: string; gateway: string },
  at: Date,
) =>
  trx
    .with('attempted', (query) =>
      query.insertInto('payment_attempts').values({
        id: attemptId,
        order_id: order.id,
        gateway,
        state: 'created',
        amount_minor: order.total_minor,
        currency: order.currency,
        saved_card_id: cardId,
        without_buyer: true,
        created_at: at,
        ...columnsOfMove('created', at),
      }),
    )
    .insertInto('order_events')
    .values(
      eventValues({
        order_id: order.id,
        attempt_id: attemptId,
        kind: 'attempt',
        to_state: 'created',
        facts: { amount: order.total_minor, without_buyer: true },
        at,
      }),
    )
    .execute()

/** What `billing` needs of a paid order of a subscription. */
export const findSubscriptionOrder = async (trx: Db, orderId: string) => {
  const order = await selectOrders(trx)
    .select([
      'orders.id',
      'orders.number',
      'orders.store_id',
      'order_lines.item_id',
      'orders.platform_id',
      'orders.plan_version_id',
      'orders.subscription_id',
      'orders.period_no',
      'orders.purpose',
      'orders.address_id',
      'orders.state',
      'orders.total_minor',
      'order_lines.list_price_minor',
      'orders.coupon_id',
      'orders.coupon_code',
      'orders.coupon_terms',
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (order.plan_version_id === null) throw new Error(`Order ${orderId} is of no subscription`)
  return {
    ...order,
    plan_version_id: order.plan_version_id,
    purpose: order.purpose as OrderPurpose,
    coupon_terms: order.coupon_terms as StoredCoupon | null,
  }
}
export type PaidSubscriptionOrder = Awaited<ReturnType<typeof findSubscriptionOrder>>

/** The first order of a subscription names it once it has begun. */
export const linkOrder = (
  trx: Db,
  orderId: string,
  { subscriptionId, periodNo }: { subscriptionId: string; periodNo: number },
): Promise<unknown> =>
  trx
    .updateTable('orders')
    .set({ subscription_id: subscriptionId, period_no: periodNo })
    .where('id', '=', orderId)
    .execute()

/** How an order of the store for the item would be taxed now. */
export interface OrderTerms {
  includesTax: boolean
  homeRateBp: number
  rateBp: number
}

/** What an order is priced by. */
export interface OrderBasis {
  facts: Awaited<ReturnType<typeof findPriceFacts>>
  platform: PricingPlatform
  terms: OrderTerms
}

/** By the address that is chosen, or the store's default one. */
export const findOrderBasis = (
  services: Pick<Services, 'db' | 'cache' | 'clock' | 'operator'>,
  whose: Pick<OrderRow, 'store_id' | 'item_id' | 'platform_id' | 'address_id'>,
): Promise<OrderBasis> =>
  readBasis(
    services,
    { ...whose, id: '', created_at: services.clock.now() },
    invoiceAddressOf(whose.store_id, whose.address_id),
  )

async function readBasis(
  { db, cache, operator }: Pick<Services, 'db' | 'cache' | 'operator'>,
  about: Parameters<typeof findPriceFacts>[1],
  addressId: Parameters<typeof findPriceFacts>[2],
): Promise<OrderBasis> {
  const [facts, platform] = await Promise.all([
    findPriceFacts(db, about, addressId, operator),
    requirePlatform({ db, cache }, about.platform_id),
  ])
  return {
    facts,
    platform,
    terms: {
      includesTax: platform.prices_include_tax,
      homeRateBp: facts.homeRateBp,
      rateBp: facts.tax?.rateBp ?? facts.homeRateBp,
    },
  }
}

/** What parts come to; a coupon takes off what is for the plan, and never more than the sum. */
export function priceParts(
  terms: OrderTerms,
  parts: readonly Pick<OrderPart, 'kind' | 'amount_minor'>[],
  coupon: Pick<AgreedDiscount, 'value' | 'part'> | null,
): Amounts {
  const sumOf = (some: typeof parts) => some.reduce((sum, part) => sum + part.amount_minor, 0)
  const plan = netPrice(terms, sumOf(parts.filter(({ kind }) => kind === 'plan')))
  return priceOrder({
    ...terms,
    listPriceMinor: sumOf(parts),
    ...(coupon && { discountMinor: planDiscount(coupon, plan) }),
  })
}

/** Of an amount, a part of a period gets that part only. */
function planDiscount(
  { value, part }: Pick<AgreedDiscount, 'value' | 'part'>,
  net: number,
): number {
  if (value.kind === 'percent' || part === undefined) return discountOf(value, net)
  const amountMinor = scaleHalfUp(value.amountMinor, part.left, part.of)
  return discountOf({ ...value, amountMinor }, net)
}

/** Completes an order that its coupon made free, in the caller's transaction. */
export const completeFreeSubscriptionOrder = async (
  services: Services,
  trx: Db,
  order: OrderRow,
): Promise<void> => {
  await completeOrder(services, trx, order, services.clock.now())
}

/** The orders of a subscription that were charged or tried, the newest first. */
export const listSubscriptionOrders = (db: Db, subscriptionId: string) =>
  db
    .selectFrom('orders')
    .select([
      'id',
      'number',
      'state',
      'purpose',
      'period_no',
      'parts',
      'currency',
      'subtotal_minor',
      'discount_minor',
      'total_minor',
      'refunded_minor',
      'address_sealed',
      'created_at',
      'paid_at',
    ])
    .select((on) =>
      on
        .selectFrom('payment_attempts')
        .select('state')
        .whereRef('order_id', '=', 'orders.id')
        .orderBy('turn', 'desc')
        .limit(1)
        .as('attempt_state'),
    )
    // With refunds that are on their way; a surcharge beyond the total is the bank's.
    .select(
      sql<number>`least(total_minor, coalesce((select returning_minor from payment_attempts
        where order_id = orders.id and payment_attempts.state = 'succeeded'), 0))::bigint`.as(
        'returning_minor',
      ),
    )
    .where('subscription_id', '=', subscriptionId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()

/** What of a subscription's payments in a currency has not gone back and is not on its way. */
export const findRefundableMinor = async (
  db: Db,
  subscriptionId: string,
  currency: string,
): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('orders')
        .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.id')
        .select(
          sql<string>`coalesce(sum(payment_attempts.captured_minor - payment_attempts.returning_minor), 0)`.as(
            'left_minor',
          ),
        )
        .where('orders.subscription_id', '=', subscriptionId)
        .where('orders.currency', '=', currency)
        .where('orders.state', 'in', ['paid', 'partially_refunded'])
        .where('payment_attempts.state', '=', 'succeeded')
        .executeTakeFirstOrThrow()
    ).left_minor,
  )
