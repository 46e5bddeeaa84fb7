import type { Locale, Text } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { prepared } from '#db/prepared.ts'
import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import { bestCard, type CardRow } from './shelves.ts'

/** What operators choose by hand: collections and banners. */

const COLLECTIONS = prepared<{ slug: string; name: Text; lead: Text; cards: CardRow[] }>(`
  select slug, name, lead, cards from collections
  cross join lateral (
    select json_agg(card order by position) as cards from (
      select position, ${bestCard('items', '$2')} as card
      from collection_items join items on items.id = item_id join item_words on item_words.number = items.number
      where collection_id = collections.id and items.status = 'published' and traits & $4::integer = $4::integer order by position limit $3
    ) as chosen where card is not null
  ) as held
  where market = $1 and is_active and cards is not null order by position, slug`)

/** `must`: bits that an item has to have (`offered.ts`). */
export const readCollections = (
  db: Db,
  market: Market,
  locale: Locale,
  perCollection: number,
  must: number,
) => COLLECTIONS(db, [market, locale, perCollection, must])

/** `alt` in one language stands on banners of that language. */
export interface BannerImage {
  sources: { path: string; type: string; width: number }[]
  width: number
  height: number
  placeholder: string | null
  alt: string | Text
}

export interface BannerRow {
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
}

const BANNERS = prepared<BannerRow>(`
  select id, platform_id, locale, place, title, text, image, ground, target, external, action, starts_at, ends_at, position
  from banners where market = $1 and is_active order by position, id limit 500`)

/**
 * All active banners of a market, whatever their days: which hold now is asked of the clock each
 * time.
 */
export const readBanners = (
  { db, cache }: Pick<Services, 'db' | 'cache'>,
  market: Market,
): Promise<BannerRow[]> =>
  cache.recall(`banners:${market}`, [`market:${market}`], () => BANNERS(db, [market]))
