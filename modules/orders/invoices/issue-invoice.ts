import { newId } from '#lib/ids.ts'
import { scaleHalfUp, type Currency } from '#lib/money.ts'
import { onOneLine } from '#lib/one-line.ts'
import { seal, unseal } from '#lib/sealed.ts'
import type { Services } from '#kernel/context.ts'
import { siteOrigin } from '#kernel/site-origin.ts'
import { ADDRESS_PURPOSE } from '../addresses/address-data.ts'
import { buyerOf, type Buyer, type OrderFacts } from '../buyer.ts'
import type { OrderRow } from '../data.ts'
import {
  findCreditNote,
  findInvoicing,
  insertInvoice,
  INVOICE_PURPOSE,
  listWithoutDocument,
  type IssuedDocument,
} from './invoice-data.ts'
import type { InvoiceContent } from './provider.ts'
import { findRefund, type RefundRow } from '../refunds/refund-data.ts'
import { supportEndsAt } from '../rules.ts'

export type InvoiceNeeds = Pick<
  Services,
  'db' | 'clock' | 'log' | 'sealing' | 'operator' | 'branding' | 'origins' | 'sites' | 'invoices'
>

/** After this long without a document the housekeeping asks for it again. */
const LATE_SECONDS = 300

/**
 * An invoice is issued when its mail is sent; those whose mail never was, called by the
 * housekeeping.
 */
export async function issueLateDocuments(services: InvoiceNeeds): Promise<void> {
  for (const id of await listWithoutDocument(
    services.db,
    new Date(services.clock.now().getTime() - LATE_SECONDS * 1000),
  )) {
    await (
      id.startsWith('rfd_') ? issueCreditNote(services, id) : issueInvoice(services, id)
    ).catch((error: unknown) => services.log.error({ error, id }, 'a document could not be issued'))
  }
}

/** What a document says, as it was issued. */
export const contentOf = (
  services: Pick<Services, 'sealing'>,
  row: Pick<IssuedDocument, 'content_sealed'>,
): InvoiceContent =>
  JSON.parse(unseal(services.sealing, INVOICE_PURPOSE, row.content_sealed)) as InvoiceContent

/** Null for an order that nothing was paid for, or that has no address to invoice to. */
export async function issueInvoice(
  services: InvoiceNeeds,
  orderId: string,
): Promise<IssuedDocument | null> {
  const found = await findInvoicing(services.db, orderId)
  if (!found || found.invoice) return found?.invoice ?? null
  const { order } = found
  if (!['paid', 'partially_refunded', 'refunded'].includes(order.state) || order.total_minor === 0)
    return null
  const buyer = buyerOf(services, order)
  if (!buyer) return null
  const written = await write(services, {
    key: `invoice-${order.id}`,
    order,
    refundId: null,
    content: invoiceOf(services, order, buyer),
  })
  return written ?? (await findInvoicing(services.db, orderId))?.invoice ?? null
}

/** Null for money that went back to somebody whose order never wanted it: nothing was invoiced. */
export async function issueCreditNote(
  services: InvoiceNeeds,
  refundId: string,
): Promise<IssuedDocument | null> {
  const known = await findCreditNote(services.db, refundId)
  if (known) return known
  const refund = await findRefund(services.db, refundId)
  if (refund?.state !== 'succeeded' || refund.reason === 'money_back') return null
  const invoice = await issueInvoice(services, refund.order_id)
  const order = await services.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', refund.order_id)
    .executeTakeFirst()
  if (!invoice || !order) return null
  const { totalMinor, taxMinor } = await shareOf(services, order, refund)
  if (totalMinor === 0) return null
  const netMinor = totalMinor - taxMinor
  const { supportEndsAt: _over, surcharge: _theirs, ...base } = contentOf(services, invoice)
  const content: InvoiceContent = {
    ...base,
    kind: 'credit_note',
    of: invoice.number,
    subtotalMinor: netMinor,
    discountMinor: 0,
    couponCode: null,
    netMinor,
    taxMinor,
    totalMinor,
    payment: { ...base.payment, at: (refund.ended_at ?? services.clock.now()).toISOString() },
  }
  return (
    (await write(services, { key: `credit-${refund.id}`, order, refundId, content })) ??
    (await findCreditNote(services.db, refundId)) ??
    null
  )
}

/**
 * How much of a refund was the order's, and of that the tax: rounded for each, and the last one
 * takes what is left, so that all of them are the whole.
 */
async function shareOf(
  { db }: Pick<Services, 'db'>,
  order: OrderRow,
  refund: RefundRow,
): Promise<{ totalMinor: number; taxMinor: number }> {
  const all = await db
    .selectFrom('refunds')
    .select(['id', 'amount_minor'])
    .where('attempt_id', '=', refund.attempt_id)
    .where('state', '=', 'succeeded')
    .orderBy('ended_at')
    .orderBy('turn')
    .execute()
  const before = all
    .slice(
      0,
      all.findIndex((one) => one.id === refund.id),
    )
    .reduce((sum, one) => sum + one.amount_minor, 0)
  const totalMinor = Math.max(0, Math.min(refund.amount_minor, order.total_minor - before))
  const taxOf = (amount: number) => scaleHalfUp(amount, order.tax_minor, order.total_minor)
  // The tax of all that has gone back up to here, less that of what had gone back before: whatever
  // the parts, they add up.
  return {
    totalMinor,
    taxMinor: taxOf(before + totalMinor) - taxOf(Math.min(before, order.total_minor)),
  }
}

async function write(
  { db, sealing, invoices }: InvoiceNeeds,
  {
    key,
    order,
    refundId,
    content,
  }: { key: string; order: OrderRow; refundId: string | null; content: InvoiceContent },
) {
  const { number, issuedAt } = await invoices.issue(key, content)
  return insertInvoice(db, {
    id: newId('inv'),
    kind: content.kind,
    provider: invoices.name,
    number,
    order_id: order.id,
    refund_id: refundId,
    currency: order.currency,
    net_minor: content.netMinor,
    tax_minor: content.taxMinor,
    total_minor: content.totalMinor,
    content_sealed: seal(sealing, INVOICE_PURPOSE, JSON.stringify(content)),
    issued_at: issuedAt,
  })
}

function invoiceOf(
  { sealing, operator, branding, ...services }: InvoiceNeeds,
  order: OrderFacts,
  { address, name, locale, item, market }: Buyer,
): InvoiceContent {
  const paidAt = order.paid_at ?? order.created_at
  const country =
    new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(address.country) ??
    address.country
  const supportEnd = order.product_id === null ? supportEndsAt(market, paidAt) : null
  return {
    kind: 'invoice',
    orderNumber: order.number,
    market: branding[market].name,
    seller: {
      name: operator.name,
      address: [operator.address],
      mail: operator.mail,
      web: siteOrigin(services, market, order.platform_id),
      ...(operator.taxOffice && { taxOffice: operator.taxOffice }),
      ...(operator.taxNumber && { taxNumber: operator.taxNumber }),
    },
    buyer: {
      name,
      mail: address.email,
      phone: address.phone,
      address: [
        onOneLine(address.address, 400),
        [address.zip_code, [address.district, address.city].filter(Boolean).join(' / ')]
          .filter(Boolean)
          .join(' '),
        country,
      ],
      ...(address.invoice_type === 'institutional' &&
        address.tax_office && { taxOffice: address.tax_office }),
      ...(address.invoice_type === 'institutional' &&
        address.tax_number && { taxNumber: address.tax_number }),
      ...(address.identity_number_sealed !== null && {
        identityNumber: unseal(sealing, ADDRESS_PURPOSE, address.identity_number_sealed),
      }),
    },
    line: { description: item, quantity: 1 },
    currency: order.currency as Currency,
    subtotalMinor: order.subtotal_minor,
    discountMinor: order.discount_minor,
    couponCode: order.coupon_code,
    netMinor: order.subtotal_minor - order.discount_minor,
    taxRateBp: order.tax_rate_bp,
    taxMinor: order.tax_minor,
    totalMinor: order.total_minor,
    ...(order.surcharge_minor > 0 && {
      surcharge: { count: order.card_parts ?? 1, minor: order.surcharge_minor },
    }),
    payment: { brand: order.card_brand, lastFour: order.card_last_four, at: paidAt.toISOString() },
    ...(supportEnd && { supportEndsAt: supportEnd.toISOString() }),
  }
}
