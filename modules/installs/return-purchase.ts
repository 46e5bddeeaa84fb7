import { toMinor } from '#lib/money.ts'
import { inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { lockReturnable, markReturned, requestRefundIn } from '#modules/orders/public.ts'
import { byOwner, requireSameStore } from './conditions.ts'
import { returnPurchase as contract } from './contract.ts'
import { lockLiveInstallation, saveUninstallReason } from './data.ts'
import { refuse } from './errors.ts'
import { beginUninstall } from './start-uninstall.ts'

/**
 * The owner returns a one-time purchase: the whole amount is refunded and the item leaves the
 * store, in one transaction. While another run of the item is open it is refused, so that money
 * never goes back for an item that stays.
 */
export const returnPurchase = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
    const now = ctx.clock.now()
    await inTransaction(ctx, async (trx) => {
      const order = await lockReturnable(ctx, trx, {
        number: params.order_number,
        storeId: store.storeId,
        place: body.line,
      })
      if (!order) throw refuse('installs.not_returnable')
      if (toMinor(body.amount, order.currency) !== order.chargedMinor)
        throw refuse('installs.return_changed')
      const there = await lockLiveInstallation(trx, store.storeId, order.itemId)
      if (there) {
        if (!(await beginUninstall(ctx, trx, there, false, byOwner(store))))
          throw refuse('installs.busy')
        if (body.reason) await saveUninstallReason(trx, there.id, body.reason)
      }
      const refund = await requestRefundIn(
        { ...ctx, db: trx },
        {
          orderNumber: params.order_number,
          amountMinor: order.chargedMinor,
          place: body.line,
          reason: 'buyer_request',
          askedBy: `store:${store.storeId}`,
          key: `return-${order.id}-${body.line}`,
        },
        0,
      )
      if (refund.kind === 'refused') throw refuse('installs.not_returnable')
      await markReturned(trx, { orderId: order.id, place: body.line }, now)
    })
    return { success: true as const }
  },
})
