import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { wholeList } from '#lib/wire.ts'
import { inTransaction } from '#kernel/context.ts'
import { listDrafts as listContract, removeDraft as removeContract } from './contract.ts'
import { lockOrder, moveOrder, selectShownOrders } from './data.ts'
import { refuse } from './errors.ts'
import { presentOrder, shownItem } from './present.ts'

const MOST = 100

/**
 * D30: what a store began to buy. A draft holds a number for its checkout's address and is no order
 * yet.
 */
export const listDrafts = defineOperation({
  ...listContract,
  run: async (ctx) => {
    const rows = await selectShownOrders(ctx.db)
      .where('orders.store_id', '=', storeOf(ctx).storeId)
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

/** Ends a draft; an order for which Pay was pressed is left as it is. */
export const removeDraft = defineOperation({
  ...removeContract,
  run: async (ctx, { params }) => {
    await inTransaction(ctx, async (trx) => {
      const order = await lockOrder(trx, {
        number: params.order_number,
        storeId: storeOf(ctx).storeId,
      })
      if (!order) throw refuse('checkout.order_not_found')
      if (order.state === 'cancelled') return
      if (order.state !== 'draft') throw refuse('checkout.order_not_payable')
      await moveOrder(trx, order.id, 'cancelled', ctx.clock.now())
    })
    return { success: true as const }
  },
})
