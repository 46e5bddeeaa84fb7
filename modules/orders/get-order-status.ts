import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { secondsAfter } from '#lib/clock.ts'
import { getOrderStatus as contract, type AttemptState } from './contract.ts'
import { findOrderStatus, type AttemptRow, type OrderRow } from './data.ts'
import { refuse } from './errors.ts'
import { presentOrder, shownItem } from './present.ts'
import { settleAttempt } from './settle-payment.ts'
import { isLive } from './transitions.ts'

/** How long an attempt may rest before a poll asks the gateway again. */
const ASK_AFTER_SECONDS = 3

type Outcome = 'open' | 'in_progress' | 'confirmed' | 'failed'

/**
 * S4.8: what the screens say. A declined attempt is "failed" while the order stays payable with
 * another card.
 */
export function outcomeOf(
  order: Pick<OrderRow, 'state'>,
  attempt: Pick<AttemptRow, 'state'> | undefined,
): Outcome {
  if (['paid', 'partially_refunded', 'refunded'].includes(order.state)) return 'confirmed'
  if (order.state === 'expired' || order.state === 'cancelled') return 'failed'
  if (attempt === undefined || attempt.state === 'voided') return 'open'
  return attempt.state === 'declined' ? 'failed' : 'in_progress'
}

const MESSAGE: Record<Outcome, string> = {
  open: 'checkout.status.open',
  in_progress: 'checkout.status.in_progress',
  confirmed: 'checkout.status.confirmed',
  failed: 'errors.checkout.order_not_completed',
}

const attemptOf = ({
  attempt_id: id,
  attempt_state: state,
  attempt_updated_at: updatedAt,
  decline_reason,
  card_last_four,
}: NonNullable<Awaited<ReturnType<typeof findOrderStatus>>>) =>
  id === null || state === null || updatedAt === null
    ? undefined
    : { id, state, updated_at: updatedAt, decline_reason, card_last_four }

export const getOrderStatus = defineOperation({
  ...contract,
  run: async (ctx, { params }) => {
    const { storeId } = storeOf(ctx)
    const seen = await findOrderStatus(ctx.db, params.order_number, storeId)
    if (!seen) throw refuse('checkout.order_not_found')
    let order = seen
    const first = attemptOf(seen)
    if (
      first &&
      isLive(first) &&
      secondsAfter(first.updated_at, ASK_AFTER_SECONDS) < ctx.clock.now()
    ) {
      await settleAttempt(ctx, first.id).catch((error: unknown) =>
        ctx.log.warn({ error, attempt: first.id }, 'poll could not settle'),
      )
      order = (await findOrderStatus(ctx.db, params.order_number, storeId)) ?? order
    }
    const attempt = attemptOf(order)
    const {
      capabilities: { cardFields, savedCards, installments },
      browser: { element },
    } = ctx.gateway
    const outcome = outcomeOf(order, attempt)
    const reason = attempt?.state === 'declined' ? attempt.decline_reason : null
    return {
      data: {
        ...presentOrder(order, shownItem(order, ctx.locale), ctx.locale),
        attempt: attempt
          ? { state: attempt.state as AttemptState, reason, card_last_four: attempt.card_last_four }
          : null,
        means: {
          card_fields: cardFields,
          saved_cards: savedCards,
          installments,
          element: element ? { script: element.script, public_key: element.publicKey } : null,
        },
        outcome,
        message: reason ? ctx.t(`errors.decline.${reason}`) : ctx.t(MESSAGE[outcome]),
      },
    }
  },
})
