import { type ByLocale, type Locale, inLanguage } from '#lib/locale.ts'
import { type Currency, formatAmount } from '#lib/money.ts'

// Apart from the texts, because the browser gets those of one language with the page's data.

/**
 * A text that buyers agree to (D23). Changed texts need a new version; agreed ones stay provable by
 * their hash.
 */
export interface LegalText {
  /** Part of addresses and ids of dialogs. */
  id: string
  title: string
  parts: readonly { heading: string; text: string }[]
}

/** The seller and the order of an agreement. Amounts in minor units. */
interface AgreedFacts {
  operator: { name: string; address: string; mail: string }
  /** Absent where nothing is bought. */
  order?: {
    number: string
    /** What is sold, each with its tax rate in percent. */
    lines: readonly { name: string; taxRate: number }[]
    subtotalMinor: number
    discountMinor: number
    taxMinor: number
    totalMinor: number
    currency: string
  }
}

/** Texts about one order, which name it. */
const OF_ORDERS: readonly string[] = ['pre-information', 'distance-contract']

interface OrderPart {
  heading: string
  text: string
  rate: string
  /** A line among others with another rate. */
  line: string
}

const ORDER_PART: ByLocale<OrderPart> = {
  de: {
    heading: 'Diese Bestellung',
    text: 'Artikel: {item}. Bestellung: {number}. Preis ohne Steuer: {net}. Umsatzsteuer ({rates}): {tax}. Gesamtbetrag mit allen Steuern: {total}. Bereitstellung: sobald die Zahlung bestätigt ist, bereit zur Installation im Shop.',
    rate: '{rate} %',
    line: '{item} (USt. {rate})',
  },
  es: {
    heading: 'Este pedido',
    text: 'Artículo: {item}. Pedido: {number}. Precio sin impuestos: {net}. IVA ({rates}): {tax}. Total con todos los impuestos: {total}. Entrega: en cuanto se apruebe el pago, listo para instalarse en la tienda.',
    rate: '{rate} %',
    line: '{item} (IVA {rate})',
  },
  tr: {
    heading: 'Bu sipariş',
    text: 'Ürün: {item}. Sipariş: {number}. Vergisiz bedel: {net}. KDV ({rates}): {tax}. Bütün vergiler dâhil toplam: {total}. Teslim: ödeme onaylanınca, mağazana kurulmaya hazır olarak.',
    rate: '%{rate}',
    line: '{item} (KDV {rate})',
  },
  en: {
    heading: 'This order',
    text: 'Item: {item}. Order: {number}. Price without tax: {net}. VAT ({rates}): {tax}. Total with every tax: {total}. Delivery: as soon as the payment is approved, ready to be installed on your shop.',
    rate: '{rate}%',
    line: '{item} (VAT {rate})',
  },
  ar: {
    heading: 'هذا الطلب',
    text: 'المنتج: {item}. الطلب: {number}. الثمن دون ضريبة: {net}. ضريبة القيمة المضافة ({rates}): {tax}. الإجمالي شاملًا كل الضرائب: {total}. التسليم: فور قبول الدفع، جاهزًا للتثبيت في متجرك.',
    rate: '{rate}%',
    line: '{item} (ضريبة {rate})',
  },
}

/**
 * Fills in the seller and, in texts about an order, adds the order's own part. The same result is
 * shown and stored.
 */
export function fillTexts(
  texts: readonly LegalText[],
  locale: Locale,
  { operator, order }: AgreedFacts,
): LegalText[] {
  const places: Record<string, string> = {
    operator: operator.name,
    address: operator.address,
    mail: operator.mail,
    ...(order && placesOfOrder(order, inLanguage(ORDER_PART, locale))),
  }
  const filled = (text: string) => fill(text, places)
  return texts.map((text) => ({
    ...text,
    parts: [
      ...text.parts,
      ...(order && OF_ORDERS.includes(text.id) ? [inLanguage(ORDER_PART, locale)] : []),
    ].map((part) => ({ heading: part.heading, text: filled(part.text) })),
  }))
}

const fill = (text: string, places: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place)

/** Of several rates each is named with its line. */
function placesOfOrder(
  order: NonNullable<AgreedFacts['order']>,
  words: OrderPart,
): Record<string, string> {
  const amount = (minor: number) => formatAmount(minor, order.currency as Currency)
  const percent = (rate: number) => fill(words.rate, { rate: String(rate) })
  const rates = [...new Set(order.lines.map((line) => line.taxRate))]
  const lines = order.lines.map(({ name, taxRate }) =>
    rates.length > 1 ? fill(words.line, { item: name, rate: percent(taxRate) }) : name,
  )
  return {
    item: lines.join(' + '),
    number: order.number,
    rates: rates.map(percent).join(', '),
    net: amount(order.subtotalMinor - order.discountMinor),
    tax: amount(order.taxMinor),
    total: amount(order.totalMinor),
  }
}
