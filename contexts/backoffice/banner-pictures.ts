import * as catalog from '../catalog/public.ts'
import type { ConsoleCtx } from '../console.ts'
import { keepPicture } from '../partners/public.ts'
import { implementConsole } from '../people/public.ts'
import { refuse } from './errors.ts'
import { writtenOf } from './shelf-rules.ts'
import { describeBannerPicture as describeContract, removeBannerPicture as removeContract, setBannerPicture as setContract } from './shelves-contract.ts'
import { auditedBanner } from './shelves.ts'

const done = { success: true as const }

/** The picture of a banner as it is; refused where there is no such banner. */
async function imageOf({ db }: ConsoleCtx, id: string): Promise<catalog.BannerImage | null> {
  const row = await catalog.findBanner(db, id)
  if (!row) throw refuse('not_found')
  return row.image as catalog.BannerImage | null
}

/** A new picture shows something else: what was said of the old one goes with it. */
export const setBannerPicture = implementConsole(setContract, {
  audit: auditedBanner, limits: () => [{ key: 'pictures of the market', most: 300, seconds: 3_600 }],
  async prepare(ctx, { params, query, upload }) {
    await imageOf(ctx, params.banner)
    return keepPicture(ctx, upload, 'banner', query)
  },
}, async (ctx, { params }, picture) => {
  await imageOf(ctx, params.banner)
  await catalog.setBannerImage(ctx.db, params.banner, { ...picture, alt: {} })
  return done
})

export const describeBannerPicture = implementConsole(describeContract, { audit: auditedBanner }, async (ctx, { params, body }) => {
  const image = await imageOf(ctx, params.banner)
  if (!image) throw refuse('not_found')
  await catalog.setBannerImage(ctx.db, params.banner, { ...image, alt: writtenOf(body.alt) })
  return done
})

export const removeBannerPicture = implementConsole(removeContract, { audit: auditedBanner }, async (ctx, { params }) => {
  await imageOf(ctx, params.banner)
  await catalog.setBannerImage(ctx.db, params.banner, null)
  return done
})
