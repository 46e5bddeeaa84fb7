import type { PaymentHint } from '../../bank-window.ts'

/** Where a payment's end is shown (S2.6, S2.7, S2.11, S2.12). */
export const resultPath = (framed: boolean, outcome: PaymentHint, orderNumber: string): string =>
  `${framed ? '/market' : ''}/checkout/${outcome}?order=${encodeURIComponent(orderNumber)}`
