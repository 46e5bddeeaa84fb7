import type { StoreActor } from '#kernel/actor.ts'
import type { Ctx, Services, StoreCtx } from '#kernel/context.ts'
import {
  type Has,
  type ItemVersion,
  type ReleaseFacts,
  type SaleItem,
  compareVersions,
  findInstalledRelease,
  findRelease,
  fitsPlatform,
  fitsShop,
  latestHere,
  listVersions,
  offeredHere,
} from '#modules/catalog/public.ts'
import {
  agreementsIn,
  findOwnership,
  hasAgreed,
  hasApprovedPermissions,
} from '#modules/orders/public.ts'
import { refuse } from './errors.ts'
import { findLiveInstallation } from './data.ts'

/** Conditions of an installation; each throws its own refusal. */

/**
 * The target comes from the session, never from the form; the form only proves which store its page
 * showed (INS-4).
 */
export function requireSameStore(ctx: StoreCtx, named: string): StoreActor {
  const { actor } = ctx
  if (named !== actor.storeId && named !== actor.domain) throw refuse('session.store_changed')
  return actor
}

export const isFree = (item: SaleItem): boolean => item.priceKind === 'free'

/** Free, or bought by this store (I5). */
export async function isEntitled(
  ctx: Ctx,
  store: Pick<StoreActor, 'storeId'>,
  item: SaleItem,
): Promise<boolean> {
  return isFree(item) || (await findOwnership(ctx, store.storeId, item.id)) !== undefined
}

/** The latest release, or the published one of that version. */
export async function requireRelease(
  ctx: Ctx,
  item: SaleItem,
  version?: string,
): Promise<ReleaseFacts> {
  if (!item.latest) throw refuse('catalog.not_installable')
  if (version === undefined || version === item.latest.version) return item.latest
  const release = await findRelease(ctx, { itemId: item.id, version })
  if (!release) throw refuse('installs.release_not_found', { params: { version } })
  return release
}

type NeedsDb = Pick<Services, 'db'>

/** S5.5: the current agreement was accepted, now or before. */
export async function requireAgreement(
  ctx: Ctx,
  store: StoreActor,
  itemId: string,
  given: { version: string } | null,
): Promise<void> {
  if (given?.version === agreementsIn(ctx.operator.country).data_protection.version) return
  if (!(await hasAgreed(ctx, store.storeId, itemId)))
    throw refuse('installs.agreement_required', {
      fields: { agreement: { code: 'installs.agreement_required' } },
    })
}

type ShopFacts = Pick<StoreActor, 'storeId' | 'platformId' | 'platformVersion' | 'isOs2'>

const shopOfActor = ({ storeId, platformId, platformVersion: version, isOs2 }: ShopFacts) => ({
  storeId,
  platformId,
  version,
  isOs2,
})

/** D19: a second-generation storefront takes only themes with a build for it. */
function requireFit(
  store: Pick<StoreActor, 'platformId' | 'isOs2' | 'platformVersion'>,
  release: ReleaseFacts,
): void {
  if (release.manifest.kind === 'theme' && store.isOs2 && !release.manifest.os2)
    throw refuse('installs.not_for_storefront')
  if (
    !fitsPlatform(release.manifest.compatibility.platforms, store.platformId, store.platformVersion)
  )
    throw refuse('installs.unsupported')
}

/** S5.4, S8.13 */
export const permissionsRequired = () =>
  refuse('installs.permissions_required', {
    fields: { permissions: { code: 'installs.permissions_required' } },
  })

/** An installation must work and have no run in progress. */
export function requireFree(state: string): void {
  if (state === 'installed') return
  throw refuse(
    state === 'needs_action'
      ? 'installs.unfinished'
      : state === 'paused'
        ? 'installs.paused'
        : 'installs.busy',
  )
}

/** The person in the panel, for the history. */
export const byOwner = (store: StoreActor) => ({ kind: 'owner' as const, name: store.account.name })

/**
 * Whether this store approved the permissions of this release at checkout and has not installed the
 * item since. An approval counts for one release, because another may ask for more.
 */
export const hasApproved = async (
  { db }: NeedsDb,
  storeId: string,
  itemId: string,
  version: string,
): Promise<boolean> =>
  (await hasApprovedPermissions(db, storeId, itemId, version)) &&
  (await db
    .selectFrom('installations')
    .select('id')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .limit(1)
    .executeTakeFirst()) === undefined

interface WantedRelease {
  /** A version; without it the highest that fits. */
  release?: string | undefined
  /**
   * `preview` includes versions like `2.0.0-beta.1`; also when the owner has chosen that channel.
   */
  channel: 'stable' | 'preview'
  /** Whether `release` may be lower than the installed one. */
  rollback: boolean
}

/**
 * The release of an item that fits this store (S7.15): platform and its version, kind of storefront
 * (D19), channel. Releases that were halted, withdrawn or have not reached this store are not
 * offered, and no lower one than the installed unless on purpose (INS-8).
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
    requireFit(store, release)
    return release
  }
  const versions = await listVersions(ctx, [item.id])
  const shop = shopOfActor(store)
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
 * The release for an owner who names no version: the latest that this shop can have, possibly the
 * installed one. Refuses what does not fit.
 */
export async function requireNewest(
  ctx: Ctx,
  store: ShopFacts,
  item: SaleItem,
  version?: string,
  has: Has | null = null,
  known?: readonly ItemVersion[],
): Promise<ReleaseFacts> {
  if (version !== undefined) {
    const release = await requireRelease(ctx, item, version)
    if (release.id !== has?.release_id) requireFit(store, release)
    return release
  }
  const versions = known ?? (await listVersions(ctx, [item.id])).get(item.id) ?? []
  const { latest } = latestHere(versions, shopOfActor(store), has)
  const release =
    (latest && (latest.id === item.latest?.id ? item.latest : null)) ??
    (latest && (await findInstalledRelease(ctx, latest.id))) ??
    (await requireRelease(ctx, item))
  // When none fits, the newest one explains why.
  if (release.id !== has?.release_id) requireFit(store, release)
  return release
}
