import { isOrderStep } from '#lib/market.ts'
import type { Manifest } from '#modules/catalog/public.ts'
import type { RISKS } from './review-rules.ts'

export interface Risk {
  what: (typeof RISKS)[number]
  /** A right, or the id of a part. */
  name: string
}

/**
 * Rights on the shop's data, and parts on the pages where customers type addresses and cards, that
 * a release has and the published one has not: a second reviewer must agree to them.
 */
export function newRisks(before: unknown, after: Manifest | null): Risk[] {
  const keyOf = ({ what, name }: Risk) => `${what} ${name}`
  const known = new Set(risksOf(before as Manifest | null).map(keyOf))
  return risksOf(after).filter((one) => !known.has(keyOf(one)))
}

function risksOf(manifest: Manifest | null): Risk[] {
  if (manifest?.kind !== 'app') return []
  const parts = [...manifest.tracking_codes, ...manifest.design_blocks]
  return [
    ...(manifest.web_service_user?.scopes ?? []).map((name) => ({
      what: 'shop_access' as const,
      name,
    })),
    ...parts
      .filter((part) => isOrderStep(part.placement))
      .map((part) => ({ what: 'order_page' as const, name: part.id })),
    ...(manifest.connect?.scopes ?? []).map((name) => ({ what: 'market_access' as const, name })),
  ]
}
