import { ZodError } from 'zod'
import type { Db } from '#db/client.ts'
import { formatDay } from '#lib/dates.ts'
import type { Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { formatAmount, type Currency } from '#lib/money.ts'
import { onOneLine } from '#lib/one-line.ts'
import type { Services } from '#kernel/context.ts'
import { helpAddress, queueMail, type Mail } from '#modules/mail/public.ts'
import { siteOrigin, type SiteOrigins } from '#kernel/site-origin.ts'
import { buyerOf, findOrderFacts, itemOn, type Buyer, type OrderFacts } from './buyer.ts'
import { endCouponOf, moveOrder, type OrderRow } from './data.ts'
import type { GatewayPayment } from './gateways/gateway.ts'
import { receiptWords } from './invoices/receipt-words.ts'
import { writePaid, type EndingAttempt } from './payment-data.ts'
import { supportEndsAt } from './rules.ts'

export type CompleteNeeds = Pick<
  Services,
  'jobs' | 'sealing' | 'clock' | 'log' | 'operator' | 'origins' | 'sites' | 'productOrderChanged'
>

/**
 * The one way in which an order that costs nothing becomes paid, in the caller's transaction.
 * `mailTo`: whom it is confirmed to when it would have cost something: a receipt of zero, with what
 * was agreed to and without an invoice, for nothing was sold for money. False when the order was
 * not in a state from which it may.
 */
export async function completeOrder(
  services: CompleteNeeds,
  trx: Db,
  order: Pick<OrderRow, 'id' | 'product_id'>,
  at: Date,
  mailTo: { email: string; locale: Locale } | null = null,
): Promise<boolean> {
  if (!(await moveOrder(trx, order.id, 'paid', at, { paid_at: at }))) return false
  const facts = mailTo && (await findOrderFacts(trx, order.id))
  if (mailTo && facts) await queueOrderMail(services, trx, freeReceiptOf(services, facts, mailTo))
  if (order.product_id !== null) await services.productOrderChanged(services, trx, order.id)
  return true
}

/**
 * The same with the money that came for it, of an order and attempt that are locked and want it;
 * the receipt goes into the outbox with it (its invoice is issued when it is sent).
 */
export async function completePaidOrder(
  services: CompleteNeeds,
  trx: Db,
  {
    order,
    attempt,
    payment,
  }: { order: OrderFacts; attempt: EndingAttempt; payment: GatewayPayment },
  at: Date,
): Promise<void> {
  const card = payment.card
    ? { card_brand: payment.card.brand, card_last_four: payment.card.lastFour }
    : {}
  await writePaid(
    trx,
    {
      order,
      attempt,
      paid: { gateway_ref: payment.gatewayRef, captured_minor: payment.amountMinor, ...card },
    },
    at,
  )
  await endCouponOf(trx, order, 'paid', at, attempt.id)
  const buyer = buyerOf(services, order)
  if (buyer)
    await queueOrderMail(
      services,
      trx,
      receiptOf(
        services,
        { ...order, ...card, surcharge_minor: attempt.surcharge_minor },
        buyer,
        at,
      ),
    )
  if (order.product_id !== null) await services.productOrderChanged(services, trx, order.id)
}

function freeReceiptOf(
  services: CompleteNeeds,
  order: OrderFacts,
  { email, locale }: { email: string; locale: Locale },
): Mail {
  const t = receiptWords(locale)
  const money = (minor: number) => formatAmount(minor, order.currency as Currency)
  const item = itemOn(order, locale)
  return {
    key: `receipt ${order.id}`,
    to: email,
    locale,
    subject: t('receipt.mail.free_subject', { item }),
    paragraphs: [
      t('receipt.mail.free', { item, domain: order.domain }),
      t('receipt.mail.sums_discount', {
        subtotal: money(order.subtotal_minor),
        discount: money(-order.discount_minor),
        tax: money(0),
        total: money(0),
      }),
      t('receipt.mail.free_facts', { number: order.number }),
    ],
    ...ordersLink(services, order, { locale, market: order.market as Market }),
    attachments: [`agreed:${order.id}`],
  }
}

function receiptOf(services: CompleteNeeds, order: OrderFacts, buyer: Buyer, at: Date): Mail {
  const t = receiptWords(buyer.locale)
  const money = (minor: number) => formatAmount(minor, order.currency as Currency)
  const sums = {
    subtotal: money(order.subtotal_minor),
    discount: money(-order.discount_minor),
    tax: money(order.tax_minor),
    total: money(order.total_minor),
  }
  const card = order.card_last_four
    ? `${order.card_brand ?? ''} •••• ${order.card_last_four}`.trim()
    : '–'
  const supportEnd = order.product_id === null ? supportEndsAt(buyer.market, at) : null
  return {
    key: `receipt ${order.id}`,
    to: buyer.address.email,
    locale: buyer.locale,
    subject: t('receipt.mail.subject', { item: buyer.item }),
    paragraphs: [
      t('receipt.mail.paid', { item: buyer.item, domain: order.domain }),
      t(order.discount_minor > 0 ? 'receipt.mail.sums_discount' : 'receipt.mail.sums', sums),
      ...(order.surcharge_minor > 0
        ? [
            t('receipt.mail.charged', {
              surcharge: money(order.surcharge_minor),
              charged: money(order.total_minor + order.surcharge_minor),
            }),
          ]
        : []),
      t('receipt.mail.facts', { number: order.number, card, name: onOneLine(buyer.name) }),
      ...(supportEnd
        ? [t('receipt.mail.support', { day: formatDay(supportEnd, buyer.locale) })]
        : []),
      t('receipt.mail.attached'),
    ],
    ...ordersLink(services, order, buyer),
    attachments: [`receipt:${order.id}`, `agreed:${order.id}`],
  }
}

/** The way to the orders, and why this mail came: below every mail about an order. */
export function ordersLink(
  services: Pick<Services, 'operator'> & SiteOrigins,
  order: Pick<OrderFacts, 'number' | 'platform_id'>,
  { locale, market }: Pick<Buyer, 'locale' | 'market'>,
): Pick<Mail, 'action' | 'footnote'> {
  const t = receiptWords(locale)
  return {
    action: {
      label: t('receipt.mail.orders'),
      url: `${siteOrigin(services, market, order.platform_id)}/account/orders?hl=${locale.toUpperCase()}`,
    },
    footnote: t('receipt.mail.why', {
      number: order.number,
      mail: helpAddress(services, market, order.platform_id),
    }),
  }
}

/** A mail that cannot be written must not keep money from being written down. */
export async function queueOrderMail(services: CompleteNeeds, trx: Db, mail: Mail): Promise<void> {
  try {
    await queueMail(services, trx, mail)
  } catch (error) {
    if (!(error instanceof ZodError)) throw error
    services.log.error(
      { fields: error.issues.map((issue) => issue.path.join('.')), key: mail.key },
      'a mail about an order is no mail',
    )
  }
}
