import type { Services } from '#contexts/ctx.ts'
import { publishRelease } from '#contexts/catalog/publish-release.ts'
import { inTransaction } from '#contexts/ctx.ts'
import { fold } from '#lib/fold.ts'
import { newId } from '#lib/ids.ts'
import { LOCALES } from '#lib/locale.ts'
import { buildDemoCatalogue } from './build-packages.ts'
import { CATEGORIES } from './categories.ts'
import type { DemoItem } from './demo-item.ts'
import { DEMO_PARTNER } from './partner.ts'
import { readPictureFile, readPictures, type DemoPicture } from './picture-index.ts'

type Needs = Pick<Services, 'db' | 'blobs' | 'signingKey' | 'clock'>

/** Puts the demo catalogue into the market: again and again with the same result. Releases are published the way every release is. */
export async function loadDemoCatalogue(services: Needs): Promise<void> {
  const items = await buildDemoCatalogue()
  await inTransaction(services, async trx => {
    const now = services.clock.now()
    await trx.insertInto('partners')
      .values({ id: newId('par'), slug: DEMO_PARTNER.slug, name: DEMO_PARTNER.name, statement: JSON.stringify(DEMO_PARTNER.statement), created_at: now })
      .onConflict(conflict => conflict.column('slug').doUpdateSet({ name: DEMO_PARTNER.name, statement: JSON.stringify(DEMO_PARTNER.statement) })).execute()
    for (const [index, { id: slug, market, drawing, name }] of CATEGORIES.entries()) {
      const known = { name: JSON.stringify(name), drawing, position: index }
      await trx.insertInto('categories').values({ id: newId('cat'), market, slug, ...known })
        .onConflict(conflict => conflict.columns(['market', 'slug']).doUpdateSet(known)).execute()
    }
  })
  for (const [index, item] of items.entries()) await loadItem(services, item, index)
}

async function loadItem(services: Needs, item: DemoItem, index: number): Promise<void> {
  if (item.icon !== null) await services.blobs.putPicture(`${item.prefix}/icon.svg`, Buffer.from(item.icon))
  const pictures = await readPictures(item)
  for (const { sources } of pictures) for (const { path } of sources) await services.blobs.putPicture(path, await readPictureFile(path))
  const id = await inTransaction(services, trx => writeItem(trx, services, item, index, pictures))
  for (const release of item.releases) {
    await publishRelease(services, { itemId: id, version: release.version, notes: release.notes, publishedAt: new Date(release.releasedOn), zip: release.zip })
  }
}

async function writeItem(trx: Services['db'], { clock }: Needs, item: DemoItem, index: number, pictures: DemoPicture[]): Promise<string> {
  const { id: partnerId } = await trx.selectFrom('partners').select('id').where('slug', '=', DEMO_PARTNER.slug).executeTakeFirstOrThrow()
  const newest = item.releases.at(-1)
  // Listed in the order of the catalogue: the first stands first among the newest.
  const publishedAt = new Date(new Date(newest?.releasedOn ?? 0).getTime() - index * 60_000)
  const known = {
    market: item.market, prefix: item.prefix, partner_id: partnerId, name: item.name.en, price_minor: item.price.amountMinor, currency: item.price.currency,
    in_app_purchase: item.inAppPurchase === 1, icon: item.icon === null ? null : `/pictures/${item.prefix}/icon.svg`, swatches: item.swatches, ground: item.ground,
    links: JSON.stringify({ document: item.links.document, support: item.links.source }), credits: JSON.stringify(item.credits),
    facts: JSON.stringify({ touches: item.touches, leaves_alone: item.leavesAlone, support: item.support }), page_weight: item.pageWeight,
    status: 'published', updated_at: clock.now(),
  }
  const { id } = await trx.insertInto('items').values({ id: newId('itm'), slug: item.slug, published_at: publishedAt, ...known })
    .onConflict(conflict => conflict.column('slug').doUpdateSet(known)).returning('id').executeTakeFirstOrThrow()
  for (const locale of LOCALES) {
    const text = {
      name: item.name[locale], tagline: item.tagline[locale], description: item.description[locale], features: item.features[locale],
      search_text: fold([item.name[locale], item.tagline[locale], ...item.features[locale], ...item.description[locale], DEMO_PARTNER.name].join(' ')),
    }
    await trx.insertInto('item_texts').values({ item_id: id, locale, ...text })
      .onConflict(conflict => conflict.columns(['item_id', 'locale']).doUpdateSet(text)).execute()
  }
  await trx.deleteFrom('item_categories').where('item_id', '=', id).execute()
  await trx.insertInto('item_categories')
    .columns(['item_id', 'category_id'])
    .expression(on => on.selectFrom('categories').select(eb => [eb.val(id).as('item_id'), 'categories.id']).where('market', '=', item.market).where('slug', 'in', [...item.categories]))
    .execute()
  const kind = item.price.amountMinor === 0 ? 'free' : 'one_time'
  const plan = { kind, price_minor: item.price.amountMinor, currency: item.price.currency }
  await trx.insertInto('plans').values({ id: newId('pln'), item_id: id, position: 0, ...plan })
    .onConflict(conflict => conflict.columns(['item_id', 'position']).doUpdateSet(plan)).execute()
  await trx.deleteFrom('item_pictures').where('item_id', '=', id).execute()
  if (pictures.length > 0) {
    await trx.insertInto('item_pictures').values(pictures.map(picture => ({
      item_id: id, role: picture.role, locale: picture.locale, device: picture.device, position: picture.position, sources: JSON.stringify(picture.sources.map(source => ({ ...source, path: `/pictures/${source.path}` }))),
      width: picture.width, height: picture.height, placeholder: picture.placeholder, alt: JSON.stringify(picture.alt),
    }))).execute()
  }
  return id
}
