import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Invoices } from '#db/types.gen.ts'
import { type CompanyFacts, companyFactsIn, type Operator } from '#lib/company-facts.ts'
import { newId } from '#lib/ids.ts'
import { type Locale, withoutIsolates, forEachLocale } from '#lib/locale.ts'
import type { Currency } from '#lib/money.ts'
import { onOneLine } from '#modules/mail/public.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { marketNameAt, marketZone, type Services, siteOrigin } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { renderAgreedTexts } from '../consents.ts'
import { getReceipt as contract } from '../contract.ts'
import { ADDRESS_PURPOSE, findOrder, type LineRow, listLines, type OrderRow } from '../data.ts'
import { refuse } from '../errors.ts'
import {
  type Buyer,
  buyerOf,
  type OrderFacts,
  orderFacts,
  receiptWords,
  soldName,
} from '../order-facts.ts'
import { creditShare } from '../refund-rules.ts'
import { findRefund, type RefundRow } from '../refunds.ts'
import { supportEndsAt, type TaxExemption } from '../rules.ts'
import type { InvoiceContent, InvoiceLine, InvoiceTax, Party } from './provider.ts'

/** Missing documents are issued after this long. */
const LATE_SECONDS = 300

/** Invoices are issued when their mail is sent. Issues those whose mail was never sent. Hourly. */
export async function issueLateDocuments(services: Services): Promise<void> {
  for (const id of await listWithoutDocument(
    services.db,
    new Date(services.clock.now().getTime() - LATE_SECONDS * 1000),
  )) {
    await (
      id.startsWith('rfd_') ? issueCreditNote(services, id) : issueInvoice(services, id)
    ).catch((error: unknown) => services.log.error({ error, id }, 'document could not be issued'))
  }
}

export const contentOf = (
  services: Pick<Services, 'sealing'>,
  row: Pick<IssuedDocument, 'content_sealed'>,
): InvoiceContent => {
  const { line, taxRateBp, ...content } = JSON.parse(
    unseal(services.sealing, INVOICE_PURPOSE, row.content_sealed),
  ) as InvoiceContent & FormerContent
  if (line === undefined) return content
  const { subtotalMinor, netMinor, taxMinor } = content
  return {
    ...content,
    lines: [{ ...line, place: 1, priceMinor: subtotalMinor }],
    taxes: [{ rateBp: taxRateBp ?? 0, netMinor, taxMinor }],
  }
}

/** Documents of before 2026-12 have one line, and its rate beside it. */
interface FormerContent {
  line?: Pick<InvoiceLine, 'description' | 'quantity'>
  taxRateBp?: number
}

/** Null without a payment or an invoice address. */
export async function issueInvoice(
  services: Services,
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
    orderId: order.id,
    refundId: null,
    content: invoiceOf(services, order, buyer),
  })
  return written ?? (await findInvoicing(services.db, orderId))?.invoice ?? null
}

/** Null when the order never wanted the payment: nothing was invoiced. */
async function issueCreditNote(
  services: Services,
  refundId: string,
): Promise<IssuedDocument | null> {
  const known = await findCreditNote(services.db, refundId)
  if (known) return known
  const refund = await findRefund(services.db, refundId)
  if (refund?.state !== 'succeeded' || refund.line_place === null) return null
  const invoice = await issueInvoice(services, refund.order_id)
  const line = (await listLines(services.db, refund.order_id)).find(
    (one) => one.place === refund.line_place,
  )
  if (!invoice || !line) return null
  const { totalMinor, taxMinor } = await shareOf(services, line, refund)
  if (totalMinor === 0) return null
  const netMinor = totalMinor - taxMinor
  const {
    supportEndsAt: _over,
    surcharge: _theirs,
    zatca: _own,
    ...base
  } = contentOf(services, invoice)
  const content: InvoiceContent = {
    ...base,
    kind: 'credit_note',
    of: invoice.number,
    lines: base.lines
      .filter((one) => one.place === line.place)
      .map((one) => ({ ...one, priceMinor: netMinor })),
    taxes: [{ rateBp: line.tax_rate_bp, netMinor, taxMinor }],
    subtotalMinor: netMinor,
    discountMinor: 0,
    couponCode: null,
    netMinor,
    taxMinor,
    totalMinor,
    payment: { ...base.payment, at: (refund.ended_at ?? services.clock.now()).toISOString() },
  }
  return (
    (await write(services, {
      key: `credit-${refund.id}`,
      orderId: refund.order_id,
      refundId,
      content,
    })) ??
    (await findCreditNote(services.db, refundId)) ??
    null
  )
}

/** The line's part of a refund and its tax. */
async function shareOf(
  { db }: Pick<Services, 'db'>,
  line: LineRow,
  refund: RefundRow,
): Promise<{ totalMinor: number; taxMinor: number }> {
  const all = await db
    .selectFrom('refunds')
    .select(['id', 'amount_minor'])
    .where('order_id', '=', line.order_id)
    .where('line_place', '=', line.place)
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
  return creditShare(line, before, refund.amount_minor)
}

async function write(
  { db, sealing, invoices }: Services,
  {
    key,
    orderId,
    refundId,
    content,
  }: { key: string; orderId: string; refundId: string | null; content: InvoiceContent },
) {
  const { number, issuedAt, zatca } = await invoices.issue(key, content)
  const row = {
    id: newId('inv'),
    kind: content.kind,
    provider: invoices.name,
    number,
    order_id: orderId,
    refund_id: refundId,
    currency: content.currency,
    net_minor: content.netMinor,
    tax_minor: content.taxMinor,
    total_minor: content.totalMinor,
    buyer_country: content.buyer.country ?? null,
    tax_exemption: content.exemption ?? null,
    content_sealed: seal(
      sealing,
      INVOICE_PURPOSE,
      JSON.stringify({ ...content, ...(zatca && { zatca }) }),
    ),
    issued_at: issuedAt,
  }
  return insertInvoice(db, row, content.taxes)
}

const COUNTRIES = forEachLocale(
  (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }),
)

function invoiceOf(
  { sealing, operator, ...services }: Services,
  order: OrderFacts,
  { address, name, locale, item, market }: Buyer,
): InvoiceContent {
  const paidAt = order.paid_at ?? order.created_at
  const country = COUNTRIES[locale].of(address.country) ?? address.country
  const supportEnd = order.product_id === null ? supportEndsAt(market, paidAt) : null
  return {
    kind: 'invoice',
    orderNumber: order.number,
    market: marketNameAt(services, market, order.platform_id),
    seller: {
      name: operator.name,
      address: [operator.address],
      mail: operator.mail,
      web: siteOrigin(services, market, order.platform_id),
      ...sellerFacts(operator),
    },
    buyer: {
      name,
      mail: address.email,
      phone: address.phone,
      country: address.country,
      address: [
        onOneLine(
          [address.building_number, address.address, address.additional_number]
            .filter(Boolean)
            .join(' '),
          440,
        ),
        [address.zip_code, [address.district, address.city].filter(Boolean).join(' / ')]
          .filter(Boolean)
          .join(' '),
        country,
      ],
      ...(address.invoice_type === 'institutional' &&
        address.tax_office && { taxOffice: address.tax_office }),
      ...(address.invoice_type === 'institutional' &&
        address.tax_number && { taxNumber: address.tax_number }),
      ...(address.registration_number && { facts: { register: address.registration_number } }),
      ...(address.identity_number_sealed !== null && {
        identityNumber: unseal(sealing, ADDRESS_PURPOSE, address.identity_number_sealed),
      }),
    },
    lines: linesOf(order, item, locale),
    currency: order.currency as Currency,
    subtotalMinor: order.subtotal_minor,
    discountMinor: order.discount_minor,
    couponCode: order.coupon_code,
    netMinor: order.subtotal_minor - order.discount_minor,
    taxMinor: order.tax_minor,
    taxes: taxesOf(order.sold_lines ?? [order]),
    ...(order.tax_exemption !== null && { exemption: order.tax_exemption as TaxExemption }),
    totalMinor: order.total_minor,
    ...(order.surcharge_minor > 0 && {
      surcharge: { count: order.installments ?? 1, minor: order.surcharge_minor },
    }),
    payment: { brand: order.card_brand, lastFour: order.card_last_four, at: paidAt.toISOString() },
    ...(supportEnd && { supportEndsAt: supportEnd.toISOString() }),
  }
}

const linesOf = (order: OrderFacts, item: string, locale: Locale): InvoiceLine[] =>
  order.sold_lines?.map((line) => ({
    place: line.place,
    description: onOneLine(soldName(line, locale)),
    quantity: 1,
    priceMinor: line.subtotal_minor,
  })) ?? [{ place: order.place, description: item, quantity: 1, priceMinor: order.subtotal_minor }]

/** The taxes of lines, added up by rate, the highest first. */
const taxesOf = (
  lines: readonly Pick<
    OrderRow,
    'tax_rate_bp' | 'subtotal_minor' | 'discount_minor' | 'tax_minor'
  >[],
): InvoiceTax[] =>
  [...Map.groupBy(lines, (line) => line.tax_rate_bp)]
    .map(([rateBp, ofRate]) => ({
      rateBp,
      netMinor: ofRate.reduce((sum, one) => sum + one.subtotal_minor - one.discount_minor, 0),
      taxMinor: ofRate.reduce((sum, one) => sum + one.tax_minor, 0),
    }))
    .toSorted((a, b) => b.rateBp - a.rateBp)

/** What the law of the operator's country wants on invoices. */
function sellerFacts({ country, ...operator }: Operator): Partial<Party> {
  const { taxOffice, taxNumber, ...facts } = Object.fromEntries(
    companyFactsIn(country).flatMap((fact) => (operator[fact] ? [[fact, operator[fact]]] : [])),
  ) as CompanyFacts
  return {
    country,
    ...(taxOffice && { taxOffice }),
    ...(taxNumber && { taxNumber }),
    ...(Object.keys(facts).length > 0 && { facts }),
  }
}

/** The order's invoice, or another of its documents by number, in the reader's language. */
export const getReceipt = defineOperation({
  ...contract,
  run: async (ctx, { params, query }) => {
    const order = await findOrder(ctx.db, params.order_number, ctx.actor.storeId)
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

/** A document as a file. In mails the identity number is masked, because others read mailboxes. */
export async function fileOf(
  services: Services,
  row: IssuedDocument,
  locale: Locale,
  { whole }: { whole: boolean },
) {
  const content = contentOf(services, row)
  const identityNumber = whole
    ? content.buyer.identityNumber
    : content.buyer.identityNumber?.replace(/.(?=..)/g, '•')
  const shown = {
    ...content,
    buyer: { ...content.buyer, ...(identityNumber !== undefined && { identityNumber }) },
  }
  return {
    filename: withoutIsolates(
      receiptWords(locale)(`receipt.file.${content.kind}`, { number: content.orderNumber }),
    ),
    contentType: 'application/pdf',
    content: await services.invoices.pdf({
      content: shown,
      issued: { number: row.number, issuedAt: row.issued_at },
      locale,
      timeZone: marketZone(services),
    }),
  }
}

/**
 * Attachments of mails: `receipt:<order>`, `agreed:<order>`, `credit:<refund>`. Issues the
 * document.
 */
export async function mailAttachment(
  services: Services,
  name: string,
  locale: Locale,
): ReturnType<Services['mailAttachment']> {
  const [kind, id = ''] = name.split(':')
  switch (kind) {
    case 'receipt':
    case 'credit': {
      const row =
        kind === 'receipt' ? await issueInvoice(services, id) : await issueCreditNote(services, id)
      return row && fileOf(services, row, locale, { whole: false })
    }
    case 'agreed': {
      const agreed = await renderAgreedTexts(services.db, id, locale)
      return (
        agreed && {
          filename: withoutIsolates(
            receiptWords(locale)('receipt.file.agreed', { number: agreed.orderNumber }),
          ),
          contentType: 'text/html; charset=utf-8',
          content: Buffer.from(agreed.page),
        }
      )
    }
    default:
      throw new Error(`Unknown attachment ${name}`)
  }
}

type InvoiceRow = Selectable<Invoices>

const INVOICE_PURPOSE = 'invoice'

type IssuedDocument = Pick<InvoiceRow, 'number' | 'issued_at' | 'content_sealed'>
const ISSUED = ['number', 'issued_at', 'content_sealed'] as const

/** What an order's invoice needs, and the invoice if there is one. */
export async function findInvoicing(
  db: Db,
  orderId: string,
): Promise<{ order: OrderFacts; invoice: IssuedDocument | null } | undefined> {
  const row = await orderFacts(db)
    .leftJoin('invoices', (join) =>
      join
        .onRef('invoices.order_id', '=', 'orders.id')
        .on('invoices.kind', '=', 'invoice')
        .on('invoices.state', '=', 'issued'),
    )
    .select(['invoices.number as invoice_number', 'issued_at', 'content_sealed'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!row) return undefined
  const { invoice_number: number, issued_at: issuedAt, content_sealed: sealed } = row
  return {
    order: row,
    invoice:
      number === null || issuedAt === null || sealed === null
        ? null
        : { number, issued_at: issuedAt, content_sealed: sealed },
  }
}

const findCreditNote = (db: Db, refundId: string): Promise<IssuedDocument | undefined> =>
  db.selectFrom('invoices').select(ISSUED).where('refund_id', '=', refundId).executeTakeFirst()

export const findInvoiceByNumber = (
  db: Db,
  orderId: string,
  number: string,
): Promise<IssuedDocument | undefined> =>
  db
    .selectFrom('invoices')
    .select(ISSUED)
    .where('order_id', '=', orderId)
    .where('number', '=', number)
    .executeTakeFirst()

/** The document and its taxes in one statement. Undefined when it exists. */
const insertInvoice = (
  db: Db,
  row: Omit<InvoiceRow, 'state' | 'cancelled_at'>,
  taxes: readonly InvoiceTax[],
): Promise<IssuedDocument | undefined> =>
  db
    .with('written', (query) =>
      query
        .insertInto('invoices')
        .values({ ...row, state: 'issued' })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', ...ISSUED]),
    )
    .with('taxed', (query) =>
      query
        .insertInto('invoice_taxes')
        .columns(['invoice_id', 'tax_rate_bp', 'net_minor', 'tax_minor'])
        .expression(
          sql`select written.id, tax.rate_bp, tax.net_minor, tax.tax_minor from written, unnest(
            ${taxes.map((one) => one.rateBp)}::integer[], ${taxes.map((one) => one.netMinor)}::bigint[],
            ${taxes.map((one) => one.taxMinor)}::bigint[]) as tax (rate_bp, net_minor, tax_minor)`,
        ),
    )
    .selectFrom('written')
    .select(ISSUED)
    .executeTakeFirst()

/** Ids of orders and refunds that have had no document for too long. */
async function listWithoutDocument(db: Db, before: Date): Promise<string[]> {
  const [orders, refunds] = await Promise.all([
    db
      .selectFrom('orders')
      .select('id')
      .where('state', 'in', ['paid', 'partially_refunded', 'refunded'])
      .where('paid_at', '<', before)
      .where('total_minor', '>', 0)
      .where('address_sealed', 'is not', null)
      .where((on) =>
        on.not(
          on.exists(
            on
              .selectFrom('invoices')
              .select('invoices.id')
              .whereRef('invoices.order_id', '=', 'orders.id')
              .where('invoices.kind', '=', 'invoice'),
          ),
        ),
      )
      .limit(100)
      .execute(),
    db
      .selectFrom('refunds')
      .select('id')
      .where('state', '=', 'succeeded')
      .where('reason', '!=', 'money_back')
      .where('ended_at', '<', before)
      .where((on) =>
        on.not(
          on.exists(
            on
              .selectFrom('invoices')
              .select('invoices.id')
              .whereRef('invoices.refund_id', '=', 'refunds.id'),
          ),
        ),
      )
      .limit(100)
      .execute(),
  ])
  return [...orders, ...refunds].map((row) => row.id)
}
