import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { wholeList } from '#lib/wire.ts'
import {
  deleteSavedCard as deleteContract,
  listSavedCards as listContract,
} from '../card-contract.ts'
import { refuse } from '../errors.ts'
import { gatewayOf } from '../gateways/former-gateways.ts'
import { isExpired } from '../rules.ts'
import { findSavedCard, findSavedCards, markCardDeleted } from './saved-card-data.ts'

export const listSavedCards = defineOperation({
  ...listContract,
  run: async (ctx) => {
    const rows = await findSavedCards(ctx.db, storeOf(ctx).storeId)
    const keeps = ctx.gateway.capabilities.savedCards
    const { data, meta } = wholeList(
      rows.map((row) => {
        const expired = isExpired(row, ctx.clock.now())
        return {
          id: row.id,
          brand: row.brand,
          last_four: row.last_four,
          expiry_month: row.expiry_month,
          expiry_year: row.expiry_year,
          expired,
          store_name: row.store_name,
          may_pay: keeps && !expired && row.gateway === ctx.gateway.name,
          created_at: row.created_at.toISOString(),
        }
      }),
    )
    return { data, meta: { ...meta, keeps_cards: keeps } }
  },
})

/**
 * The gateway forgets the card first: a row that is gone here while the card is kept there could
 * never be deleted again. No transaction is open meanwhile; whoever asks twice at once makes the
 * gateway forget it twice, which is the same. A gateway that was changed for another one and has no
 * keys any more cannot be asked: the card goes here, the answer says so, and the job goes on as
 * soon as there are keys.
 */
export const deleteSavedCard = defineOperation({
  ...deleteContract,
  run: async (ctx, { params }) => {
    const card = await findSavedCard(ctx.db, storeOf(ctx).storeId, params.id)
    if (!card) throw refuse('checkout.card_not_found')
    if (card.deleted_at !== null)
      return { success: true as const, forgotten: card.forget_at === null }
    const gateway = gatewayOf(ctx, card.gateway)
    const now = ctx.clock.now()
    if (
      gateway &&
      !(await gateway.deleteCard?.({ customerRef: card.customer_ref, cardRef: card.card_ref }))
    )
      throw refuse('checkout.card_not_deleted', { retryAfter: 60 })
    await markCardDeleted(ctx.db, card.id, now, gateway ? null : now)
    return { success: true as const, forgotten: gateway !== null }
  },
})
