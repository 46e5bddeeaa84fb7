import type { StoreActor } from '#kernel/actor.ts'
import type { Ctx } from '#kernel/context.ts'
import {
  compareVersions,
  findInstalledRelease,
  findRelease,
  findShop,
  fitsPlatform,
  fitsShop,
  latestHere,
  listVersions,
  offeredHere,
  type Has,
  type ReleaseFacts,
  type SaleItem,
} from '#modules/catalog/public.ts'
import { requireFit, requireRelease } from './conditions.ts'
import { findLiveInstallation } from './data.ts'
import { refuse } from './errors.ts'

export interface WantedRelease {
  /** A version; the highest that fits without it. */
  release?: string | undefined
  /**
   * Finished versions, or those that are tried out before (`2.0.0-beta.1`), too: also where the
   * owner has chosen so.
   */
  channel: 'stable' | 'preview'
  /** Whether `release` may be lower than what the store has. */
  rollback: boolean
}

/**
 * The release of an item that fits this store (S7.15): its platform and that one's version, its
 * kind of storefront (D19), the channel. What was halted, withdrawn or has not come to the store's
 * turn is not offered, and nothing lower than what the store has unless it goes back on purpose
 * (INS-8).
 */
export async function requireFitting(
  ctx: Ctx,
  store: StoreActor,
  item: SaleItem,
  wanted: WantedRelease,
): Promise<ReleaseFacts> {
  if (!item.latest) throw refuse('catalog.not_installable')
  const row = await findLiveInstallation(ctx.db, store.storeId, item.id)
  const installed = row ? await findInstalledRelease(ctx, row.release_id) : null
  const isLower = (release: ReleaseFacts) =>
    installed !== null && compareVersions(release.version, installed.version) < 0
  if (wanted.release !== undefined) {
    const release = await findRelease(ctx, { itemId: item.id, version: wanted.release })
    if (!release)
      throw refuse('installs.release_not_found', { params: { version: wanted.release } })
    if (isLower(release) && !wanted.rollback)
      throw refuse('installs.lower_release', {
        params: { version: release.version, installed: installed?.version ?? '' },
      })
    await requireFit(ctx, store, release)
    return release
  }
  const [versions, shop] = await Promise.all([
    listVersions(ctx, [item.id]),
    findShop(ctx.db, store.storeId),
  ])
  const channel = wanted.channel === 'preview' ? 'preview' : (row?.channel ?? 'stable')
  const offered = offeredHere(versions.get(item.id) ?? [], shop, {
    channel,
    ...(row && { release_id: row.release_id }),
  })
  const fitting = offered.find((one) => fitsShop(one, shop))
  const found = fitting ? await findInstalledRelease(ctx, fitting.id) : null
  if (!found) {
    const fits = offered.some((one) => fitsPlatform(one.fits ?? {}, shop.platformId, shop.version))
    throw refuse(fits ? 'installs.not_for_storefront' : 'installs.unsupported')
  }
  if (isLower(found))
    throw refuse('installs.lower_release', {
      params: { version: found.version, installed: installed?.version ?? '' },
    })
  return found
}

/**
 * What an owner who names no version is given: the latest that this shop can have, which may be
 * what it has. Refuses what does not fit.
 */
export async function requireNewest(
  ctx: Ctx,
  store: StoreActor,
  item: SaleItem,
  version?: string,
  has: Has | null = null,
): Promise<ReleaseFacts> {
  if (version !== undefined) {
    const release = await requireRelease(ctx, item, version)
    if (release.id !== has?.release_id) await requireFit(ctx, store, release)
    return release
  }
  const [versions, shop] = await Promise.all([
    listVersions(ctx, [item.id]),
    findShop(ctx.db, store.storeId),
  ])
  const { latest } = latestHere(versions.get(item.id) ?? [], shop, has)
  const release =
    (latest && (await findInstalledRelease(ctx, latest.id))) ?? (await requireRelease(ctx, item))
  // Where none fits, the newest says why.
  if (release.id !== has?.release_id) await requireFit(ctx, store, release)
  return release
}
