import type { Locale } from '#lib/locale.ts'
import type { Currency } from '#lib/money.ts'

export interface Party {
  name: string
  /** Lines of the postal address. */
  address: string[]
  taxOffice?: string
  taxNumber?: string
  mail: string
}

/** The contents of an invoice, frozen when it is issued (VUK 230). Amounts in minor units. */
export interface InvoiceContent {
  kind: 'invoice' | 'credit_note'
  orderNumber: string
  /** Name of the market. */
  market?: string
  seller: Party & { web: string }
  buyer: Party & { phone: string; identityNumber?: string }
  line: { description: string; quantity: 1 }
  currency: Currency
  subtotalMinor: number
  discountMinor: number
  couponCode: string | null
  /** The taxed amount: `subtotal − discount`. */
  netMinor: number
  taxRateBp: number
  taxMinor: number
  totalMinor: number
  /** Installments: what the bank charged on top, neither sold nor taxed here. */
  surcharge?: { count: number; minor: number }
  /** Time of the payment, and the card as the gateway named it. */
  payment: { brand: string | null; lastFour: string | null; at: string }
  /** Last day of a theme's free support (S1.7). */
  supportEndsAt?: string
  /** Credit notes: the number of the invoice. */
  of?: string
}

interface Issued {
  number: string
  issuedAt: Date
}

export interface Drawn {
  content: InvoiceContent
  issued: Issued
  locale: Locale
}

/**
 * The port to an invoicing system: the local numbered ledger, or an e-Fatura and e-Arşiv
 * integrator. Called outside of transactions. Idempotent; throws without a trustworthy answer, and
 * the job retries.
 */
export interface InvoiceProvider {
  readonly name: string
  /** Returns the same number for the same key. */
  issue(key: string, content: InvoiceContent): Promise<Issued>
  /** The number stays taken. False when there is none of that key. */
  cancel(key: string): Promise<boolean>
  status(key: string): Promise<'issued' | 'cancelled' | null>
  pdf(drawn: Drawn): Promise<Buffer>
}
