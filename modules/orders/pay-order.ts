import { type Insertable, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/client.ts'
import type { AgreedTexts, Consents, PaymentAttempts } from '#db/types.gen.ts'
import { canonicalJson, newId, sha256Hex } from '#lib/ids.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Limit } from '#lib/limit.ts'
import { toMajor, toMinor } from '#lib/money.ts'
import { isRefusal } from '#lib/refusal.ts'
import { unseal } from '#lib/sealed.ts'
import type { StoreActor } from '#kernel/actor.ts'
import { type Ctx, inTransaction, type Services, siteOrigin } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  limitKey,
  consumeRateLimitsSql,
  type RateLimitUse,
  secondsToWait,
} from '#kernel/rate-limits.ts'
import {
  choosePaymentMethod,
  type ChosenPaymentMethod,
  fingerprintOf,
  surchargeFor,
} from './cards.ts'
import { completeFreeOrder, voidChallenge } from './complete-order.ts'
import { recordStep, withChallengeAddress } from './settle-payment.ts'
import { consentRows, requireConsents, requireImmediateDelivery } from './consents.ts'
import { type PayBody, payOrder as contract } from './contract.ts'
import {
  ADDRESS_PURPOSE,
  type AddressRow,
  type AttemptRow,
  columnsOfMove,
  eventValues,
  findAttempt,
  findLiveAttempt,
  literals,
  lockOrder,
  type OrderRow,
} from './data.ts'
import { refuse } from './errors.ts'
import type { OrderSnapshot } from './gateways/gateway.ts'
import {
  arePricesKept,
  boughtTogether,
  type LineForSale,
  lineName,
  linesForSale,
  openAddress,
  requireListed,
  requireSeller,
  selectOrderForSale,
} from './order-facts.ts'
import { confirmCoupon } from './price-order.ts'
import { isMoving, LIVE_ATTEMPTS, MAX_ATTEMPTS_PER_HOUR, ORDER_SECONDS, orderCan } from './rules.ts'

export const payOrder = defineOperation({
  ...contract,
  run: async (ctx, { params, body, headers }) => {
    const store = ctx.actor
    if (body.total === 0)
      return completeFreeOrder(ctx, store, {
        orderNumber: params.order_number,
        consents: body.consents,
      })
    const orderNumber = params.order_number
    // Requests with the same key and fingerprint are repeats of one payment.
    const keyed: RequestKey = {
      scope: `pay:${store.storeId}`,
      key: (headers['idempotency-key'] ?? '').replace(/^"|"$/g, '').slice(0, 255),
      fingerprint: sha256Hex(
        canonicalJson({
          order: orderNumber,
          total: body.total,
          installments: body.installments,
          ...fingerprintOf(body),
        }),
      ),
    }
    const seen = await findPayment(ctx, orderNumber, store.storeId, keyed)
    if (seen?.used) return replay(ctx, seen.used, keyed, orderNumber)

    if (!seen) throw refuse('checkout.order_not_found')
    // The card of a subscription is saved for its next periods.
    const savesCard = seen.plan_version_id !== null
    const chosen = await choosePaymentMethod(ctx, store, body, savesCard)
    const lines = await linesForSale(ctx.db, seen, ctx.locale)
    const snapshot = await prepareAttempt(ctx, store, { seen, lines, keyed, body, chosen }).catch(
      async (error: unknown) => {
        // Two requests with one key at the same time: the second answers with the first one's
        // attempt.
        const used =
          isRefusal(error) || isUniqueViolation(error) ? await findKey(ctx.db, keyed) : undefined
        if (used) return used
        throw isUniqueViolation(error, 'payment_attempts_one_live')
          ? refuse('checkout.payment_in_flight')
          : error
      },
    )
    if ('fingerprint' in snapshot) return replay(ctx, snapshot, keyed, orderNumber)
    const site = siteOrigin(ctx, ctx.market, ctx.platformId)
    const answer = await ctx.gateway.start(snapshot, chosen.means, {
      returnUrl: `${site}/checkout/return/${ctx.gateway.name}`,
      noticeUrl: `${site}/checkout/notice/${ctx.gateway.name}`,
      buyerIp: ctx.address,
      locale: ctx.locale,
      threeDSecure: chosen.secure3d ? 'force' : 'auto',
      installments: body.installments,
      ...(chosen.customerRef !== undefined && { customerRef: chosen.customerRef }),
    })
    const step = await withChallengeAddress(ctx, snapshot.attemptId, answer)
    const state = await recordStep(ctx, ctx.gateway, snapshot.attemptId, step)
    if (step.kind === 'unreachable') throw refuse('checkout.bank_unreachable', { retryAfter: 30 })
    const attempt = {
      state,
      challenge_url: step.kind === 'challenge' ? step.url : null,
      decline_reason: step.kind === 'declined' ? step.reason : null,
    }
    return outcomeOf(ctx, attempt, orderNumber)
  },
})

function isUniqueViolation(error: unknown, index?: string): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && (index === undefined || constraint === index)
}

interface PaymentFacts {
  seen: NonNullable<Awaited<ReturnType<typeof findPayment>>>
  lines: readonly LineForSale[]
  keyed: RequestKey
  body: PayBody
  chosen: ChosenPaymentMethod
}

/**
 * Validates the request and commits the attempt before the gateway is called (I3). Installments are
 * quoted before the transaction, for the price seen then. From the commit on the recovery job can
 * finish the attempt.
 */
async function prepareAttempt(
  ctx: Ctx,
  store: StoreActor,
  { seen, lines, keyed, body, chosen }: PaymentFacts,
): Promise<OrderSnapshot> {
  const now = ctx.clock.now()
  requireSeller(ctx)
  // Nothing new; what a subscription owes can be paid.
  if (store.platformClosed && seen.subscription_id === null) throw refuse('platform.paused')
  for (const { line, item } of lines) await requireListed(ctx.db, store.storeId, line, item)
  const items = lines.map((one) => one.bought)
  const together = boughtTogether(lines)
  requireConsents(ctx, items, body.consents)
  await confirmCoupon(ctx, seen)
  const surchargeMinor = await surchargeFor(ctx, seen, chosen.quoted, body.installments)
  const limits = limitsOf(ctx, chosen.cardLimitKey)
  return inTransaction(ctx, async (trx) => {
    const order = await lockOrder(trx, { id: seen.id })
    if (!order) throw refuse('checkout.order_not_found')
    if (!orderCan.pay(order, now)) throw refuse('checkout.order_not_payable')
    const amountMinor = order.total_minor + surchargeMinor
    const agreed =
      toMinor(body.total, order.currency) === amountMinor && order.total_minor === seen.total_minor
    if (!agreed || !arePricesKept(order, lines)) {
      throw refuse('checkout.total_changed', {
        params: { total: toMajor(amountMinor, order.currency), currency: order.currency },
      })
    }
    const address = requireAddress(ctx, order)
    requireImmediateDelivery(ctx, address, body.consents)
    const attemptId = newId('att')
    // Another attempt that begins meanwhile is refused by the database: an order has one alive.
    const live = seen.has_live ? await findLiveAttempt(trx, order.id) : undefined
    if (isMoving(live)) throw refuse('checkout.payment_in_flight')
    if (seen.failed >= MAX_ATTEMPTS_PER_HOUR) refuseUntil(HOUR)
    if (live) await voidChallenge(ctx, trx, live.id, now)
    await insertAttempt(
      trx,
      {
        keyed,
        order,
        limits,
        agreed: consentRows(ctx, store, {
          orderId: order.id,
          order,
          item: together,
          items,
          consents: body.consents,
        }),
        attempt: {
          id: attemptId,
          order_id: order.id,
          gateway: ctx.gateway.name,
          amount_minor: amountMinor,
          currency: order.currency,
          framed: body.framed,
          surcharge_minor: surchargeMinor,
          installments: body.installments,
          card_name: chosen.cardName,
          saved_card_id: body.saved_card_id ?? null,
          limit_keys: limits.map(({ key }) => limitKey(key)),
        },
      },
      now,
    )
    return snapshotOf(
      ctx,
      order,
      { attemptId, amountMinor, surchargeMinor },
      lineName(order, together, ctx.locale),
      address,
    )
  })
}

function requireAddress(ctx: Ctx, order: OrderRow): AddressRow {
  const address = openAddress(ctx, order)
  if (address === null)
    throw refuse('checkout.address_required', {
      fields: { address_id: { code: 'checkout.address_required' } },
    })
  return address
}

/** What the gateway is told of an order. */
export function snapshotOf(
  { sealing }: Pick<Services, 'sealing'>,
  order: OrderRow,
  attempt: Pick<OrderSnapshot, 'attemptId' | 'amountMinor' | 'surchargeMinor'>,
  itemName: string,
  address: AddressRow,
): OrderSnapshot {
  return {
    ...attempt,
    orderNumber: order.number,
    itemName,
    currency: order.currency,
    buyer: buyerSnapshot({ sealing }, address),
  }
}

/** Who pays, as the gateway is told. */
export const buyerSnapshot = (
  { sealing }: Pick<Services, 'sealing'>,
  address: AddressRow,
): OrderSnapshot['buyer'] => ({
  name: address.company ?? `${address.firstname ?? ''} ${address.lastname ?? ''}`.trim(),
  email: address.email,
  phone: address.phone,
  city: address.city,
  country: address.country,
  address: address.address,
  zipCode: address.zip_code ?? '',
  ...(address.identity_number_sealed && {
    identityNumber: unseal(sealing, ADDRESS_PURPOSE, address.identity_number_sealed),
  }),
})

/** A repeated key answers with the state of its attempt; the gateway is not called. */
async function replay(
  ctx: Ctx,
  used: { fingerprint: string; answer: unknown },
  { fingerprint }: RequestKey,
  orderNumber: string,
) {
  if (used.fingerprint !== fingerprint) throw refuse('checkout.key_reused')
  return outcomeOf(
    ctx,
    await findAttempt(ctx.db, (used.answer as { attempt_id: string }).attempt_id),
    orderNumber,
  )
}

function outcomeOf(
  ctx: Ctx,
  attempt: Pick<AttemptRow, 'state' | 'challenge_url' | 'decline_reason'> | undefined,
  orderNumber: string,
) {
  const answer = { challenge: null, declined: null, order_number: orderNumber }
  switch (attempt?.state) {
    case 'succeeded':
      return { ...answer, state: 'paid' as const }
    case 'challenge':
      return {
        ...answer,
        state: 'challenge' as const,
        challenge: { url: attempt.challenge_url ?? '' },
      }
    case 'declined': {
      const reason = attempt.decline_reason ?? 'card_declined'
      return {
        ...answer,
        state: 'declined' as const,
        declined: { reason, message: ctx.t(`errors.decline.${reason}`) },
      }
    }
    default:
      return { ...answer, state: 'pending' as const }
  }
}

/** Keys are free text from the client, so only their hash is stored. */
interface RequestKey {
  scope: string
  key: string
  fingerprint: string
}

const findKey = (db: Db, { scope, key }: RequestKey) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', sha256Hex(key))
    .executeTakeFirst()

interface NewPayment {
  keyed: RequestKey
  attempt: Omit<Insertable<PaymentAttempts>, 'state' | 'created_at' | 'updated_at'>
  order: Pick<OrderRow, 'id' | 'state'>
  agreed: { texts: Insertable<AgreedTexts>[]; consents: Insertable<Consents>[] }
  limits: readonly Limit[]
}

/**
 * Inserts the attempt with its idempotency key, consents, the order's move and both events in one
 * statement, and counts it under its limits. The order must be locked. Throws a unique violation
 * when the key exists. The last statement of its transaction: everybody whom the limits count, too,
 * waits for the commit, and a refused attempt consumes nothing.
 */
export async function insertAttempt(
  db: Db,
  { keyed, attempt, order, agreed, limits }: NewPayment,
  at: Date,
): Promise<void> {
  const about = { order_id: order.id, attempt_id: attempt.id, at }
  const created = eventValues({
    ...about,
    kind: 'attempt',
    from_state: null,
    to_state: 'created',
    facts: { amount: attempt.amount_minor },
  })
  const moved = eventValues({
    ...about,
    kind: 'order',
    from_state: 'draft',
    to_state: 'awaiting_payment',
  })
  const uses = await db
    .with('keyed', (query) =>
      query.insertInto('idempotency_keys').values({
        scope: keyed.scope,
        key: sha256Hex(keyed.key),
        fingerprint: keyed.fingerprint,
        answer: JSON.stringify({ attempt_id: attempt.id }),
        created_at: at,
      }),
    )
    .with('attempted', (query) =>
      query
        .insertInto('payment_attempts')
        .values({ ...attempt, state: 'created', created_at: at, ...columnsOfMove('created', at) }),
    )
    .with('texts', (query) =>
      query
        .insertInto('agreed_texts')
        .values(agreed.texts)
        .onConflict((conflict) => conflict.column('sha256').doNothing()),
    )
    .with('agreed', (query) => query.insertInto('consents').values(agreed.consents))
    .with('moved', (query) =>
      query
        .updateTable('orders')
        .set({ state: 'awaiting_payment', expires_at: secondsAfter(at, ORDER_SECONDS) })
        .where('id', '=', order.id)
        .where('state', '=', 'draft'),
    )
    .with('logged', (query) =>
      query
        .insertInto('order_events')
        .values(order.state === 'draft' ? [created, moved] : [created]),
    )
    .with('turns', () => sql<RateLimitUse>`(${consumeRateLimitsSql(limits, at)})`)
    .selectFrom('turns')
    .select(['key', 'used', 'ends_at'])
    .execute()
  const wait = secondsToWait(limits, uses, at)
  if (wait !== null) refuseUntil(wait)
}

const HOUR = 3_600

/** Limits card testing per network address and per card (D10, PAY-21). */
export const limitsOf = ({ ip, payTries }: Ctx, card: string | null): Limit[] => [
  { key: `pay ip ${ip}`, most: payTries.perAddress, seconds: HOUR },
  ...(card === null ? [] : [{ key: `pay card ${card}`, most: payTries.perCard, seconds: HOUR }]),
]

/**
 * What a payment must know before its order is locked: the order for sale, how its idempotency key
 * was used, whether an attempt is alive, and how many of the store's attempts failed lately.
 */
const findPayment = (ctx: Ctx, number: string, storeId: string, { scope, key }: RequestKey) =>
  selectOrderForSale(ctx.db, number, storeId)
    .select((on) => [
      jsonObjectFrom(
        on
          .selectFrom('idempotency_keys')
          .select(['fingerprint', 'answer'])
          .where('scope', '=', scope)
          .where('key', '=', sha256Hex(key)),
      ).as('used'),
      on
        .exists(
          on
            .selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('order_id', '=', 'orders.id')
            .where('payment_attempts.state', 'in', literals(LIVE_ATTEMPTS)),
        )
        .as('has_live'),
      sql<number>`(select count(*) from payment_attempts join orders of_store on of_store.id = order_id
        where of_store.store_id = ${storeId} and payment_attempts.state in ('declined', 'voided')
          and payment_attempts.created_at > ${secondsAfter(ctx.clock.now(), -HOUR)})`.as('failed'),
    ])
    .executeTakeFirst()

function refuseUntil(seconds: number): never {
  throw refuse('checkout.too_many_attempts', {
    params: { minutes: Math.ceil(seconds / 60) },
    retryAfter: seconds,
  })
}
