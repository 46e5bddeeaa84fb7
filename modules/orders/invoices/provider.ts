import type { Locale } from '#lib/locale.ts'
import type { Currency } from '#lib/money.ts'

/** Who an invoice is from or to. */
export interface Party {
  name: string
  /** Lines of the postal address. */
  address: string[]
  taxOffice?: string
  taxNumber?: string
  mail: string
}

/**
 * What stands on an invoice, frozen when it is issued (domain: VUK 230). Amounts are minor units.
 */
export interface InvoiceContent {
  kind: 'invoice' | 'credit_note'
  orderNumber: string
  /** What the market was called. */
  market?: string
  seller: Party & { web: string }
  buyer: Party & { phone: string; identityNumber?: string }
  line: { description: string; quantity: 1 }
  currency: Currency
  subtotalMinor: number
  discountMinor: number
  couponCode: string | null
  /** What is taxed: `subtotal − discount`. */
  netMinor: number
  taxRateBp: number
  taxMinor: number
  totalMinor: number
  /**
   * Of a payment in parts: what the card was charged on top, for waiting. The bank's, so no part of
   * what is sold and taxed here.
   */
  surcharge?: { count: number; minor: number }
  /** How and when the money moved; the card as the gateway told it. */
  payment: { brand: string | null; lastFour: string | null; at: string }
  /** Of a theme: the last day of its free support (S1.7). */
  supportEndsAt?: string
  /** Of a credit note: the invoice that it takes back a part of. */
  of?: string
}

export interface Issued {
  number: string
  issuedAt: Date
}

export interface Drawn {
  content: InvoiceContent
  issued: Issued
  locale: Locale
}

/**
 * The port to who writes invoices: a local numbered book here, an integrator of e-Fatura and
 * e-Arşiv elsewhere. Called outside of transactions; everything is idempotent, and throws when
 * there is no answer to trust: the job asks again.
 */
export interface InvoiceProvider {
  readonly name: string
  /** The same key again answers the same number. */
  issue(key: string, content: InvoiceContent): Promise<Issued>
  /** Marks it as cancelled; its number stays taken. False when there is none of that key. */
  cancel(key: string): Promise<boolean>
  status(key: string): Promise<'issued' | 'cancelled' | null>
  /** The document for people. */
  pdf(drawn: Drawn): Promise<Buffer>
}
