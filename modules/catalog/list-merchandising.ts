import { prepared } from '#db/prepared.ts'
import { pickText, type Locale, type Text } from '#lib/locale.ts'
import { wholeList } from '#lib/wire.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { pricingOf } from '#modules/currencies/public.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import { cardRevision } from './cards.ts'
import * as contract from './contract.ts'
import { facetsOfShelves } from './facets.ts'
import { presentCards, presentPicture } from './present.ts'
import { MARKET_SHELF, readShelves } from './shelves.ts'
import { readHomeDraft, readLiveHome } from './home-data.ts'
import { completeHome, isUsualHome } from './home-rules.ts'
import { type DrawnPicture, isOnDays } from './merchandising-rules.ts'
import { noteNextMoment, shownAt } from './shown-at.ts'
import { hasTraits, requiredTraits } from './traits.ts'

/** The arrangement of the home page: the live one, or in a preview the draft. */
export const getHome = defineOperation({
  ...contract.getHome,
  run: async (ctx) => {
    const draft = ctx.homePreview && (await readHomeDraft(ctx.db, ctx.market))
    const lines = completeHome(
      ctx.market,
      draft?.lines ??
        (await ctx.cache.getOrLoad(`home:${ctx.market}`, [`market:${ctx.market}`], () =>
          readLiveHome(ctx.db, ctx.market),
        )) ??
        [],
    )
    return {
      data: {
        arranged: !isUsualHome(ctx.market, lines),
        sections: lines.filter(({ shown }) => shown).map(({ section }) => section),
      },
    }
  },
})

export const listCategories = defineOperation({
  ...contract.listCategories,
  run: async (ctx) => {
    const { categories, counts } = await countedShelves(ctx)
    return wholeList(
      categories
        .filter((one) => !one.tag)
        .map(({ number, slug, name, drawing, picture }) => ({
          slug,
          name: pickText(name, ctx.locale),
          drawing,
          picture: picture && presentPicture(picture, ctx.locale),
          count: counts.get(number) ?? 0,
        })),
    )
  },
})

export const listGoals = defineOperation({
  ...contract.listGoals,
  run: async (ctx) => {
    const { goals, counts } = await countedShelves(ctx)
    return wholeList(
      goals.map(({ number, slug, name, lead, picture }) => ({
        slug,
        name: pickText(name, ctx.locale),
        lead: pickText(lead, ctx.locale),
        picture: picture && presentPicture(picture, ctx.locale),
        count: counts.get(number) ?? 0,
      })),
    )
  },
})

/** Categories and goals of the market, and how many items of this platform they have. */
async function countedShelves(ctx: Ctx) {
  const { categories, goals, cells } = await readShelves(ctx, ctx.market)
  const conditions = requiredTraits(ctx)
  const { categories: counts } = facetsOfShelves(cells, {
    shelf: MARKET_SHELF[ctx.market],
    price: undefined,
    band: 0,
    traits: conditions,
    conditions,
  })
  return { categories, goals, counts }
}

/** Collections of these days with at least one published item. */
export const listCollections = defineOperation({
  ...contract.listCollections,
  run: async (ctx, { query }) => {
    const [platform, pricing, shelves, rows] = await Promise.all([
      requirePlatform(ctx, ctx.platformId),
      pricingOf(ctx),
      readShelves(ctx, ctx.market),
      COLLECTIONS(ctx.db, [
        ctx.market,
        ctx.locale,
        query.per_collection,
        requiredTraits(ctx),
        shownAt(ctx),
      ]),
      noteNextMoment(ctx),
    ])
    const around = {
      locale: ctx.locale,
      shelves,
      taxIncluded: platform.prices_include_tax,
      pricing,
    }
    return wholeList(
      await Promise.all(
        rows.map(async (row) => ({
          slug: row.slug,
          name: pickText(row.name, ctx.locale),
          lead: pickText(row.lead, ctx.locale),
          picture: row.picture && presentPicture(row.picture, ctx.locale),
          items: await presentCards(ctx.db, row.revisions, around),
        })),
      ),
    )
  },
})

const COLLECTIONS = prepared<{
  slug: string
  name: Text
  lead: Text
  picture: DrawnPicture | null
  revisions: string[]
}>(`
  select slug, name, lead, picture, revisions from collections
  cross join lateral (
    select json_agg(revision order by position) as revisions from (
      select position, ${cardRevision('items', '$2')} as revision
      from collection_items join items on items.id = item_id join item_words on item_words.number = items.number
      where collection_id = collections.id and items.status = 'published' and ${hasTraits('$4')} order by position limit $3
    ) as chosen where revision is not null
  ) as held
  where market = $1 and is_active and (starts_at is null or starts_at <= $5) and (ends_at is null or ends_at > $5)
    and revisions is not null order by position, slug`)

/** Banners that are shown now, on this platform and in this language (S7.3, S7.26, D19). */
export const listBanners = defineOperation({
  ...contract.listBanners,
  run: async (ctx, { query }) => {
    const at = shownAt(ctx)
    await noteNextMoment(ctx)
    // All active banners are cached; whether one is shown now depends on the clock.
    const rows = await ctx.cache.getOrLoad(`banners:${ctx.market}`, [`market:${ctx.market}`], () =>
      BANNERS(ctx.db, [ctx.market]),
    )
    return wholeList(
      rows
        .filter(
          (row) =>
            (query.place === undefined || row.place === query.place) &&
            (row.platform_id === null || row.platform_id === ctx.platformId) &&
            (row.locale === null || row.locale === ctx.locale) &&
            isOnDays(row, at),
        )
        .map(({ id, place, position, title, text, image, ground, target, external, action }) => ({
          id,
          place,
          order: position,
          title,
          text,
          image: image && {
            ...image,
            alt: typeof image.alt === 'string' ? image.alt : pickText(image.alt, ctx.locale),
          },
          ground,
          target,
          external,
          action,
        })),
    )
  },
})

/** `alt` is a plain string on banners that are shown in one language only. */
export interface BannerImage {
  sources: { path: string; type: string; width: number }[]
  width: number
  height: number
  placeholder: string | null
  alt: string | Text
}

const BANNERS = prepared<{
  id: string
  platform_id: number | null
  locale: Locale | null
  place: 'home' | 'list'
  title: string
  text: string
  image: BannerImage | null
  ground: string | null
  target: string
  external: boolean
  action: string
  starts_at: Date | null
  ends_at: Date | null
  position: number
}>(`
  select id, platform_id, locale, place, title, text, image, ground, target, external, action, starts_at, ends_at, position
  from banners where market = $1 and is_active order by position, id limit 500`)

/** Categories of partners, not of items (S7.25, D19). */
export const listPartnerCategories = defineOperation({
  ...contract.listPartnerCategories,
  run: async (ctx) => {
    const rows = await ctx.cache.getOrLoad(
      'partner-categories',
      ['market:app', 'market:theme'],
      () => PARTNER_CATEGORIES(ctx.db, []),
    )
    return wholeList(
      rows.map(({ slug, name, text, partners }) => ({
        slug,
        name: pickText(name, ctx.locale),
        text: pickText(text, ctx.locale),
        count: partners,
      })),
    )
  },
})

const PARTNER_CATEGORIES = prepared<{ slug: string; name: Text; text: Text; partners: number }>(`
  select slug, name, text, (select count(*)::integer from partners where category = partner_categories.slug) as partners
  from partner_categories order by position`)
