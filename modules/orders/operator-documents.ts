import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from './errors.ts'
import { fileOf, findInvoiceByNumber } from './invoices/issue-invoice.ts'
import { getOrderDocument as contract } from './operator-contract.ts'

/** As it was issued, with the whole identity number where it has one. */
export const getOrderDocument = defineOperation({
  ...contract,
  run: async (ctx, { params }) => {
    const order = await ctx.db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', params.order)
      .executeTakeFirst()
    const row = order && (await findInvoiceByNumber(ctx.db, order.id, params.document))
    if (!row) throw refuse('not_found')
    const file = await fileOf(ctx, row, ctx.locale, { whole: true })
    return { ...file, content: new Uint8Array(file.content) }
  },
})
