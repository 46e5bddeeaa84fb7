import { appOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { recordUsage as record } from '#modules/billing/public.ts'
import { recordUsage as contract } from './contract.ts'

/** Of one installation: an app that reports each event by itself should report sums instead. */
const MOST_PER_MINUTE = 600

export const recordUsage = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const app = appOf(ctx, params.prefix)
    await consumeRateLimits(ctx, [
      { key: `app-usage:${app.installationId}`, most: MOST_PER_MINUTE, seconds: 60 },
    ])
    const data = await record(ctx, {
      storeId: app.storeId,
      itemId: app.itemId,
      key: body.key,
      meter: body.meter,
      quantity: body.quantity,
      usedAt: body.used_at === undefined ? null : new Date(body.used_at),
    })
    return { data }
  },
})
