import { sql } from 'kysely'
import { ZodError } from 'zod'
import type { Db } from '#db/client.ts'
import type { Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { type Currency, formatAmount, toMajor } from '#lib/money.ts'
import type { StoreActor } from '#kernel/actor.ts'
import {
  dayInWords,
  type Ctx,
  inTransaction,
  type Services,
  siteOrigin,
  type SiteOrigins,
} from '#kernel/context.ts'
import { helpAddress, type Mail, onOneLine, queueMail } from '#modules/mail/public.ts'
import { saveCard } from './cards.ts'
import { recordConsents, requireConsents } from './consents.ts'
import {
  type AttemptRow,
  attemptStatesBefore,
  columnsOfMove,
  divideSurcharge,
  endCouponOf,
  eventValues,
  findLiveAttempt,
  lockOrder,
  moveAttempt,
  moveOrder,
  type OrderRow,
  orderStatesBefore,
} from './data.ts'
import { refuse } from './errors.ts'
import type { GatewayPayment } from './gateways/gateway.ts'
import {
  arePricesKept,
  boughtTogether,
  type Buyer,
  buyerOf,
  findOrderFacts,
  findOrderForSale,
  itemNameOf,
  type LineForSale,
  linesForSale,
  openAddress,
  type OrderFacts,
  orderFacts,
  receiptWords,
  requireListed,
} from './order-facts.ts'
import { confirmCoupon } from './price-order.ts'
import { isMoving, orderCan, supportEndsAt } from './rules.ts'

/**
 * Completes an order that costs nothing, in the caller's transaction. `mailTo` receives a receipt
 * over zero, without an invoice. Returns false when the order cannot be completed in its state.
 */
export async function completeOrder(
  services: Services,
  trx: Db,
  order: Pick<OrderRow, 'id' | 'product_id' | 'plan_version_id'>,
  at: Date,
  mailTo: { email: string; locale: Locale } | null = null,
): Promise<boolean> {
  if (!(await moveOrder(trx, order.id, 'paid', at, { paid_at: at }))) return false
  const facts = mailTo && (await findOrderFacts(trx, order.id))
  if (mailTo && facts) await queueOrderMail(services, trx, freeReceiptOf(services, facts, mailTo))
  await tellOfPayment(services, trx, order, null)
  return true
}

/**
 * Completes an order with its payment. Order and attempt must be locked. The receipt mail is queued
 * in the same transaction; its invoice is issued when the mail is sent.
 */
export async function completePaidOrder(
  services: Services,
  trx: Db,
  {
    order,
    attempt,
    payment,
  }: { order: OrderFacts; attempt: EndingAttempt; payment: GatewayPayment },
  at: Date,
): Promise<void> {
  const card = payment.card
    ? { card_brand: payment.card.brand, card_last_four: payment.card.lastFour }
    : {}
  await recordPaid(
    trx,
    {
      order,
      attempt,
      paid: { gateway_ref: payment.gatewayRef, captured_minor: payment.amountMinor, ...card },
    },
    at,
  )
  await endCouponOf(trx, order, 'paid', at, attempt.id)
  const buyer = buyerOf(services, order)
  if (buyer)
    await queueOrderMail(
      services,
      trx,
      receiptOf(
        services,
        { ...order, ...card, surcharge_minor: attempt.surcharge_minor },
        buyer,
        at,
      ),
    )
  const savedCardId = await storeSavedCard(services, trx, order.store_id, attempt, payment)
  await tellOfPayment(services, trx, order, savedCardId ?? attempt.saved_card_id)
}

/** Tells the module whose order it is; `savedCardId`: the card that paid, if it is kept. */
async function tellOfPayment(
  services: Services,
  trx: Db,
  order: Pick<OrderRow, 'id' | 'product_id' | 'plan_version_id'>,
  savedCardId: string | null,
): Promise<void> {
  if (order.product_id !== null) return services.productOrderChanged(services, trx, order.id)
  if (order.plan_version_id !== null)
    await services.subscriptionOrderPaid(services, trx, { orderId: order.id, savedCardId })
  await services.itemOrderPaid(services, trx, order.id)
}

/**
 * Stores the card that the gateway saved, also when the money is refunded: without a row it could
 * never be deleted. Returns its id, null without one.
 */
export async function storeSavedCard(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  storeId: string,
  attempt: EndingAttempt,
  { savedCard }: GatewayPayment,
): Promise<string | null> {
  if (!savedCard) return null
  const { id, replaced } = await saveCard(
    trx,
    { storeId, gateway: attempt.gateway, name: attempt.card_name, card: savedCard },
    clock.now(),
  )
  for (const old of replaced) await jobs.enqueue(trx, 'forget-card', { id: old })
  return id
}

function freeReceiptOf(
  services: Services,
  order: OrderFacts,
  { email, locale }: { email: string; locale: Locale },
): Mail {
  const t = receiptWords(locale)
  const money = (minor: number) => formatAmount(minor, order.currency as Currency)
  const item = itemNameOf(order, locale)
  return {
    key: `receipt ${order.id}`,
    to: email,
    locale,
    subject: t('receipt.mail.free_subject', { item }),
    paragraphs: [
      t('receipt.mail.free', { item, domain: order.domain }),
      t('receipt.mail.sums_discount', {
        subtotal: money(order.subtotal_minor),
        discount: money(-order.discount_minor),
        tax: money(0),
        total: money(0),
      }),
      t('receipt.mail.free_facts', { number: order.number }),
    ],
    ...ordersLink(services, order, { locale, market: order.market as Market }),
    attachments: [`agreed:${order.id}`],
  }
}

function receiptOf(services: Services, order: OrderFacts, buyer: Buyer, at: Date): Mail {
  const t = receiptWords(buyer.locale)
  const money = (minor: number) => formatAmount(minor, order.currency as Currency)
  const sums = {
    subtotal: money(order.subtotal_minor),
    discount: money(-order.discount_minor),
    tax: money(order.tax_minor),
    total: money(order.total_minor),
  }
  const card = order.card_last_four
    ? `${order.card_brand ?? ''} •••• ${order.card_last_four}`.trim()
    : '–'
  const supportEnd = order.product_id === null ? supportEndsAt(buyer.market, at) : null
  return {
    key: `receipt ${order.id}`,
    to: buyer.address.email,
    locale: buyer.locale,
    subject: t('receipt.mail.subject', { item: buyer.item }),
    paragraphs: [
      t('receipt.mail.paid', { item: buyer.item, domain: order.domain }),
      t(order.discount_minor > 0 ? 'receipt.mail.sums_discount' : 'receipt.mail.sums', sums),
      ...(order.surcharge_minor > 0
        ? [
            t('receipt.mail.charged', {
              surcharge: money(order.surcharge_minor),
              charged: money(order.total_minor + order.surcharge_minor),
            }),
          ]
        : []),
      t('receipt.mail.facts', { number: order.number, card, name: onOneLine(buyer.name) }),
      ...(supportEnd
        ? [t('receipt.mail.support', { day: dayInWords(services, supportEnd, buyer.locale) })]
        : []),
      t('receipt.mail.attached'),
    ],
    ...ordersLink(services, order, buyer),
    attachments: [`receipt:${order.id}`, `agreed:${order.id}`],
  }
}

/** Platform, link to the orders and the reason for the mail, in every mail about an order. */
export function ordersLink(
  services: Pick<Services, 'operator'> & SiteOrigins,
  order: Pick<OrderFacts, 'number' | 'platform_id'>,
  { locale, market }: Pick<Buyer, 'locale' | 'market'>,
): Pick<Mail, 'action' | 'footnote' | 'platform'> {
  const t = receiptWords(locale)
  return {
    platform: order.platform_id,
    action: {
      label: t('receipt.mail.orders'),
      url: `${siteOrigin(services, market, order.platform_id)}/account/orders?hl=${locale.toUpperCase()}`,
    },
    footnote: t('receipt.mail.why', {
      number: order.number,
      mail: helpAddress(services, market, order.platform_id),
    }),
  }
}

/** An invalid mail must not roll back a payment. */
export async function queueOrderMail(services: Services, trx: Db, mail: Mail): Promise<void> {
  try {
    await queueMail(services, trx, mail)
  } catch (error) {
    if (!(error instanceof ZodError)) throw error
    services.log.error(
      { fields: error.issues.map((issue) => issue.path.join('.')), key: mail.key },
      'order mail is invalid',
    )
  }
}

const OF_ATTEMPT = [
  'payment_attempts.id as attempt_id',
  'payment_attempts.state as attempt_state',
  'payment_attempts.gateway as attempt_gateway',
  'amount_minor',
  'payment_attempts.currency as attempt_currency',
  'payment_attempts.surcharge_minor as attempt_surcharge_minor',
  'card_name',
  'saved_card_id',
  'limit_keys',
] as const

export type EndingAttempt = Pick<
  AttemptRow,
  | 'id'
  | 'state'
  | 'gateway'
  | 'amount_minor'
  | 'currency'
  | 'surcharge_minor'
  | 'card_name'
  | 'saved_card_id'
  | 'limit_keys'
>

/** Locks an order and then its attempt, always in this order, and reads what the receipt needs. */
export async function lockPayment(db: Db, attemptId: string) {
  const row = await orderFacts(db)
    .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.id')
    .select(OF_ATTEMPT)
    .where('payment_attempts.id', '=', attemptId)
    .forNoKeyUpdate(['orders', 'order_lines', 'payment_attempts'])
    .executeTakeFirst()
  if (!row) return undefined
  const attempt: EndingAttempt = {
    id: row.attempt_id,
    state: row.attempt_state,
    gateway: row.attempt_gateway,
    amount_minor: row.amount_minor,
    currency: row.attempt_currency,
    surcharge_minor: row.attempt_surcharge_minor,
    card_name: row.card_name,
    saved_card_id: row.saved_card_id,
    limit_keys: row.limit_keys,
  }
  return { order: row, attempt }
}

type Paid = Pick<AttemptRow, 'gateway_ref' | 'captured_minor'> &
  Partial<Pick<AttemptRow, 'card_brand' | 'card_last_four'>>

/**
 * Records a payment in one statement: attempt succeeded, order paid, items granted, both events.
 * Order and attempt must be locked and checked.
 */
async function recordPaid(
  db: Db,
  {
    order,
    attempt,
    paid,
  }: { order: Pick<OrderRow, 'id' | 'state'>; attempt: EndingAttempt; paid: Paid },
  at: Date,
): Promise<void> {
  const about = { order_id: order.id, attempt_id: attempt.id, at }
  if (attempt.surcharge_minor > 0) await divideSurcharge(db, order.id, attempt.surcharge_minor)
  const both = await db
    .with('ended', (query) =>
      query
        .updateTable('payment_attempts')
        .set({ state: 'succeeded', ...columnsOfMove('succeeded', at), ...paid, captured_at: at })
        .where('id', '=', attempt.id)
        .where('state', 'in', attemptStatesBefore('succeeded'))
        .returning('id'),
    )
    .with('bought', (query) =>
      query
        .updateTable('orders')
        .set({
          state: 'paid',
          paid_at: at,
          ...(attempt.surcharge_minor > 0 && { surcharge_minor: attempt.surcharge_minor }),
        })
        .where('id', '=', order.id)
        .where('state', 'in', orderStatesBefore('paid'))
        .returning(['id', 'store_id', 'plan_version_id']),
    )
    .with('entitled', (query) =>
      query
        .insertInto('entitlements')
        .columns(['order_id', 'line_place', 'store_id', 'item_id', 'valid_from'])
        .expression((on) =>
          on
            .selectFrom('bought')
            .innerJoin('order_lines', 'order_lines.order_id', 'bought.id')
            .select([
              'bought.id',
              'order_lines.place',
              'bought.store_id',
              'order_lines.item_id',
              sql<Date>`${at}::timestamptz`.as('at'),
            ])
            .where('product_id', 'is', null)
            .where('plan_version_id', 'is', null),
        ),
    )
    .with('logged', (query) =>
      query.insertInto('order_events').values([
        eventValues({
          ...about,
          kind: 'attempt',
          from_state: attempt.state,
          to_state: 'succeeded',
        }),
        eventValues({ ...about, kind: 'order', from_state: order.state, to_state: 'paid' }),
      ]),
    )
    .selectFrom(['ended', 'bought'])
    .select('ended.id')
    .executeTakeFirst()
  if (!both)
    throw new Error(`Order ${order.id} or attempt ${attempt.id} moved although both were locked`)
}

interface Given {
  orderNumber: string
  consents: { kind: string; version: string }[]
}

const isDone = (order: OrderRow) => order.state === 'paid' && order.total_minor === 0

/**
 * Buys an order that a coupon made free: no card, attempt or gateway (I8, PAY-20), but the same
 * consents and checks. Idempotent.
 */
export async function completeFreeOrder(
  ctx: Ctx,
  store: StoreActor,
  { orderNumber, consents }: Given,
): Promise<{ state: 'paid'; challenge: null; declined: null; order_number: string }> {
  const seen = await findOrderForSale(ctx.db, orderNumber, store.storeId)
  if (!seen) throw refuse('checkout.order_not_found')
  if (!isDone(seen)) {
    const lines = await linesForSale(ctx.db, seen, ctx.locale)
    for (const { line, item } of lines) await requireListed(ctx.db, store.storeId, line, item)
    requireConsents(
      ctx,
      lines.map((one) => one.bought),
      consents,
    )
    await confirmCoupon(ctx, seen)
    await complete(ctx, store, seen, { lines, consents })
  }
  return { state: 'paid', challenge: null, declined: null, order_number: orderNumber }
}

interface Wanted {
  lines: readonly LineForSale[]
  consents: Given['consents']
}

const complete = (ctx: Ctx, store: StoreActor, { id }: OrderRow, { lines, consents }: Wanted) =>
  inTransaction(ctx, async (trx) => {
    const now = ctx.clock.now()
    const order = await lockOrder(trx, { id })
    if (!order) throw refuse('checkout.order_not_found')
    if (isDone(order)) return
    if (!orderCan.pay(order, now)) throw refuse('checkout.order_not_payable')
    if (order.total_minor !== 0 || !arePricesKept(order, lines)) {
      throw refuse('checkout.total_changed', {
        params: { total: toMajor(order.total_minor, order.currency), currency: order.currency },
      })
    }
    const live = await findLiveAttempt(trx, id)
    if (isMoving(live)) throw refuse('checkout.payment_in_flight')
    // A challenge from before the coupon made the order free.
    if (live) await voidChallenge(ctx, trx, live.id, now)
    await recordConsents(trx, ctx, store, {
      orderId: id,
      order,
      item: boughtTogether(lines),
      items: lines.map((one) => one.bought),
      consents,
    })
    await completeOrder(ctx, trx, order, now, {
      // Free orders need no address; if there is one, the receipt goes there.
      email: openAddress(ctx, order)?.email ?? store.account.email,
      locale: ctx.locale,
    })
  })

/**
 * Voids an abandoned challenge. A gateway that captures within the challenge is told to close it by
 * the job.
 */
export async function voidChallenge(
  { gateway, jobs }: Pick<Services, 'gateway' | 'jobs'>,
  trx: Db,
  attemptId: string,
  at: Date,
): Promise<void> {
  if ((await moveAttempt(trx, attemptId, 'voided', at)) && gateway.abandon)
    await jobs.enqueue(trx, 'settle-attempt', { id: attemptId })
}
