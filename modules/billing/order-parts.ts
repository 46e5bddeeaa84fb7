import { dayIn } from '#lib/time-zone.ts'
import type { Price } from '#modules/currencies/public.ts'
import type { OrderPart } from '#modules/orders/public.ts'
import type { PlanVersion } from './data.ts'
import { type Period, type PlanChange, usageCharges } from './rules.ts'

const daysOf = ({ from, until }: Pick<Period, 'from' | 'until'>, timeZone: string) => ({
  from: dayIn(timeZone, from),
  until: dayIn(timeZone, until),
})

export const planPart = (
  version: PlanVersion,
  period: Pick<Period, 'from' | 'until'>,
  timeZone: string,
  amountMinor = version.amountMinor,
): OrderPart => ({
  kind: 'plan',
  name: version.name,
  ...daysOf(period, timeZone),
  quantity: null,
  amount_minor: amountMinor,
})

/** What was used in a period that is over. */
export const usageParts = (
  version: PlanVersion,
  period: Pick<Period, 'from' | 'until'>,
  timeZone: string,
  used: ReadonlyMap<string, number>,
): OrderPart[] =>
  usageCharges(version, used).map(({ meter, quantity, amountMinor }) => ({
    kind: 'usage',
    name: version.meters.find(({ key }) => key === meter)?.name ?? {},
    ...daysOf(period, timeZone),
    quantity,
    amount_minor: amountMinor,
  }))

export const changeParts = (
  from: PlanVersion,
  to: PlanVersion,
  { newMinor, creditMinor }: PlanChange,
  left: { old: Pick<Period, 'from' | 'until'>; next: Pick<Period, 'from' | 'until'> },
  timeZone: string,
): OrderPart[] => [
  planPart(to, left.next, timeZone, newMinor),
  ...(creditMinor === 0
    ? []
    : [
        {
          kind: 'credit' as const,
          name: from.name,
          ...daysOf(left.old, timeZone),
          quantity: null,
          amount_minor: -creditMinor,
        },
      ]),
]

export const sumOf = (parts: readonly OrderPart[]): number =>
  parts.reduce((sum, part) => sum + part.amount_minor, 0)

/** An order's price; only one for a whole plan names the partner's own price that it came from. */
export const priceOfParts = (version: PlanVersion, parts: readonly OrderPart[]): Price => {
  const amountMinor = sumOf(parts)
  const isWhole = parts.length === 1 && amountMinor === version.amountMinor
  return {
    amountMinor,
    currency: version.currency as Price['currency'],
    converted: isWhole ? version.converted : null,
  }
}
