import type { Db } from '#db/client.ts'
import { formatDay } from '#lib/dates.ts'
import { formatAmount, type Currency } from '#lib/money.ts'
import type { Services } from '../ctx.ts'
import { findItem } from '../catalog/public.ts'
import { queueMail } from '../notifications/public.ts'
import { findBuyer, onOneLine } from './buyer.ts'
import { lineName } from './product-orders.ts'
import { receiptWords } from './receipt-words.ts'
import { findRefund } from './refund-data.ts'

/** Tells the buyer, in the transaction that knows it, that money has gone back and what becomes of the item (D10). */
export async function mailRefund(services: Pick<Services, 'jobs' | 'sealing' | 'clock' | 'operator' | 'origins'>, trx: Db, refundId: string): Promise<void> {
  const refund = await findRefund(trx, refundId)
  const order = refund && await trx.selectFrom('orders').selectAll().where('id', '=', refund.order_id).executeTakeFirst()
  const buyer = order && await findBuyer(services, trx, order)
  if (!buyer) return
  const item = await findItem({ db: trx }, { id: order.item_id }, buyer.locale)
  const t = receiptWords(buyer.locale)
  const facts = { amount: formatAmount(refund.amount_minor, refund.currency as Currency), number: order.number, item: item ? lineName(order, item, buyer.locale) : order.number }
  const unwanted = refund.reason === 'money_back'
  const leaves = !unwanted && order.state === 'refunded' && order.use_ends_at !== null ? order.use_ends_at : null
  await queueMail(services, trx, {
    key: `refund ${refund.id}`, to: buyer.address.email, locale: buyer.locale,
    subject: onOneLine(t(unwanted ? 'receipt.mail.unwanted_subject' : 'receipt.mail.refund_subject', facts)),
    paragraphs: [
      t(unwanted ? 'receipt.mail.unwanted' : 'receipt.mail.refund', facts),
      ...(leaves ? [t('receipt.mail.leaves', { ...facts, day: formatDay(leaves, buyer.locale) })] : []),
      ...(!unwanted && !leaves && order.product_id === null ? [t('receipt.mail.stays', facts)] : []),
      t('receipt.mail.statement'),
    ],
    ...(item && { action: { label: t('receipt.mail.orders'), url: `${services.origins[item.market]}/account/orders?hl=${buyer.locale.toUpperCase()}` } }),
    footnote: t('receipt.mail.why', { number: order.number, mail: services.operator.mail }),
  })
}
