import type { StoreActor } from '#kernel/actor.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import {
  findRelease,
  fitsPlatform,
  type ReleaseFacts,
  type SaleItem,
} from '#modules/catalog/public.ts'
import {
  AGREEMENTS,
  findOwnership,
  hasAgreed,
  hasApprovedPermissions,
} from '#modules/orders/public.ts'
import { refuse } from './errors.ts'

/** What must hold before anything is put on a store; each refuses with its own words. */

/**
 * The target comes from the session, never from the form: the form only proves which store its page
 * was about (INS-4).
 */
export function requireSameStore(store: StoreActor, named: string): void {
  if (named !== store.storeId && named !== store.domain) throw refuse('session.store_changed')
}

/** Free, or bought by this store (I5). */
export async function isEntitled(ctx: Ctx, store: StoreActor, item: SaleItem): Promise<boolean> {
  return (
    item.priceKind === 'free' || (await findOwnership(ctx, store.storeId, item.id)) !== undefined
  )
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

/** S5.5: the agreement in force, agreed to now or before. */
export async function requireAgreement(
  ctx: Ctx,
  store: StoreActor,
  itemId: string,
  given: { version: string } | null,
): Promise<void> {
  if (given?.version === AGREEMENTS.data_protection.version) return
  if (!(await hasAgreed(ctx.db, store.storeId, itemId)))
    throw refuse('installs.agreement_required', {
      fields: { agreement: { code: 'installs.agreement_required' } },
    })
}

export const versionOfPlatform = async (ctx: NeedsDb, storeId: string): Promise<string> =>
  (
    await ctx.db
      .selectFrom('stores')
      .select('platform_version')
      .where('id', '=', storeId)
      .executeTakeFirstOrThrow()
  ).platform_version ?? ''

/** D19: a second-generation storefront takes only themes with a build for it. */
export async function requireFit(
  ctx: NeedsDb,
  store: Pick<StoreActor, 'storeId' | 'platformId' | 'isOs2'>,
  release: ReleaseFacts,
): Promise<void> {
  if (release.manifest.kind === 'theme' && store.isOs2 && !release.manifest.os2)
    throw refuse('installs.not_for_storefront')
  if (
    !fitsPlatform(
      release.manifest.compatibility.platforms,
      store.platformId,
      await versionOfPlatform(ctx, store.storeId),
    )
  )
    throw refuse('installs.unsupported')
}

/** S5.4, S8.13 */
export const permissionsRequired = () =>
  refuse('installs.permissions_required', {
    fields: { permissions: { code: 'installs.permissions_required' } },
  })

/** Only one thing at a time happens to an installation, and only to one that works. */
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
 * Did this store approve the permissions of this release at the checkout, and has not installed the
 * item since? An approval counts for the release that was read: another one may ask for more.
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
