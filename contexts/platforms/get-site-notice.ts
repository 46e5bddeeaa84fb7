import { secondsAfter } from '#lib/clock.ts'
import { implement, inTransaction, storeOf } from '../ctx.ts'
import { getSiteNotice as contract } from './contract.ts'
import { claimProbe, findSite } from './site-data.ts'

const PROBE_EVERY_SECONDS = 3600

/** Says what is known; the site itself is asked by a job, once an hour at most, and never while somebody waits (D7). */
export const getSiteNotice = implement(contract, async ctx => {
  const { storeId } = storeOf(ctx)
  const now = ctx.clock.now()
  const site = await findSite(ctx.db, storeId)
  const stale = secondsAfter(now, -PROBE_EVERY_SECONDS)
  if (!site?.asked_at || site.asked_at <= stale) {
    await inTransaction(ctx, async trx => {
      if (await claimProbe(trx, storeId, now, stale)) await ctx.jobs.enqueue(trx, 'probe-site', { id: storeId })
    })
  }
  const silent = !site || (site.cdn === null && site.redirects_to === null) || (site.dismissed_until !== null && site.dismissed_until > now)
  return { data: silent ? null : { cdn: site.cdn, redirects_to: site.redirects_to } }
})
