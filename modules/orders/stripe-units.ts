/**
 * Stripe's smallest units differ from ISO 4217 for a few currencies
 * (docs.stripe.com/currencies#special-cases): krónur and Ugandan shillings go in hundredths, ariary
 * in whole ones, and amounts with three decimals in steps of ten.
 */
const HUNDREDTHS = ['ISK', 'UGX']
const WHOLE = ['MGA']
const TENS = ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']

/** Whether Stripe can charge exactly this amount. */
export const isStripeAmount = (amountMinor: number, currency: string): boolean =>
  amountMinor % (WHOLE.includes(currency) ? 100 : TENS.includes(currency) ? 10 : 1) === 0

export const stripeAmount = (amountMinor: number, currency: string): number =>
  HUNDREDTHS.includes(currency)
    ? amountMinor * 100
    : WHOLE.includes(currency)
      ? Math.round(amountMinor / 100)
      : amountMinor

/** `currency` in any case. What is no whole minor unit stays a fraction, equal to no amount of ours. */
export function minorOfStripe(amount: number, currency: string): number {
  const code = currency.toUpperCase()
  if (HUNDREDTHS.includes(code)) return amount / 100
  return WHOLE.includes(code) ? amount * 100 : amount
}
