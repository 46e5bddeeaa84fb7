import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from './errors.ts'
import { fileOf, findInvoiceByNumber } from './invoices/issue-invoice.ts'
import { fetchOrderDocument as contract } from './operator-contract.ts'

/**
 * As it was issued, with the whole identity number where it has one: so it is a write, which the
 * audit log records.
 */
export const fetchOrderDocument = defineOperation({
  ...contract,
  audit: { kind: 'document', id: ({ params }) => params.document },
  // A PDF takes longer to make than a transaction should.
  prepare: async (ctx, { params }) => {
    const order = await ctx.db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', params.order)
      .executeTakeFirst()
    const row = order && (await findInvoiceByNumber(ctx.db, order.id, params.document))
    if (!row) throw refuse('not_found')
    return fileOf(ctx, row, ctx.locale, { whole: true })
  },
  run: (_ctx, _input, file) => Promise.resolve({ ...file, content: new Uint8Array(file.content) }),
})
