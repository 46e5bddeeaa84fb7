import type { Db } from '#db/client.ts'
import type { StoreCtx } from '#kernel/context.ts'
import { recordConsents } from '#modules/orders/public.ts'
import type { AgreedCoupon } from './coupons.ts'
import type { PlanVersion } from './data.ts'

/** Of what is recorded when an owner agrees to be charged. */
const CONSENT_VERSION = '1'

/** Keeps who agreed to be charged what, and when, with the address from which it was done. */
export const recordAgreement = (
  trx: Db,
  ctx: StoreCtx,
  item: { id: string; name: string },
  agreed: {
    version: PlanVersion
    amountMinor: number
    day: string
    /** Null: one is chosen when there is something to pay. */
    cardId: string | null
    coupon: AgreedCoupon | null
  },
): Promise<void> =>
  recordConsents(trx, ctx, ctx.actor, {
    orderId: null,
    item: { ...item, latest: null },
    consents: [
      {
        kind: 'subscription',
        version: CONSENT_VERSION,
        agreed: {
          plan: agreed.version.id,
          name: agreed.version.name,
          period: agreed.version.period,
          first_amount_minor: agreed.amountMinor,
          currency: agreed.version.currency,
          ...(agreed.version.meters.length > 0 && {
            meters: agreed.version.meters,
            cap_minor: agreed.version.capMinor,
          }),
          first_day: agreed.day,
          card: agreed.cardId,
          coupon: agreed.coupon && {
            code: agreed.coupon.code,
            value: agreed.coupon.value,
            periods: agreed.coupon.periods,
          },
        },
      },
    ],
  })
