import type { Ctx, StoreActor } from '../ctx.ts'
import { compareVersions, findInstalledRelease, findRelease, listOffered, type ReleaseFacts, type SaleItem } from '../catalog/public.ts'
import { fitsPlatform, requireFit, versionOfPlatform } from './conditions.ts'
import { findLiveInstallation } from './data.ts'
import { refuse } from './errors.ts'

export interface WantedRelease {
  /** A version; the highest that fits without it. */
  release?: string | undefined
  /** Finished versions, or those that are tried out before (`2.0.0-beta.1`), too. */
  channel: 'stable' | 'preview'
  /** Whether `release` may be lower than what the store has. */
  rollback: boolean
}

/**
 * The release of an item that fits this store (S7.15): its platform and that one's version, its kind of storefront (D19), the channel. What was
 * halted or withdrawn is never offered, and nothing lower than what the store has unless it goes back on purpose (INS-8).
 */
export async function requireFitting(ctx: Ctx, store: StoreActor, item: SaleItem, wanted: WantedRelease): Promise<ReleaseFacts> {
  if (!item.latest) throw refuse('catalog.not_installable')
  const row = await findLiveInstallation(ctx.db, store.storeId, item.id)
  const installed = row ? await findInstalledRelease(ctx, row.release_id) : null
  const isLower = (release: ReleaseFacts) => installed !== null && compareVersions(release.version, installed.version) < 0
  if (wanted.release !== undefined) {
    const release = await findRelease(ctx, { itemId: item.id, version: wanted.release })
    if (!release) throw refuse('installs.release_not_found', { params: { version: wanted.release } })
    if (isLower(release) && !wanted.rollback) throw refuse('installs.lower_release', { params: { version: release.version, installed: installed?.version ?? '' } })
    await requireFit(ctx, store, release)
    return release
  }
  const [all, version] = await Promise.all([listOffered(ctx, item.id), versionOfPlatform(ctx, store.storeId)])
  const finished = all.filter(release => !release.version.includes('-'))
  const offered = wanted.channel === 'preview' || finished.length === 0 ? all : finished
  const fitting = offered.filter(({ manifest }) => fitsPlatform(manifest.compatibility.platforms, store.platformId, version))
  const found = fitting.find(({ manifest }) => manifest.kind === 'app' || !store.isOs2 || manifest.os2)
  if (!found) throw refuse(fitting.length > 0 ? 'installs.not_for_storefront' : 'installs.unsupported')
  if (isLower(found)) throw refuse('installs.lower_release', { params: { version: found.version, installed: installed?.version ?? '' } })
  return found
}
