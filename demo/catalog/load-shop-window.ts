import { WINDOW_LOCALES } from './demo-locales.ts'
import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import { newId } from '../../lib/ids.ts'
import { readPictures } from './picture-archive.ts'
import { BANNERS, BUNDLES, COLLECTIONS, type DemoBanner } from './shop-window.ts'

/** Not again once it is there: operators may have changed it since. */
async function loadBundles(trx: Services['db'], now: Date): Promise<void> {
  for (const { market, slug, name, text, percentOff, items } of BUNDLES) {
    const bundle = await trx
      .insertInto('bundles')
      .values({
        id: newId('bnd'),
        market,
        slug,
        names: JSON.stringify(name),
        texts: JSON.stringify(text),
        percent_off: percentOff,
        state: 'published',
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (bundle)
      await sql`insert into bundle_items (bundle_id, item_id, plan_id, position)
        select ${bundle.id}, items.id, plans.id, place from unnest(${[...items]}::text[]) with ordinality as wanted (prefix, place)
        join items using (prefix) join plans on plans.item_id = items.id and plans.position = 0
        where market = ${market}`.execute(trx)
  }
}

/**
 * Collections, bundles and banners of the demo market: again and again with the same result. Items
 * must be there already.
 */
export async function loadShopWindow(trx: Services['db'], now: Date): Promise<void> {
  await loadBundles(trx, now)
  for (const [position, { market, slug, name, lead, items }] of COLLECTIONS.entries()) {
    const known = {
      name: JSON.stringify(name),
      lead: JSON.stringify(lead),
      position,
      is_active: true,
    }
    const { id } = await trx
      .insertInto('collections')
      .values({ id: newId('col'), market, slug, ...known })
      .onConflict((conflict) => conflict.columns(['market', 'slug']).doUpdateSet(known))
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('collection_items').where('collection_id', '=', id).execute()
    await sql`insert into collection_items (collection_id, item_id, position)
      select ${id}, items.id, place - 1 from unnest(${[...items]}::text[]) with ordinality as wanted (prefix, place) join items using (prefix)
      where market = ${market}`.execute(trx)
  }
  for (const [position, banner] of BANNERS.entries()) {
    for (const locale of WINDOW_LOCALES) {
      const { market, place, target, ground } = banner
      const known = {
        market,
        place,
        target,
        ground,
        locale,
        position,
        title: banner.title[locale],
        text: banner.text[locale],
        action: banner.action[locale],
        image: JSON.stringify(await pictureOf(banner, locale)),
      }
      await trx
        .insertInto('banners')
        .values({ id: `ban_demo_${banner.name}_${locale}`, ...known })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(known))
        .execute()
    }
  }
}

/** The cover of the item that the banner shows, in the banner's language or else in English. */
async function pictureOf({ shows }: DemoBanner, locale: (typeof WINDOW_LOCALES)[number]) {
  if (shows === null) return null
  const { pictures } = await readPictures({ prefix: shows })
  const covers = pictures.filter((one) => one.role === 'cover' && one.device === 'desktop')
  const cover =
    covers.find((one) => one.locale === locale) ?? covers.find((one) => one.locale === 'en')
  if (!cover) return null
  const { sources, width, height, placeholder, alt } = cover
  return {
    sources: sources.map((source) => ({ ...source, path: `/pictures/${source.path}` })),
    width,
    height,
    placeholder,
    alt: alt[cover.locale],
  }
}
