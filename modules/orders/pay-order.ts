import { storeOf, type StoreActor } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { canonicalJson } from '#lib/canonical-json.ts'
import { newId, sha256Hex } from '#lib/ids.ts'
import { toMajor, toMinor } from '#lib/money.ts'
import { isRefusal } from '#lib/refusal.ts'
import { unseal } from '#lib/sealed.ts'
import { inTransaction, type Ctx } from '#kernel/context.ts'
import { saleItemOf, type ListedItem } from '#modules/catalog/public.ts'
import { siteOrigin } from '#kernel/site-origin.ts'
import { ADDRESS_PURPOSE, type AddressRow } from './addresses/address-data.ts'
import { completeFreeOrder } from './complete-free-order.ts'
import { leaveChallenge, withChallengeAddress } from './challenge-page.ts'
import { consentRows, requireConsents, requireImmediateDelivery } from './consents.ts'
import { payOrder as contract, type PayBody } from './contract.ts'
import { findAttempt, lockOrder, type AttemptRow, type OrderRow } from './data.ts'
import { refuse } from './errors.ts'
import type { OrderSnapshot } from './gateways/gateway.ts'
import { surchargeFor } from './cards/installments.ts'
import { keepCoupon } from './coupons/order-coupon.ts'
import { takePayTurns } from './cards/pay-limits.ts'
import { chooseMeans, fingerprintOf, type ChosenMeans } from './cards/payment-means.ts'
import {
  findKey,
  findOrderForSale,
  insertAttempt,
  type Keyed,
  type UsedKey,
} from './payment-data.ts'
import { asSold, lineName, priceNow, requireListed } from './product-orders.ts'
import { requireSeller } from './require-seller.ts'
import { recordStep } from './settle-payment.ts'
import { orderCan } from './transitions.ts'

export const payOrder = defineOperation({
  ...contract,
  run: async (ctx, { params, body, headers }) => {
    const store = storeOf(ctx)
    if (body.total === 0)
      return completeFreeOrder(ctx, store, {
        orderNumber: params.order_number,
        consents: body.consents,
      })
    const orderNumber = params.order_number
    // What makes a repeat of a request the same.
    const keyed: Keyed = {
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
    const seen = await findOrderForSale(ctx.db, orderNumber, store.storeId, keyed)
    if (seen?.used) return replay(ctx, seen.used, keyed, orderNumber)

    const chosen = await chooseMeans(ctx, store, body)
    if (!seen) throw refuse('checkout.order_not_found')
    const item = saleItemOf(seen.item, ctx.locale)
    const snapshot = await begin(ctx, store, { seen, item, keyed, body, chosen }).catch(
      async (error: unknown) => {
        // The same key, sent twice at once: whoever came second is told how the first one stands.
        const used = isRefusal(error) || isTaken(error) ? await findKey(ctx.db, keyed) : undefined
        if (used) return used
        throw error
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
    const state = await recordStep(ctx, snapshot.attemptId, step)
    if (step.kind === 'unreachable') throw refuse('checkout.bank_unreachable', { retryAfter: 30 })
    const told = {
      state,
      challenge_url: step.kind === 'challenge' ? step.url : null,
      decline_reason: step.kind === 'declined' ? step.reason : null,
    }
    return outcomeOf(ctx, told, orderNumber)
  },
})

const isTaken = (error: unknown): boolean => (error as { code?: unknown }).code === '23505'

interface Begin {
  seen: NonNullable<Awaited<ReturnType<typeof findOrderForSale>>>
  item: ListedItem
  keyed: Keyed
  body: PayBody
  chosen: ChosenMeans
}

/**
 * Everything that may refuse, then the attempt's row, committed before the gateway is asked for
 * money (I3). What paying in parts costs is asked before the transaction and holds for the price it
 * was asked for only. The sweep looks after the attempt from then on, whatever becomes of this
 * process.
 */
async function begin(
  ctx: Ctx,
  store: StoreActor,
  { seen, item, keyed, body, chosen }: Begin,
): Promise<OrderSnapshot> {
  const now = ctx.clock.now()
  requireSeller(ctx)
  requireListed(seen, item)
  const bought = asSold(seen, item)
  requireConsents(bought, body.consents)
  await keepCoupon(ctx, seen)
  const surchargeMinor = await surchargeFor(ctx, seen, chosen.quoted, body.installments)
  return inTransaction(ctx, async (trx) => {
    const order = await lockOrder(trx, { id: seen.id })
    if (!order) throw refuse('checkout.order_not_found')
    if (!orderCan.pay(order, now)) throw refuse('checkout.order_not_payable')
    const amountMinor = order.total_minor + surchargeMinor
    const agreed = toMinor(body.total) === amountMinor && order.total_minor === seen.total_minor
    if (!agreed || priceNow(order, item) !== order.list_price_minor) {
      throw refuse('checkout.total_changed', {
        params: { total: toMajor(amountMinor), currency: order.currency },
      })
    }
    const address = addressOf(ctx, order)
    requireImmediateDelivery(address, body.consents)
    const attemptId = newId('att')
    const { limitKeys, left } = await takePayTurns(trx, ctx, {
      orderId: order.id,
      storeId: store.storeId,
      card: chosen.limitedAs,
    })
    if (left !== null) await leaveChallenge(ctx, trx, left, now)
    await insertAttempt(
      trx,
      {
        keyed,
        order,
        agreed: consentRows(ctx, store, {
          orderId: order.id,
          order,
          item: bought,
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
          limit_keys: limitKeys,
        },
      },
      now,
    )
    return snapshotOf(
      ctx,
      order,
      { attemptId, amountMinor, surchargeMinor },
      lineName(order, item, ctx.locale),
      address,
    )
  })
}

function addressOf(ctx: Ctx, order: OrderRow): AddressRow {
  if (order.address_sealed === null)
    throw refuse('checkout.address_required', {
      fields: { address_id: { code: 'checkout.address_required' } },
    })
  return JSON.parse(unseal(ctx.sealing, ADDRESS_PURPOSE, order.address_sealed)) as AddressRow
}

function snapshotOf(
  ctx: Ctx,
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
    buyer: {
      name: address.company ?? `${address.firstname ?? ''} ${address.lastname ?? ''}`.trim(),
      email: address.email,
      phone: address.phone,
      city: address.city,
      country: address.country,
      address: address.address,
      zipCode: address.zip_code ?? '',
      ...(address.identity_number_sealed && {
        identityNumber: unseal(ctx.sealing, ADDRESS_PURPOSE, address.identity_number_sealed),
      }),
    },
  }
}

/** The same key again: how that attempt stands now. Nothing is sent to the gateway. */
async function replay(ctx: Ctx, used: UsedKey, { fingerprint }: Keyed, orderNumber: string) {
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
