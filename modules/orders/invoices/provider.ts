import type { CompanyFacts } from '#lib/company-facts.ts'
import type { Locale } from '#lib/locale.ts'
import type { Currency } from '#lib/money.ts'
import type { TaxExemption } from '../rules.ts'

export interface Party {
  name: string
  /** Lines of the postal address. */
  address: string[]
  /** ISO 3166-1 alpha-2; absent in documents of before 2026-12. */
  country?: string
  taxOffice?: string
  taxNumber?: string
  /** Further facts that the law of its country wants on invoices. */
  facts?: CompanyFacts
  mail: string
}

export interface InvoiceLine {
  /** In the order. */
  place: number
  description: string
  quantity: 1
  /** Without tax, before a discount. */
  priceMinor: number
}

/** Of a document, by tax rate. */
export interface InvoiceTax {
  rateBp: number
  netMinor: number
  taxMinor: number
}

/** The contents of an invoice, frozen when it is issued (VUK 230). Amounts in minor units. */
export interface InvoiceContent {
  kind: 'invoice' | 'credit_note'
  orderNumber: string
  /** Name of the market. */
  market?: string
  seller: Party & { web: string }
  buyer: Party & { phone: string; identityNumber?: string }
  /** Of a credit note, the line that it is for. */
  lines: InvoiceLine[]
  currency: Currency
  subtotalMinor: number
  discountMinor: number
  couponCode: string | null
  /** The taxed amount: `subtotal − discount`. */
  netMinor: number
  taxMinor: number
  taxes: InvoiceTax[]
  /** Why there is no tax, as the document must say. */
  exemption?: TaxExemption
  totalMinor: number
  /** Installments: what the bank charged on top, neither sold nor taxed here. */
  surcharge?: { count: number; minor: number }
  /** Time of the payment, and the card as the gateway named it. */
  payment: { brand: string | null; lastFour: string | null; at: string }
  /** Last day of a theme's free support (S1.7). */
  supportEndsAt?: string
  /** Credit notes: the number of the invoice. */
  of?: string
  zatca?: ZatcaFacts
}

/**
 * What Saudi Arabia's tax authority (ZATCA) wants of each document: an id, the hash of the one
 * before, its own, and the QR code (`zatca.ts`).
 */
export interface ZatcaFacts {
  uuid: string
  previousHash: string
  hash: string
  qr: string
}

export interface Issued {
  number: string
  issuedAt: Date
  /** Of sellers in Saudi Arabia. */
  zatca?: ZatcaFacts
}

export interface Drawn {
  content: InvoiceContent
  issued: Issued
  locale: Locale
  /** Of the days in the document. */
  timeZone: string
}

/**
 * The port to an invoicing system: the local numbered ledger, or an integrator (Türkiye: e-Fatura
 * and e-Arşiv; Saudi Arabia: ZATCA). Called outside of transactions. Idempotent; throws without a
 * trustworthy answer, and the job retries.
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
