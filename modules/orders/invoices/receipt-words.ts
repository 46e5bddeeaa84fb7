import type { Locale } from '#lib/locale.ts'
import { makeTranslate, type Translate } from '#lib/messages.ts'
import { receipts as ar } from '#locales/ar/receipts.ts'
import { receipts as en } from '#locales/en/receipts.ts'
import { receipts as tr } from '#locales/tr/receipts.ts'

export type ReceiptKey = keyof typeof tr
export type ReceiptWords = Translate<ReceiptKey>

const WORDS: Record<Locale, ReceiptWords> = {
  tr: makeTranslate(tr, 'tr'),
  en: makeTranslate(en, 'en'),
  ar: makeTranslate(ar, 'ar'),
}

/**
 * What is written to a buyer after the payment, in the buyer's language: a job has no request to
 * take one from.
 */
export const receiptWords = (locale: Locale): ReceiptWords => WORDS[locale]
