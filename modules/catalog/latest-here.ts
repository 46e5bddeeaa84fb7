import { sql, type Expression } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/client.ts'
import type { AppManifest, ThemeManifest } from './packages/manifest.ts'
import { isPreview, satisfiesRange } from './packages/versions.ts'
import { isInStage, type Channel } from './rollout-rules.ts'
import type { ReleaseFacts } from './sale-item.ts'

/**
 * What decides which releases a store can have: its platform, that one's version, its kind of
 * storefront (D19), and its own turn.
 */
export interface Shop {
  storeId: string
  platformId: number
  version: string
  isOs2: boolean
}

const SHOP = [
  'stores.id as store_id',
  'stores.platform_id',
  'stores.platform_version',
  'stores.is_os2',
] as const
export const shopOf = (row: {
  store_id: string
  platform_id: number
  platform_version: string | null
  is_os2: boolean
}): Shop => ({
  storeId: row.store_id,
  platformId: row.platform_id,
  version: row.platform_version ?? '',
  isOs2: row.is_os2,
})

export const findShop = async (db: Db, storeId: string): Promise<Shop> =>
  shopOf(
    await db.selectFrom('stores').select(SHOP).where('id', '=', storeId).executeTakeFirstOrThrow(),
  )

/**
 * `fits`: platform id → the range of its versions; null for a release that is only listed. `os2`,
 * `share`: see `ItemVersion`.
 */
interface Version {
  id: string
  itemId: string
  version: string
  published: boolean
  share: number
  fits: Readonly<Record<string, string>> | null
  os2: boolean | null
}

/**
 * What a store has of an item already: the release, and whether its owner wants previews
 * (`2.0.0-beta.1`) too.
 */
export interface Has {
  release_id: string
  channel: string
}
const wants = (has: { channel: string } | null | undefined): Channel =>
  has?.channel === 'preview' ? 'preview' : 'stable'

/**
 * There to be installed at all on this store, fitting or not: what has come to its turn, and what
 * it has already. Previews for who wants them, or where there is nothing else.
 */
export function offeredHere<One extends Version>(
  versions: readonly One[],
  shop: Pick<Shop, 'storeId'>,
  has: (Partial<Has> & { channel: string }) | null | undefined = null,
): One[] {
  const offered = versions.filter(
    (one) =>
      one.published &&
      one.fits !== null &&
      (one.id === has?.release_id || isInStage(one, shop.storeId)),
  )
  const finished = offered.filter((one) => !isPreview(one.version))
  return wants(has) === 'preview' || finished.length === 0 ? offered : finished
}

export const fitsPlatform = (
  fits: Readonly<Record<string, string>>,
  platformId: number,
  version: string,
): boolean => {
  const range = fits[String(platformId)]
  return range !== undefined && satisfiesRange(version, range)
}

export const fitsShop = (one: Pick<Version, 'fits' | 'os2'>, shop: Shop): boolean =>
  one.fits !== null &&
  fitsPlatform(one.fits, shop.platformId, shop.version) &&
  (!shop.isOs2 || one.os2 !== false)

export const releaseFitsShop = (
  { manifest }: Pick<ReleaseFacts, 'manifest'>,
  shop: Shop,
): boolean =>
  fitsShop(
    {
      fits: manifest.compatibility.platforms,
      os2: manifest.kind === 'theme' ? manifest.os2 : null,
    },
    shop,
  )

/**
 * The latest version that a shop can have; `versions` newest first. For who has one already it is
 * never a lower one (I6): what was halted since, and what is only tried out, stays the latest
 * there. `newer`: one above it that asks for a newer shop.
 */
export function latestHere<One extends Version>(
  versions: readonly One[],
  shop: Shop,
  has: Has | null | undefined = null,
): { latest: One | undefined; newer: One | undefined } {
  const offered = offeredHere(versions, shop, has)
  const at = (one: One | undefined) => (one === undefined ? versions.length : versions.indexOf(one))
  const installed = versions.find((one) => one.id === has?.release_id)
  const fitting = offered.find((one) => fitsShop(one, shop))
  const latest = at(installed) <= at(fitting) ? installed : fitting
  const range = (one: One) => one.fits?.[String(shop.platformId)]
  const newer = offered.find(
    (one) =>
      at(one) < at(latest) &&
      range(one) !== undefined &&
      !fitsPlatform(one.fits ?? {}, shop.platformId, shop.version),
  )
  return { latest, newer }
}

/** A release as far as an owner agrees to it: which it is, and what it asks for. */
export interface AskingRelease {
  version: string
  manifest: Pick<AppManifest, 'kind' | 'permissions'> | Pick<ThemeManifest, 'kind'>
}

/**
 * A shop with the releases of an item that are offered, as a statement of its own or as a column of
 * another one; `releaseHere` reads either.
 */
export const selectOffer = (db: Db, itemId: Expression<string>) =>
  db
    .selectFrom('stores')
    .select(SHOP)
    .select((on) => [
      jsonArrayFrom(
        on
          .selectFrom('releases')
          .select([
            'releases.id',
            'releases.item_id as itemId',
            'releases.version',
            'releases.share',
          ])
          .select([
            sql<boolean>`true`.as('published'),
            sql<
              Record<string, string>
            >`coalesce(manifest -> 'compatibility' -> 'platforms', '{}')`.as('fits'),
            sql<boolean | null>`(manifest ->> 'os2')::boolean`.as('os2'),
            sql<
              AskingRelease['manifest']
            >`json_build_object('kind', manifest -> 'kind', 'permissions', manifest -> 'permissions')`.as(
              'manifest',
            ),
          ])
          .where('releases.item_id', '=', itemId)
          .where('releases.status', '=', 'published')
          .where('package_sha256', 'is not', null)
          .orderBy('version_order', 'desc'),
      ).as('offered'),
    ])

interface Offer {
  store_id: string
  platform_id: number
  platform_version: string | null
  is_os2: boolean
  offered: (Version & AskingRelease)[]
}

/** The release that a shop would get of what is offered, to be agreed to; null when none fits. */
export const releaseHere = ({ offered, ...shop }: Offer): AskingRelease | null =>
  latestHere(offered, shopOf(shop)).latest ?? null

export const findReleaseHere = async (
  db: Db,
  storeId: string,
  itemId: string,
): Promise<AskingRelease | null> =>
  releaseHere(
    await selectOffer(db, sql.val(itemId))
      .where('stores.id', '=', storeId)
      .executeTakeFirstOrThrow(),
  )
