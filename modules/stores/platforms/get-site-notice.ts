import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { secondsAfter } from '#lib/clock.ts'
import { getSiteNotice as contract } from './contract.ts'
import { probeSite } from './probe-site.ts'
import { claimProbe, findSite } from './site-data.ts'

/**
 * A shop that was put behind a network is noticed within this time, and is asked no more often,
 * however many pages are shown.
 */
const PROBE_EVERY_SECONDS = 30
/**
 * How long a page waits for what the shop answers. A slower shop goes on being asked, and the next
 * page says what it answered.
 */
const WAIT_MS = 800

/**
 * Says how the store's own site answers now (D7, S2.31). Asked at once and not later by a job: the
 * owner is about to change that site.
 */
export const getSiteNotice = defineOperation({
  ...contract,
  run: async (ctx) => {
    const { storeId } = storeOf(ctx)
    const now = ctx.clock.now()
    const known = await findSite(ctx.db, storeId)
    const stale = secondsAfter(now, -PROBE_EVERY_SECONDS)
    const isDismissed = known?.dismissed_until != null && known.dismissed_until > now
    const asks =
      !isDismissed &&
      (!known?.asked_at || known.asked_at <= stale) &&
      (await claimProbe(ctx.db, storeId, now, stale))
    if (asks) {
      const probing = probeSite(ctx, storeId).catch((error: unknown) =>
        ctx.log.warn({ error, store: storeId }, 'a site could not be asked how it answers'),
      )
      await Promise.race([
        probing,
        new Promise((resolve) => {
          setTimeout(resolve, WAIT_MS).unref()
        }),
      ])
    }
    const site = asks ? await findSite(ctx.db, storeId) : known
    return {
      data:
        isDismissed || !site || (site.cdn === null && site.redirects_to === null)
          ? null
          : { cdn: site.cdn, redirects_to: site.redirects_to },
    }
  },
})
