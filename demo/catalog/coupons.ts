import { writeCoupon, type NewCoupon } from '../../modules/orders/public.ts'
import type { Services } from '../../kernel/context.ts'

/** From this day on, so that loading them again changes nothing. */
const SINCE = new Date('2026-11-01T00:00:00Z')

/** Coupons to try, of each kind one: the README names them. */
export const DEMO_COUPONS: readonly (NewCoupon & { code: string })[] = [
  { code: 'ARASTA10', value: { kind: 'percent', percentBp: 1000 }, validFrom: SINCE },
  {
    code: 'MERHABA50',
    value: { kind: 'amount', amountMinor: 5000, currency: 'TRY' },
    firstPurchase: true,
    validFrom: SINCE,
  },
  {
    code: 'HEDIYE',
    value: { kind: 'percent', percentBp: 10_000 },
    storeLimit: 1,
    validFrom: SINCE,
  },
]

export async function loadCoupons(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (const coupon of DEMO_COUPONS) await writeCoupon(services, coupon)
}
