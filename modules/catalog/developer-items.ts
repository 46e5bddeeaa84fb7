import { prepared } from '#db/prepared.ts'
import type { Ctx } from '#kernel/context.ts'
import { requirePlatform } from '#modules/stores/platforms/public.ts'
import { mustHave } from './offered.ts'
import { presentCards } from './present.ts'
import { bestCard, readShelves, type CardRow } from './shelves.ts'

const CARDS = prepared<{ card: CardRow; total: number }>(`
  select ${bestCard('made', '$3')} as card, total from (
    select number, install_count, count(*) over ()::integer as total from items
    where partner_id = $1 and market = $2 and status = 'published'
      and exists (select from item_words where item_words.number = items.number and traits & $4::integer = $4::integer)
    order by install_count desc, number limit $5 offset $6) as made
  order by install_count desc, number`)

/** What a developer has on the shelves of this market, what most stores have first. */
export async function developerItems(
  ctx: Ctx,
  partnerId: string,
  { page, perPage }: { page: number; perPage: number },
) {
  const [platform, shelves, rows] = await Promise.all([
    requirePlatform(ctx, ctx.platformId),
    readShelves(ctx, ctx.market),
    CARDS(ctx.db, [
      partnerId,
      ctx.market,
      ctx.locale,
      mustHave(ctx),
      perPage,
      (page - 1) * perPage,
    ]),
  ])
  return {
    items: presentCards(
      rows.map((row) => row.card),
      { locale: ctx.locale, shelves, taxIncluded: platform.prices_include_tax },
    ),
    total: rows[0]?.total ?? 0,
  }
}
