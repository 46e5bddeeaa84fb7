import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import type { Ctx } from '#kernel/context.ts'

/** What is shown on some days only: banners, collections, bundles. */

/** The moment whose banners, collections and bundles are shown. */
export const shownAt = (ctx: Pick<Ctx, 'clock' | 'homePreview'>): Date =>
  ctx.homePreview?.at ?? ctx.clock.now()

const MOMENTS = prepared<{ at: Date }>(`
  select at from (
    select unnest(array[starts_at, ends_at]) as at from banners where market = $1 and is_active
    union select unnest(array[starts_at, ends_at]) from collections where market = $1 and is_active
    union select unnest(array[starts_at, ends_at]) from bundles where market = $1 and state = 'published'
  ) as moments where at > $2 order by at`)

const readMoments = async (db: Db, market: string, now: Date): Promise<Date[]> =>
  (await MOMENTS(db, [market, now])).map(({ at }) => at)

/**
 * Tells the page cache when the next banner, collection or bundle of the market begins or ends:
 * what is rendered now is another page from then on.
 */
export async function noteNextMoment(ctx: Ctx): Promise<void> {
  if (!ctx.changesAt) return
  const now = ctx.clock.now()
  const moments = await ctx.cache.getOrLoad(`moments:${ctx.market}`, [`market:${ctx.market}`], () =>
    readMoments(ctx.db, ctx.market, now),
  )
  const next = moments.find((at) => at > now)
  if (next) ctx.changesAt(next)
}
