import type { FieldRules } from '#lib/field-rules.ts'
import { scaleHalfUp } from '#lib/money.ts'

export const ENTRY_KINDS = [
  'sale',
  'refund',
  'chargeback',
  'adjustment',
  'payout',
  'reversal',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** `all` that is left, what the `unused` days of a subscription are worth, or a `part`. */
export const REFUND_SIZES = ['all', 'unused', 'part'] as const
export type RefundSize = (typeof REFUND_SIZES)[number]

/** The operator's fields. `who`: a partner by name, slug or id. */
export const EARNINGS_RULES = {
  who: { required: true, min: 2, max: 80 },
  reason: { required: true, min: 5, max: 1000, lines: true },
  reference: { required: true, min: 2, max: 100 },
} as const satisfies Record<string, FieldRules>

/** "2026-11-01": the first day of the month of a market's day. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
/** The first day of the month `months` later. */
export function monthAfter(month: string, months = 1): string {
  const day = new Date(`${month}T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() + months)
  return day.toISOString().slice(0, 10)
}
export interface ShareRule {
  id: string
  partnerId: string | null
  market: string | null
  validFrom: string
  rateBp: number | null
}

/**
 * The most specific rule in force: for partner and market, then partner, then market, then all.
 * Null without a rule: the market keeps nothing.
 */
export function ruleFor(
  rules: readonly ShareRule[],
  { partnerId, market, day }: { partnerId: string; market: string; day: string },
): (ShareRule & { rateBp: number }) | null {
  for (const [ofPartner, ofMarket] of [
    [partnerId, market],
    [partnerId, null],
    [null, market],
    [null, null],
  ] as const) {
    const newest = rules
      .filter(
        (one) => one.partnerId === ofPartner && one.market === ofMarket && one.validFrom <= day,
      )
      .reduce<ShareRule | null>(
        (best, one) => (best === null || one.validFrom > best.validFrom ? one : best),
        null,
      )
    if (newest !== null && newest.rateBp !== null) return { ...newest, rateBp: newest.rateBp }
  }
  return null
}

/**
 * Shares of a sale or refund. The partner gets `netMinor - commissionMinor`, less the tax on the
 * commission.
 */
export interface Shares {
  grossMinor: number
  netMinor: number
  commissionMinor: number
  taxMinor: number
}

export const balanceOf = ({ netMinor, commissionMinor, taxMinor }: Shares): number =>
  netMinor - commissionMinor - taxMinor

/** The market's commission, rounded half up, and its tax; the rest is the partner's. */
export function saleShares({
  grossMinor,
  netMinor,
  rateBp,
  taxBp,
}: {
  grossMinor: number
  netMinor: number
  rateBp: number
  taxBp: number
}): Shares {
  const commissionMinor = scaleHalfUp(netMinor, rateBp, 10_000)
  return {
    grossMinor,
    netMinor,
    commissionMinor,
    taxMinor: scaleHalfUp(commissionMinor, taxBp, 10_000),
  }
}

/** The refunded part of a sale. As on credit notes the tax is rounded and the net is the rest. */
function refundedShares(sale: Shares, saleTaxMinor: number, backMinor: number): Shares {
  const netMinor = backMinor - scaleHalfUp(backMinor, saleTaxMinor, sale.grossMinor)
  const part = (minor: number) => scaleHalfUp(netMinor, minor, sale.netMinor)
  return {
    grossMinor: backMinor,
    netMinor,
    commissionMinor: part(sale.commissionMinor),
    taxMinor: part(sale.taxMinor),
  }
}

/**
 * The share of one refund: of all refunds so far less those before, so that the parts add up to the
 * sale. `saleTaxMinor`: tax of the buyer's price. A surcharge beyond the sale is not the partner's.
 */
export function refundShares(
  sale: Shares,
  saleTaxMinor: number,
  beforeMinor: number,
  amountMinor: number,
): Shares {
  const until = Math.min(beforeMinor + amountMinor, sale.grossMinor)
  const [all, before] = [
    refundedShares(sale, saleTaxMinor, until),
    refundedShares(sale, saleTaxMinor, Math.min(beforeMinor, sale.grossMinor)),
  ]
  const less = (name: keyof Shares) => before[name] - all[name] || 0
  return {
    grossMinor: less('grossMinor'),
    netMinor: less('netMinor'),
    commissionMinor: less('commissionMinor'),
    taxMinor: less('taxMinor'),
  }
}

/** "E2026-000017" */
export const statementNumber = ({ year, sequence }: { year: number; sequence: number }): string =>
  `E${year}-${String(sequence).padStart(6, '0')}`
