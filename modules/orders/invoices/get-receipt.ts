import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { getReceipt as contract } from '../contract.ts'
import { findOrder } from '../data.ts'
import { refuse } from '../errors.ts'
import { findInvoiceByNumber } from './invoice-data.ts'
import { issueInvoice } from './issue-invoice.ts'
import { fileOf } from './mail-attachment.ts'

/** An order's invoice, or another document of it by its number, in the reader's language. */
export const getReceipt = defineOperation({
  ...contract,
  run: async (ctx, { params, query }) => {
    const order = await findOrder(ctx.db, params.order_number, storeOf(ctx).storeId)
    if (!order) throw refuse('checkout.order_not_found')
    const row =
      query.document === undefined
        ? await issueInvoice(ctx, order.id)
        : await findInvoiceByNumber(ctx.db, order.id, query.document)
    if (!row) throw refuse('checkout.no_receipt')
    const file = await fileOf(ctx, row, ctx.locale, { whole: true })
    return { ...file, content: new Uint8Array(file.content) }
  },
})
