import { generate } from 'lean-qr'
import PDFDocument from 'pdfkit'
import { formatDay } from '#lib/clock.ts'
import { EU_COUNTRIES } from '#lib/countries.ts'
import { directionOf } from '#lib/locale.ts'
import { MARKET_NAME } from '#lib/market-name.ts'
import { formatAmount } from '#lib/money.ts'
import type { ReceiptKey } from '#locales/keys.ts'
import { receiptWords } from '../order-facts.ts'
import type { Drawn, InvoiceContent, InvoiceLine, InvoiceTax, Party } from './provider.ts'
import { createTextSetter, isolated, leftToRight, type Style, type Weight } from './set-text.ts'

const INK = '#131f2c'
const SOFT = '#5a6470'
const BRAND = '#00616d'
const LINE = '#dfdcd5'
/** A4 and its margins in points. */
const PAGE = { width: 595.28, height: 841.89, margin: 52 }
const INNER = PAGE.width - 2 * PAGE.margin

type Align = 'start' | 'end'

/** Columns measured from the start of the line, left or right by language. */
function createSheet(doc: PDFKit.PDFDocument, direction: 'ltr' | 'rtl') {
  const setter = createTextSetter(doc)
  const left = (from: number, width: number) =>
    direction === 'ltr' ? PAGE.margin + from : PAGE.width - PAGE.margin - from - width
  return {
    /** Writes text into a column and returns its height. */
    write(
      text: string,
      {
        from = 0,
        width = INNER,
        y,
        size = 9.5,
        weight = 'regular',
        colour = INK,
        align = 'start',
        leading = 1.45,
      }: {
        from?: number
        width?: number
        y: number
        size?: number
        weight?: Weight
        colour?: string
        align?: Align
        leading?: number
      },
    ): number {
      const style: Style = { size, weight, direction }
      const lines = setter.lines(text, width, style)
      doc.fillColor(colour)
      lines.forEach((line, index) => {
        const free = width - line.width
        const atLeft = (align === 'start') === (direction === 'ltr')
        setter.draw(
          line,
          left(from, width) + (atLeft ? 0 : free),
          y + size + index * size * leading,
          style,
        )
      })
      return lines.length * size * leading
    },
    rule(y: number, { from = 0, width = INNER, colour = LINE } = {}): void {
      doc
        .moveTo(left(from, width), y)
        .lineTo(left(from, width) + width, y)
        .lineWidth(0.75)
        .strokeColor(colour)
        .stroke()
    },
  }
}

/**
 * A one-page invoice with everything required by law (Türkiye: VUK 230; Germany: § 14 UStG; Saudi
 * Arabia: a simplified tax invoice), in the buyer's language.
 */
export async function drawInvoice({ content, issued, locale, timeZone }: Drawn): Promise<Buffer> {
  const t = receiptWords(locale)
  const title = t(`invoice.title.${content.kind}`)
  const doc = new PDFDocument({
    // Without pdfkit's own, which it would read for every document.
    font: '',
    size: 'A4',
    margin: 0,
    lang: locale,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `${title} ${issued.number}`,
      Author: content.seller.name,
      Subject: content.orderNumber,
      CreationDate: issued.issuedAt,
      ModDate: issued.issuedAt,
    },
  })
  const done = new Promise<Buffer>((resolve, reject) => {
    const chunks: Uint8Array[] = []
    doc
      .on('data', (chunk: Uint8Array) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
  })
  const sheet = createSheet(doc, directionOf(locale))
  // Keeps a sign before its number in right-to-left text.
  const money = (minor: number) =>
    isolated(formatAmount(minor, content.currency).replace(/−?[\d.,]+/, leftToRight))
  const half = INNER / 2 - 14

  let y = PAGE.margin
  sheet.write(isolated(content.market ?? MARKET_NAME), {
    y,
    size: 20,
    weight: 'strong',
    colour: BRAND,
    width: half,
  })
  sheet.write(title, { y, size: 15, weight: 'strong', from: half + 28, width: half, align: 'end' })
  y += 26
  const head = [
    t('invoice.number', { number: leftToRight(issued.number) }),
    t('invoice.issued', { day: formatDay(issued.issuedAt, locale, timeZone) }),
    ...(content.of === undefined ? [] : [t('invoice.of', { number: leftToRight(content.of) })]),
  ]
  for (const line of head)
    y += sheet.write(line, { y, from: half + 28, width: half, align: 'end', colour: SOFT })
  y += 20
  sheet.rule(y)
  y += 16

  const column = (label: ReceiptKey, party: Party, more: string[], from: number) => {
    let at = y
    at += sheet.write(t(label), { y: at, from, width: half, size: 8.5, colour: SOFT }) + 3
    at +=
      sheet.write(isolated(party.name), { y: at, from, width: half, size: 11, weight: 'strong' }) +
      2
    for (const line of [
      ...party.address.map(isolated),
      ...factLines(party, t),
      ...more,
      isolated(party.mail),
    ])
      at += sheet.write(line, { y: at, from, width: half })
    return at
  }
  const { identityNumber, phone } = content.buyer
  const buyerLines = [
    ...(identityNumber === undefined
      ? []
      : [t('invoice.identity_number', { number: leftToRight(identityNumber) })]),
    ...(phone === '' ? [] : [leftToRight(phone)]),
  ]
  y =
    Math.max(
      column('invoice.seller', content.seller, [isolated(content.seller.web)], 0),
      column('invoice.buyer', content.buyer, buyerLines, half + 28),
    ) + 24

  const columns = { what: INNER - 210, count: 60, price: 150 }
  sheet.write(t('invoice.what'), { y, size: 8.5, colour: SOFT, width: columns.what })
  sheet.write(t('invoice.quantity'), {
    y,
    size: 8.5,
    colour: SOFT,
    from: columns.what,
    width: columns.count,
    align: 'end',
  })
  sheet.write(t('invoice.unit_price'), {
    y,
    size: 8.5,
    colour: SOFT,
    from: columns.what + columns.count,
    width: columns.price,
    align: 'end',
  })
  y += 16
  sheet.rule(y)
  y += 9
  y = writeLines(sheet, content.lines, { y, columns, money })
  sheet.rule(y)
  y += 12

  const sums: [string, number, boolean][] = [
    [t('invoice.subtotal'), content.subtotalMinor, false],
    ...(content.discountMinor > 0
      ? [
          [
            content.couponCode === null
              ? t('invoice.discount')
              : t('invoice.discount_coupon', { code: isolated(content.couponCode) }),
            -content.discountMinor,
            false,
          ] as [string, number, boolean],
        ]
      : []),
    ...(content.discountMinor > 0
      ? [[t('invoice.net'), content.netMinor, false] as [string, number, boolean]]
      : []),
    ...content.taxes.map((tax): [string, number, boolean] => [
      taxName(content, tax, t),
      tax.taxMinor,
      false,
    ]),
    [
      t(content.kind === 'invoice' ? 'invoice.total' : 'invoice.total_back'),
      content.totalMinor,
      true,
    ],
  ]
  const from = INNER - 250
  for (const [label, minor, strong] of sums) {
    if (strong) sheet.rule((y += 4) - 1, { from, width: 250 })
    const look = {
      y: strong ? y + 6 : y,
      size: strong ? 13 : 9.5,
      weight: strong ? ('strong' as const) : ('regular' as const),
    }
    sheet.write(label, { ...look, from, width: 130, colour: strong ? INK : SOFT })
    y +=
      sheet.write(money(minor), { ...look, from: from + 130, width: 120, align: 'end' }) +
      (strong ? 10 : 3)
  }
  // The bank's surcharge is below the total because it is not sold here.
  const { surcharge } = content
  const above: [string, number][] =
    surcharge === undefined
      ? []
      : [
          [t('invoice.surcharge', { count: surcharge.count }), surcharge.minor],
          [t('invoice.charged'), content.totalMinor + surcharge.minor],
        ]
  for (const [label, minor] of above) {
    const tall = sheet.write(label, { y, from, width: 160, colour: SOFT })
    y +=
      Math.max(tall, sheet.write(money(minor), { y, from: from + 160, width: 90, align: 'end' })) +
      3
  }
  y += 22

  const card =
    content.payment.lastFour === null
      ? t('invoice.card_only')
      : t('invoice.card', {
          brand: isolated(brandName(content.payment.brand)),
          digits: leftToRight(`•••• ${content.payment.lastFour}`),
        })
  const facts: [string, string][] = [
    [t('invoice.order'), leftToRight(content.orderNumber)],
    [t(content.kind === 'invoice' ? 'invoice.paid_by' : 'invoice.back_to'), card],
    [
      t(content.kind === 'invoice' ? 'invoice.paid_on' : 'invoice.back_on'),
      formatDay(content.payment.at, locale, timeZone),
    ],
    ...(content.supportEndsAt === undefined
      ? []
      : [
          [t('invoice.support'), formatDay(content.supportEndsAt, locale, timeZone)] as [
            string,
            string,
          ],
        ]),
  ]
  for (const [label, value] of facts) {
    sheet.write(label, { y, width: 150, colour: SOFT })
    y += sheet.write(value, { y, from: 150, width: INNER - 150 }) + 3
  }

  for (const note of notesOf(content, t)) sheet.write(note, { y: y + 6, weight: 'strong' })
  drawCode(doc, content)

  const foot = PAGE.height - PAGE.margin - 26
  sheet.rule(foot)
  sheet.write(footOf(content, t), {
    y: foot + 8,
    size: 8,
    colour: SOFT,
  })
  doc.end()
  return done
}

interface LinesAt {
  y: number
  columns: { what: number; count: number; price: number }
  money: (minor: number) => string
}

/** What was bought, how much of it and at which price; where it ends. */
function writeLines(
  sheet: ReturnType<typeof createSheet>,
  lines: readonly InvoiceLine[],
  { y: top, columns, money }: LinesAt,
): number {
  let y = top
  for (const line of lines) {
    const end = { y, size: 10.5, align: 'end' as const }
    sheet.write(String(line.quantity), { ...end, from: columns.what, width: columns.count })
    sheet.write(money(line.priceMinor), {
      ...end,
      from: columns.what + columns.count,
      width: columns.price,
    })
    const height = sheet.write(isolated(line.description), {
      y,
      size: 10.5,
      weight: 'strong',
      width: columns.what,
    })
    y += height + 9
  }
  return y
}

const taxName = ({ exemption }: InvoiceContent, { rateBp }: InvoiceTax, t: Words): string =>
  exemption === undefined ? t('invoice.tax', { rate: rateBp / 100 }) : t('invoice.tax_none')

const notesOf = ({ exemption }: InvoiceContent, t: Words): string[] =>
  exemption === undefined ? [] : [t(`invoice.${exemption}`)]

/** Documents without a country are of Türkiye. */
const footOf = ({ seller: { country = 'TR' } }: InvoiceContent, t: Words): string =>
  t(country === 'TR' ? 'invoice.local' : 'invoice.local_number')

/** Tax numbers and the other facts of a company, with their names. */
function factLines({ country, taxOffice, taxNumber, facts = {} }: Party, t: Words): string[] {
  const number = taxNumber === undefined ? undefined : leftToRight(taxNumber)
  return [
    ...(number === undefined
      ? []
      : [
          taxOffice === undefined
            ? t(hasVatIds(country) ? 'invoice.fact.vatId' : 'invoice.tax_number', { number })
            : t('invoice.tax_office', { office: isolated(taxOffice), number }),
        ]),
    ...SHOWN_FACTS.flatMap((fact) => {
      const value = facts[fact]
      return value === undefined ? [] : [t(`invoice.fact.${fact}`, { number: isolated(value) })]
    }),
  ]
}
type Words = ReturnType<typeof receiptWords>
const SHOWN_FACTS = ['vatId', 'register', 'directors', 'mersis', 'kep', 'phone'] as const

/** Buyers have one number, which is a VAT id there. */
const hasVatIds = (country = ''): boolean => country === 'SA' || EU_COUNTRIES.includes(country)

/** The QR code in the bottom corner, above the foot. */
function drawCode(doc: PDFKit.PDFDocument, { zatca }: InvoiceContent): void {
  if (!zatca) return
  const code = generate(zatca.qr)
  const side = 96
  const [left, top] = [PAGE.width - PAGE.margin - side, PAGE.height - PAGE.margin - side - 40]
  const unit = side / code.size
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1)
      if (code.get(x, y)) doc.rect(left + x * unit, top + y * unit, unit, unit)
  doc.fill(INK)
}

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  troy: 'Troy',
}
const brandName = (brand: string | null) => BRANDS[brand ?? ''] ?? ''
