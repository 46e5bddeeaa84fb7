import { newId } from '#lib/ids.ts'
import { DEFAULT_LOCALE } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { readTarget } from '#lib/targets.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findPlatformName } from '#modules/stores/platforms/public.ts'
import type { BannerImage } from './collections.ts'
import { refuse } from './errors.ts'
import * as contracts from './merchandising-contract.ts'
import {
  describeBannerPicture as describeContract,
  removeBannerPicture as removeContract,
  setBannerPicture as setContract,
} from './merchandising-contract.ts'
import * as rows from './merchandising-data.ts'
import { writtenOf } from './merchandising-rules.ts'
import { keepPicture } from './pictures/keep-picture.ts'

const done = { success: true as const }
const refuseField = (name: string) =>
  refuse('input.invalid', { fields: { [name]: { code: 'field.invalid' } } })

const made = <A extends { id: string }>(_input: unknown, _ctx: ConsoleCtx, answer?: A) => answer?.id

type BannerRow = Awaited<ReturnType<typeof rows.listBannerRows>>[number]

export const presentBanner = (row: BannerRow, now: Date) => ({
  id: row.id,
  market: row.market as Market,
  place: row.place as 'home' | 'list',
  locale: row.locale as 'tr' | null,
  platform_id: row.platform_id,
  title: row.title,
  text: row.text,
  action: row.action,
  target: row.target,
  external: row.external,
  picture: pictureOf(row.image, row.locale),
  ground: row.ground,
  starts_at: row.starts_at?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  position: row.position,
  active: row.is_active,
  now:
    row.is_active &&
    (row.starts_at === null || row.starts_at <= now) &&
    (row.ends_at === null || row.ends_at > now),
})

/** One language's words stand on a banner of that language. */
function pictureOf(image: unknown, locale: string | null) {
  const kept = image as BannerImage | null
  return (
    kept && {
      ...kept,
      alt: typeof kept.alt === 'string' ? { [locale ?? DEFAULT_LOCALE]: kept.alt } : kept.alt,
    }
  )
}

type GivenBanner = {
  platform_id: number | null
  starts_at: string | null
  ends_at: string | null
  target: string
  external: boolean
} & Omit<rows.BannerFacts, 'platformId' | 'startsAt' | 'endsAt'>

/**
 * S4.2, S4.3: a banner leads to a path of the market, or out of it with a permission of its own.
 */
function bannerOf({
  platform_id: platformId,
  starts_at: from,
  ends_at: to,
  target,
  external,
  ...facts
}: GivenBanner): rows.BannerFacts {
  const read = readTarget(target)
  if (!read || read.outside !== external || (external && !read.href.startsWith('https:')))
    throw refuseField('target')
  if (from !== null && to !== null && new Date(to) <= new Date(from)) throw refuseField('ends_at')
  return {
    ...facts,
    external,
    target: read.href,
    platformId,
    startsAt: from === null ? null : new Date(from),
    endsAt: to === null ? null : new Date(to),
  }
}

async function requirePlatform(ctx: ConsoleCtx, id: number | null): Promise<void> {
  if (id !== null && !(await findPlatformName(ctx.db, id))) throw refuseField('platform_id')
}

const readBanner = (db: ConsoleCtx['db'], id: string) =>
  rows.findBanner(db, id).then(
    (row) =>
      row && {
        title: row.title,
        target: row.target,
        place: row.place,
        language: row.locale,
        from: row.starts_at?.toISOString() ?? null,
        until: row.ends_at?.toISOString() ?? null,
        active: row.is_active,
        position: row.position,
        picture: pictureOf(row.image, row.locale)?.sources[0]?.path ?? null,
        alt: pictureOf(row.image, row.locale)?.alt ?? null,
      },
  )

const auditedBanner = {
  kind: 'banner',
  id: ({ params }: { params: { banner: string } }) => params.banner,
  read: readBanner,
}

export const createBanner = defineOperation({
  ...contracts.createBanner,
  audit: { kind: 'banner', id: made, read: readBanner },
  run: async (ctx, { body: { market, ...facts } }) => {
    await requirePlatform(ctx, facts.platform_id)
    const id = newId('ban')
    await rows.insertBanner(ctx.db, id, market, bannerOf(facts))
    return { id }
  },
})

export const changeBanner = defineOperation({
  ...contracts.changeBanner,
  audit: auditedBanner,
  run: async (ctx, { params, body }) => {
    if (!(await rows.findBanner(ctx.db, params.banner))) throw refuse('not_found')
    await requirePlatform(ctx, body.platform_id)
    await rows.changeBanner(ctx.db, params.banner, bannerOf(body))
    return done
  },
})

export const deleteBanner = defineOperation({
  ...contracts.deleteBanner,
  audit: auditedBanner,
  run: async (ctx, { params }) => {
    if (!(await rows.findBanner(ctx.db, params.banner))) throw refuse('not_found')
    await rows.deleteBanner(ctx.db, params.banner)
    return done
  },
})

/** The picture of a banner as it is; refused where there is no such banner. */
async function imageOf({ db }: ConsoleCtx, id: string): Promise<BannerImage | null> {
  const row = await rows.findBanner(db, id)
  if (!row) throw refuse('not_found')
  return row.image as BannerImage | null
}

/** A new picture shows something else: what was said of the old one goes with it. */
export const setBannerPicture = defineOperation({
  ...setContract,

  audit: auditedBanner,
  limits: () => [{ key: 'pictures of the market', most: 300, seconds: 3_600 }],
  async prepare(ctx, { params, query, upload }) {
    await imageOf(ctx, params.banner)
    return keepPicture(ctx, upload, 'banner', query)
  },

  run: async (ctx, { params }, picture) => {
    await imageOf(ctx, params.banner)
    await rows.setBannerImage(ctx.db, params.banner, { ...picture, alt: {} })
    return done
  },
})

export const describeBannerPicture = defineOperation({
  ...describeContract,
  audit: auditedBanner,
  run: async (ctx, { params, body }) => {
    const image = await imageOf(ctx, params.banner)
    if (!image) throw refuse('not_found')
    await rows.setBannerImage(ctx.db, params.banner, { ...image, alt: writtenOf(body.alt) })
    return done
  },
})

export const removeBannerPicture = defineOperation({
  ...removeContract,
  audit: auditedBanner,
  run: async (ctx, { params }) => {
    await imageOf(ctx, params.banner)
    await rows.setBannerImage(ctx.db, params.banner, null)
    return done
  },
})
