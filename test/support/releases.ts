import { writePackage } from '#modules/catalog/packages/write-package.ts'
import { publishRelease } from '#modules/catalog/publish-release.ts'
import { NO_TERMS } from '#modules/catalog/plan-terms.ts'
import { writeListings } from '#modules/catalog/write-listings.ts'
import type { Services } from '#kernel/context.ts'
import type { Market } from '#lib/market.ts'
import type { Marketplace } from './marketplace.ts'
import { bareListing, preparePartner } from './reviewers.ts'

/**
 * An item with nothing but what it must have, of the partner of `preparePartner`; free without a
 * price.
 */
export async function listBare(
  market: Marketplace,
  prefix: string,
  kind: Market = 'app',
  amountMinor = 0,
): Promise<string> {
  const id = `itm_${prefix}`
  if (
    !(await market.services.db
      .selectFrom('partners')
      .select('id')
      .where('id', '=', 'par_x')
      .executeTakeFirst())
  )
    await preparePartner(market)
  const plan = {
    kind: amountMinor === 0 ? ('free' as const) : ('one_time' as const),
    amountMinor,
    currency: 'TRY' as const,
    period: null,
    name: {},
    features: {},
    ...NO_TERMS,
  }
  await market.services.db
    .transaction()
    .execute((trx) =>
      writeListings(trx, [
        { ...bareListing(id), slug: prefix, prefix, market: kind, plans: [plan], releases: [] },
      ]),
    )
  return id
}

/** A small package; `facts` go into its manifest. */
export const zipOf = (prefix: string, version: string, facts: object = {}): Promise<Buffer> =>
  writePackage([
    {
      path: 'arasta.app.json',
      bytes: Buffer.from(
        JSON.stringify({
          format: 1,
          kind: 'app',
          prefix,
          version,
          name: { en: prefix },
          permissions: [],
          compatibility: { platforms: { 1: '*' } },
          ...facts,
        }),
      ),
    },
  ])

export const themeZipOf = (prefix: string, version: string, facts: object = {}): Promise<Buffer> =>
  writePackage([
    {
      path: 'arasta.theme.json',
      bytes: Buffer.from(
        JSON.stringify({
          format: 1,
          kind: 'theme',
          prefix,
          version,
          name: { en: prefix },
          stylesheet: 'a.css',
          stylesheet_rtl: 'a.css',
          settings: {},
          swatches: ['#112233'],
          pages: ['home'],
          os2: false,
          title: { en: prefix },
          summary: { en: prefix },
          compatibility: { platforms: { 1: '*' } },
          ...facts,
        }),
      ),
    },
    { path: 'a.css', bytes: Buffer.from('a{color:#112233}') },
  ])

export const publish = (
  services: Pick<Services, 'db' | 'blobs' | 'signingKey' | 'clock'>,
  itemId: string,
  version: string,
  zip: Buffer,
): Promise<string> =>
  publishRelease(services, {
    itemId,
    version,
    notes: { en: `Notes of ${version}` },
    publishedAt: services.clock.now(),
    zip,
  })
