import type { PlanOffer } from './plan-words.ts'

type Meter = Pick<PlanOffer['meters'][number], 'included' | 'tiers'>

/** How many units of a period can be used before their cost reaches `cap`; null: without an end. */
export function unitsAtCap({ included, tiers }: Meter, cap: number): number | null {
  let left = cap
  let from = 0
  for (const { up_to: upTo, price, per } of tiers) {
    const room = upTo === null ? Infinity : upTo - from
    const affordable = price === 0 ? Infinity : Math.floor((left * per) / price + 1e-6)
    if (affordable < room) return included + from + affordable
    if (upTo === null) return null
    left -= (room * price) / per
    from = upTo
  }
  return included + from
}

/** The right end of a meter's bar: the units at its cap, or more than what is used. */
export function reachOf(
  meter: Meter,
  facts: { used: number; forecast: number; cap: number | null },
): number {
  const atCap = facts.cap === null ? null : unitsAtCap(meter, facts.cap)
  return Math.max(
    atCap ?? Math.round(meter.included * 1.25),
    facts.used,
    atCap === null ? facts.forecast : 0,
    1,
  )
}

/** The part of the cap that is used, by which the page speaks: below half, half, nearly all, all. */
export const CAP_LEVELS = ['calm', 'half', 'near', 'reached'] as const
export type CapLevel = (typeof CAP_LEVELS)[number]

export function capLevel(cost: number, cap: number | null): CapLevel {
  if (cap === null || cap === 0) return 'calm'
  const part = cost / cap
  return part >= 1 ? 'reached' : part >= 0.9 ? 'near' : part >= 0.5 ? 'half' : 'calm'
}
