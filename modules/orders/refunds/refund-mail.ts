import type { Db } from '#db/client.ts'
import { formatDay } from '#lib/dates.ts'
import { formatAmount, type Currency } from '#lib/money.ts'
import { buyerOf, findOrderFacts } from '../buyer.ts'
import { ordersLink, queueOrderMail, type CompleteNeeds } from '../complete-order.ts'
import { receiptWords } from '../invoices/receipt-words.ts'
import { findRefund } from './refund-data.ts'

/**
 * Tells the buyer, in the transaction that knows it, that money has gone back and what becomes of
 * the item (D10); with the credit note.
 */
export async function mailRefund(
  services: CompleteNeeds,
  trx: Db,
  refundId: string,
): Promise<void> {
  const refund = await findRefund(trx, refundId)
  const order = refund && (await findOrderFacts(trx, refund.order_id))
  const buyer = order ? buyerOf(services, order) : null
  if (!refund || !order || !buyer) return
  const t = receiptWords(buyer.locale)
  const facts = {
    amount: formatAmount(refund.amount_minor, refund.currency as Currency),
    number: order.number,
    item: buyer.item,
  }
  const unwanted = refund.reason === 'money_back'
  const leaves = !unwanted && order.state === 'refunded' ? order.use_ends_at : null
  await queueOrderMail(services, trx, {
    key: `refund ${refund.id}`,
    to: buyer.address.email,
    locale: buyer.locale,
    subject: t(unwanted ? 'receipt.mail.unwanted_subject' : 'receipt.mail.refund_subject', facts),
    paragraphs: [
      t(unwanted ? 'receipt.mail.unwanted' : 'receipt.mail.refund', facts),
      ...(leaves
        ? [t('receipt.mail.leaves', { ...facts, day: formatDay(leaves, buyer.locale) })]
        : []),
      ...(!unwanted && !leaves && order.product_id === null
        ? [t('receipt.mail.stays', facts)]
        : []),
      t('receipt.mail.statement'),
    ],
    ...ordersLink(services, order, buyer),
    ...(!unwanted && { attachments: [`credit:${refund.id}`] }),
  })
}
