import type { Db } from '#db/client.ts'
import { isBeyond } from '#db/list-order.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import { PAGE_ROWS, type PageKey, pageOf, parsePageKey } from '#lib/page-key.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  type DocumentRow,
  listNewestDocuments,
  listDocumentsOfOrders,
} from '#modules/orders/public.ts'
import { listDocuments as contract } from './refund-contract.ts'

/** Of a partner: what its entries of sales and refunds were invoiced and credited by. */
export const listDocuments = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const asked = { after: parsePageKey(query.after), most: PAGE_ROWS + 1 }
    const { partner } = query
    if (partner === undefined) {
      const found = await listNewestDocuments(ctx.db, { ...asked, storeId: query.store ?? null })
      const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.issued_at, id: row.id }))
      return { documents: rows.map(present), next }
    }
    const found = await listEntriesWithDocuments(ctx.db, partner, asked)
    const { rows, next } = pageOf(found, PAGE_ROWS, ({ at, id }) => ({ at, id }))
    const documents = await listDocumentsOfOrders(ctx.db, [
      ...new Set(rows.map((one) => one.order_id ?? '')),
    ])
    const wanted = new Set(rows.map((one) => one.refund_id ?? one.order_id))
    return {
      documents: documents.filter((one) => wanted.has(one.refund_id ?? one.order_id)).map(present),
      next,
    }
  },
})

const listEntriesWithDocuments = (
  db: Db,
  partnerId: string,
  { after, most }: { after: PageKey | null; most: number },
) =>
  db
    .selectFrom('earnings_entries')
    .select(['id', 'at', 'order_id', 'refund_id'])
    .where('partner_id', '=', partnerId)
    .where('kind', 'in', ['sale', 'refund'])
    .where(isBeyond(['earnings_entries.at', 'earnings_entries.id'], after, 'newest'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

const present = (row: DocumentRow) => ({
  id: row.id,
  number: row.number,
  kind: row.kind as 'invoice' | 'credit_note',
  order: row.order_number,
  store: { id: row.store_id, domain: row.domain },
  total: toMajor(row.total_minor, row.currency),
  currency: row.currency as Currency,
  at: row.issued_at.toISOString(),
})
