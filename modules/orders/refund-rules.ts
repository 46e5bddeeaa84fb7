import { scaleHalfUp } from '#lib/money.ts'

// What follows from a refund of a line: for the refund itself and for its preview.

type Charged = { total_minor: number; surcharge_minor: number }

/** What was charged for a line, with its part of the surcharge for paying in parts. */
export const chargedFor = (line: Charged): number => line.total_minor + line.surcharge_minor

/** When `backMinor` of a line have gone back. */
export function afterRefund(
  line: Charged & { product_id: string | null },
  backMinor: number,
  { isSubscription }: { isSubscription: boolean },
) {
  const isWhole = backMinor === chargedFor(line)
  return {
    isWhole,
    /** The surcharge for paying in parts is the bank's, not the order's. */
    refundedMinor: Math.min(backMinor, line.total_minor),
    /** Products inside an app change nothing; a subscription decides by itself. */
    endsUse: isWhole && line.product_id === null && !isSubscription,
  }
}

/** A credit takes nothing back, whatever its amount. */
export const isReturn = (isWholeOrder: boolean, reason: string): boolean =>
  isWholeOrder && reason !== 'goodwill'

/** The line's part of a refund and its tax: what its credit note says. */
export function creditShare(
  line: { total_minor: number; tax_minor: number },
  beforeMinor: number,
  amountMinor: number,
): { totalMinor: number; taxMinor: number } {
  const totalMinor = Math.max(0, Math.min(amountMinor, line.total_minor - beforeMinor))
  const taxOf = (amount: number) => scaleHalfUp(amount, line.tax_minor, line.total_minor)
  // Rounds the running total, so that the parts add up to the whole.
  return {
    totalMinor,
    taxMinor: taxOf(beforeMinor + totalMinor) - taxOf(Math.min(beforeMinor, line.total_minor)),
  }
}
