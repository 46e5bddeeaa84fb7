import { implement, storeOf } from '../../ctx.ts'
import { deleteSavedCard as deleteContract, listSavedCards as listContract } from '../card-contract.ts'
import { refuse } from '../errors.ts'
import { isExpired } from '../rules.ts'
import { findSavedCard, findSavedCards, markCardDeleted } from './saved-card-data.ts'

export const listSavedCards = implement(listContract, async ctx => {
  const rows = await findSavedCards(ctx.db, storeOf(ctx).storeId)
  const keeps = ctx.gateway.capabilities.savedCards
  return {
    data: rows.map(row => {
      const expired = isExpired(row, ctx.clock.now())
      return {
        id: row.id, brand: row.brand, last_four: row.last_four, expiry_month: row.expiry_month, expiry_year: row.expiry_year, expired,
        store_name: row.store_name, may_pay: keeps && !expired && row.gateway === ctx.gateway.name, created_at: row.created_at.toISOString(),
      }
    }),
    meta: { keeps_cards: keeps },
  }
})

/**
 * The gateway forgets the card first: a row that is gone here while the card is kept there could never be deleted again. No transaction is
 * open meanwhile; whoever asks twice at once makes the gateway forget it twice, which is the same.
 */
export const deleteSavedCard = implement(deleteContract, async (ctx, { params }) => {
  const card = await findSavedCard(ctx.db, storeOf(ctx).storeId, params.id)
  if (!card) throw refuse('checkout.card_not_found')
  if (card.deleted_at === null) {
    const isOurs = card.gateway === ctx.gateway.name
    const handle = { customerRef: card.customer_ref, cardRef: card.card_ref }
    const forgotten = isOurs && await ctx.gateway.deleteCard?.(handle)
    if (!forgotten) throw refuse('checkout.card_not_deleted', { retryAfter: 60 })
    await markCardDeleted(ctx.db, card.id, ctx.clock.now())
  }
  return { success: true as const }
})
