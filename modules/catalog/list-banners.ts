import { defineOperation } from '#kernel/define-operation.ts'
import { pickText } from '#lib/locale.ts'
import { wholeList } from '#lib/wire.ts'
import { readBanners } from './collections.ts'
import { listBanners as contract } from './contract.ts'

/** S7.3, S7.26, D19: what holds now, here, and in this language. */
export const listBanners = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const now = ctx.clock.now()
    const rows = await readBanners(ctx, ctx.market)
    return wholeList(
      rows
        .filter(
          (row) =>
            (query.place === undefined || row.place === query.place) &&
            (row.platform_id === null || row.platform_id === ctx.platformId) &&
            (row.locale === null || row.locale === ctx.locale) &&
            (row.starts_at === null || row.starts_at <= now) &&
            (row.ends_at === null || row.ends_at > now),
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
