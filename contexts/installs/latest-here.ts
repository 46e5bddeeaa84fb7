import type { Db } from '#db/client.ts'
import type { ItemVersion, ReleaseFacts } from '../catalog/public.ts'
import { fitsPlatform } from './conditions.ts'

/** What decides which releases a store can have: its platform, that one's version, its kind of storefront (D19). */
export interface Shop {
  platformId: number
  version: string
  isOs2: boolean
}

export async function findShop(db: Db, storeId: string): Promise<Shop> {
  const row = await db.selectFrom('stores').select(['platform_id', 'platform_version', 'is_os2']).where('id', '=', storeId).executeTakeFirstOrThrow()
  return { platformId: row.platform_id, version: row.platform_version ?? '', isOs2: row.is_os2 }
}

type Version = Pick<ItemVersion, 'id' | 'version' | 'published' | 'fits' | 'os2'>

/** There to be installed at all; finished versions where there are any (`2.0.0-beta.1` is one that is tried out before). */
const offeredOf = <One extends Version>(versions: readonly One[]): One[] => {
  const offered = versions.filter(one => one.published && one.fits !== null)
  const finished = offered.filter(one => !one.version.includes('-'))
  return finished.length > 0 ? finished : offered
}

export const fitsShop = (one: Pick<ItemVersion, 'fits' | 'os2'>, shop: Shop): boolean =>
  one.fits !== null && fitsPlatform(one.fits, shop.platformId, shop.version) && (!shop.isOs2 || one.os2 !== false)

export const releaseFitsShop = ({ manifest }: Pick<ReleaseFacts, 'manifest'>, shop: Shop): boolean =>
  fitsShop({ fits: manifest.compatibility.platforms, os2: manifest.kind === 'theme' ? manifest.os2 : null }, shop)

/**
 * The latest version that a shop can have; `versions` newest first. For who has one already it is never a lower one (I6): what was halted
 * since, and what is only tried out, stays the latest there. `newer`: one above it that asks for a newer shop.
 */
export function latestHere<One extends Version>(versions: readonly One[], shop: Shop, installedId: string | null = null): { latest: One | undefined; newer: One | undefined } {
  const offered = offeredOf(versions)
  const at = (one: One | undefined) => (one === undefined ? versions.length : versions.indexOf(one))
  const installed = versions.find(one => one.id === installedId)
  const fitting = offered.find(one => fitsShop(one, shop))
  const latest = at(installed) <= at(fitting) ? installed : fitting
  const range = (one: One) => one.fits?.[String(shop.platformId)]
  const newer = offered.find(one => at(one) < at(latest) && range(one) !== undefined && !fitsPlatform(one.fits ?? {}, shop.platformId, shop.version))
  return { latest, newer }
}
