import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Market } from '#lib/market.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import type { SealedColumn } from '#kernel/reseal.ts'
import { findCardToForget, markCardForgotten, takeCardsToForget } from './cards/saved-card-data.ts'
import { attemptReturned, takeChallengePage } from './challenge-page.ts'
import {
  deleteKeysBefore,
  findLiveAttempt,
  findOwnedOrder,
  listOverdueOrders,
  lockOrder,
  moveOrder,
  takeIdleAttempts,
} from './data.ts'
import { gatewayOf } from './gateways/former-gateways.ts'
import { insertNotice } from './payment-data.ts'
import { listIdleRefunds } from './refunds/refund-data.ts'
import { FORGET_AGAIN_SECONDS, KEY_SECONDS, REFUND_AGAIN_SECONDS, supportEndsAt } from './rules.ts'
import { settle, settleAttempt, type SettleNeeds, workOffAttempt } from './settle-payment.ts'

export { receiptWords } from './invoices/receipt-words.ts'
export { recordConsents } from './consents.ts'
export { isIdentityNumber, isTaxNumber } from './rules.ts'
export { findTaxRate } from './price-data.ts'
export { endCoupon, findOwnCoupon, insertCoupon, listCouponsOf } from './coupons/partner-coupons.ts'
export { writeCoupon, type NewCoupon } from './coupons/write-coupon.ts'
export { AGREEMENTS } from './legal-texts.ts'
export { cancelProductOrders, placeProductOrder, priceProduct } from './product-orders.ts'
export { compareBooks, compareBooksOf } from './books/compare-books.ts'
export { issueLateDocuments } from './invoices/issue-invoice.ts'
export { mailAttachment } from './invoices/mail-attachment.ts'
export { handleDifference } from './books/ledger-data.ts'
export { REFUND_REASONS } from './refunds/refund-data.ts'
export {
  finishRefund,
  refundOrder,
  requestRefund,
  type RefundAnswer,
  type RefundRequest,
} from './refunds/refund-order.ts'
export { settleAttempt, takeChallengePage, workOffAttempt }

/**
 * The order by which this store owns the item, if it does (I5: free items need none), and until
 * when it is helped with it for free (S1.7).
 */
export async function findOwnership({ db }: Pick<Services, 'db'>, storeId: string, itemId: string) {
  const order = await findOwnedOrder(db, storeId, itemId)
  return (
    order && {
      ...order,
      support_ends_at: order.paid_at ? supportEndsAt(order.market as Market, order.paid_at) : null,
    }
  )
}

/** What this store has paid for of an item itself, newest first. */
export const listPurchases = ({ db }: Pick<Services, 'db'>, storeId: string, itemId: string) =>
  db
    .selectFrom('orders')
    .innerJoin('plans', 'plans.id', 'orders.plan_id')
    .select([
      'orders.number',
      'orders.state',
      'orders.total_minor',
      'orders.refunded_minor',
      'orders.currency',
      'orders.paid_at',
      'plans.name',
      'plans.kind',
    ])
    .where('orders.store_id', '=', storeId)
    .where('orders.item_id', '=', itemId)
    .where('orders.state', 'in', ['paid', 'partially_refunded', 'refunded'])
    .orderBy('orders.paid_at', 'desc')
    .execute()

export interface ReturnResult {
  orderNumber: string
  succeeded: boolean
  framed: boolean
}

/**
 * The browser comes back from the bank without a session (a cross-site POST, or a GET): the fields
 * only tell which attempt to look at. Null when they are not authentic, or of a gateway that is not
 * ours.
 */
export async function takeReturn(
  services: SettleNeeds,
  gateway: string,
  form: Record<string, string>,
): Promise<ReturnResult | null> {
  const fact = gatewayOf(services, gateway)?.readReturn(form) ?? null
  if (!fact) return null
  const attempt = await attemptReturned(services, fact)
  if (!attempt) return null
  return {
    orderNumber: attempt.number,
    succeeded: (await settle(services, attempt)) === 'succeeded',
    framed: attempt.framed,
  }
}

/**
 * The gateway tells us something happened: kept once, worked off as a job. False when it is not
 * authentic.
 */
export async function takeNotice(
  services: Pick<Services, 'db' | 'gateway' | 'formerGateway' | 'clock' | 'jobs'>,
  gateway: string,
  rawBody: string,
  headers: Record<string, string>,
): Promise<boolean> {
  const fact = gatewayOf(services, gateway)?.readNotice(rawBody, headers) ?? null
  if (!fact) return false
  await inTransaction(services, async (trx) => {
    const fresh = await insertNotice(
      trx,
      { gateway, event_id: fact.eventId, attempt_id: fact.attemptId },
      services.clock.now(),
    )
    // One that is paid is at its end, and so is one that nobody knows.
    if (fresh && fresh.state !== null && fresh.state !== 'succeeded')
      await services.jobs.enqueue(trx, 'settle-attempt', { id: fact.attemptId })
  })
  return true
}

/** Attempts whose end nobody has told us, each for one look; the worker asks the gateway. */
export const findIdleAttempts = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (await takeIdleAttempts(db, clock.now())).map((row) => row.id)

/** Refunds whose end is not known yet; the worker asks the gateway again. */
export const findIdleRefunds = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (await listIdleRefunds(db, new Date(clock.now().getTime() - REFUND_AGAIN_SECONDS * 1000))).map(
    (row) => row.id,
  )

/**
 * Open orders end when their time is over, idempotency keys a day after their use; called by the
 * hourly housekeeping.
 */
export async function tidyOrders(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = services.clock.now()
  for (const { id } of await listOverdueOrders(services.db, now)) {
    await inTransaction(services, async (trx) => {
      await lockOrder(trx, { id })
      if (!(await findLiveAttempt(trx, id))) await moveOrder(trx, id, 'expired', now)
    })
  }
  await deleteKeysBefore(services.db, new Date(now.getTime() - KEY_SECONDS * 1000))
}
export { storeDataOfOrders } from './store-data.ts'
export {
  findConsentLocale,
  hasAgreed,
  hasApprovedPermissions,
  listAgreedItems,
  listApprovals,
} from './consent-data.ts'

/**
 * The job `forget-card`: a card that is deleted here goes at its gateway too; one that gives no
 * answer, or has no keys now, is asked again later.
 */
export async function forgetCard(
  services: Pick<Services, 'db' | 'gateway' | 'formerGateway'>,
  id: string,
): Promise<void> {
  const card = await findCardToForget(services.db, id)
  const gateway = card && gatewayOf(services, card.gateway)
  if (
    card &&
    gateway &&
    (await gateway.deleteCard?.({ customerRef: card.customer_ref, cardRef: card.card_ref }))
  )
    await markCardForgotten(services.db, id)
}

/** Cards that a gateway is still to forget, for the sweep. */
export const findCardsToForget = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> => {
  const now = clock.now()
  return (await takeCardsToForget(db, now, secondsAfter(now, FORGET_AGAIN_SECONDS))).map(
    (row) => row.id,
  )
}

/** An item that a store got its whole price back for, and that it had a week to leave. */
export interface EndedUse {
  orderId: string
  storeId: string
  itemId: string
}

/** Whose notice is over now (D10). A store that has bought the item anew keeps it. */
export const findEndedUses = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<EndedUse[]> =>
  db
    .selectFrom('orders')
    .select(['id as orderId', 'store_id as storeId', 'item_id as itemId'])
    .where('state', '=', 'refunded')
    .where('use_ends_at', '<=', clock.now())
    .where('use_ended_at', 'is', null)
    .where((on) =>
      on.not(
        on.exists(
          on
            .selectFrom('entitlements as owned')
            .select('owned.order_id')
            .whereRef('owned.store_id', '=', 'orders.store_id')
            .whereRef('owned.item_id', '=', 'orders.item_id')
            .where('owned.valid_until', 'is', null),
        ),
      ),
    )
    .orderBy('use_ends_at')
    .limit(200)
    .execute()

/** The item is off the store. */
export const markUseEnded = (db: Db, orderId: string, at: Date) =>
  db.updateTable('orders').set({ use_ended_at: at }).where('id', '=', orderId).execute()

export const SEALED_COLUMNS_OF_ORDERS: readonly SealedColumn[] = [
  { table: 'addresses', column: 'identity_number_sealed', purpose: 'address' },
  { table: 'invoices', column: 'content_sealed', purpose: 'invoice' },
  {
    table: 'orders',
    column: 'address_sealed',
    purpose: 'address',
    inner: ['identity_number_sealed'],
  },
  { table: 'payment_attempts', column: 'challenge_sealed', purpose: 'payment-challenge' },
  { table: 'payment_attempts', column: 'return_sealed', purpose: 'payment-return' },
]
