import { secondsAfter } from '#lib/clock.ts'
import { pickText } from '#lib/locale.ts'
import type { ConnectScope } from '#lib/market.ts'
import { appOf } from '#kernel/actor.ts'
import { type Ctx, type Services, type StoreCtx, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { addressOn, findInstalledRelease, findItem } from '#modules/catalog/public.ts'
import {
  beginScopes,
  findUserEffect,
  findWorking,
  lockWorking,
  requireSameStore,
} from '#modules/installs/public.ts'
import {
  ConnectorFailure,
  type ConnectorServices,
  type StoreState,
  callPlatform,
  connectorOf,
} from '#modules/stores/platforms/public.ts'
import { refuse } from '../errors.ts'
import { findConnection, findKey, recordKeyTimes, claimOldKeys } from './data.ts'
import * as contract from './contract.ts'
import { type Rights, renewKey as renewContract, takeKey as takeContract } from './contract.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { notifyApp } from '../webhooks/notify-app.ts'

/** The app with this id or slug. */
export async function requireApp(ctx: Ctx, id: string) {
  const item = await findItem(ctx, id.startsWith('itm_') ? { id } : { slug: id }, ctx.locale)
  if (item?.market !== 'app') throw refuse('catalog.item_not_found')
  return item
}

/** An app that works on the signed-in store, with its installed release. */
export async function requireInstalledApp(ctx: StoreCtx, id: string) {
  const item = await requireApp(ctx, id)
  const installed = await findWorking(ctx, ctx.actor.storeId, item.id)
  const release = installed && (await findInstalledRelease(ctx, installed.release_id))
  if (!installed || release?.manifest.kind !== 'app') throw refuse('installs.not_installed')
  return {
    item,
    installed,
    release,
    manifest: release.manifest,
    permission: release.manifest.permissions.find((one) => one.code === 'web_service_user'),
  }
}

type User = StoreState['users'][number]

/**
 * The web-service user as the shop reports it. A shop that does not answer must not keep its owner
 * from seeing and revoking rights.
 */
async function fetchUser(
  ctx: Ctx,
  storeId: string,
  effectId: string,
): Promise<User | 'unreachable' | undefined> {
  try {
    return (await (await connectorOf(ctx, storeId)).getState()).users.find(
      (user) => user.effect_id === effectId,
    )
  } catch (error) {
    if (error instanceof ConnectorFailure) return 'unreachable'
    throw error
  }
}

export async function presentRights(ctx: StoreCtx, id: string): Promise<{ data: Rights }> {
  const { item, installed, release, manifest, permission } = await requireInstalledApp(ctx, id)
  const [effect, key, connection] = await Promise.all([
    findUserEffect(ctx.db, installed.id),
    findKey(ctx.db, installed.id),
    findConnection(ctx.db, installed.id),
  ])
  const user = effect ? await fetchUser(ctx, installed.store_id, effect.id) : undefined
  const counts = user === 'unreachable' ? undefined : user?.rights
  const now = ctx.clock.now()
  const given =
    key?.renew_asked_at && key.taken_at && key.renew_asked_at >= key.taken_at
      ? key.renew_asked_at
      : null
  return {
    data: {
      item: { slug: item.slug, name: item.name, icon: item.icon },
      version: release.version,
      busy: installed.state !== 'installed',
      access:
        permission && manifest.web_service_user
          ? {
              granted: effect !== null,
              required: permission.required,
              reason: pickText(permission.reason, ctx.locale),
              summary: pickText(manifest.web_service_user.summary, ctx.locale),
            }
          : null,
      counted: user === 'unreachable' ? 'unreachable' : effect && !counts ? 'no' : 'yes',
      key: {
        taken_at: key?.taken_at?.toISOString() ?? null,
        renew_asked_at: given?.toISOString() ?? null,
        renews_at:
          key?.taken_at && !given ? secondsAfter(key.taken_at, KEY_SECONDS).toISOString() : null,
      },
      connection: connection
        ? {
            scopes: connection.scopes as ConnectScope[],
            since: connection.created_at.toISOString(),
            approved_by: connection.approved_by,
            last_used_at: connection.last_used_at?.toISOString() ?? null,
          }
        : null,
      connect_url:
        manifest.connect && manifest.links.connect
          ? addressOn(manifest.links.connect, ctx.actor.storeUrl)
          : null,
      rights: (manifest.web_service_user?.scopes ?? []).map((code) => {
        const granted = effect?.scopes.includes(code) ?? false
        const count = granted ? counts?.find((one) => one.scope === code) : undefined
        const last = count?.last_used_at ? new Date(count.last_used_at) : null
        return {
          code,
          granted,
          calls: count?.calls ?? null,
          last_used_at: last?.toISOString() ?? null,
          idle_days: granted && count ? idleDays(last, installed.installed_at, now) : null,
        }
      }),
    },
  }
}

export const getRights = defineOperation({
  ...contract.getRights,
  run: (ctx, { params }) => presentRights(ctx, params.id),
})

/**
 * Grants or revokes rights with one click: the store's user is replaced by one with other rights
 * and the same keys, so calls that are still allowed keep working. Rights that the package requires
 * cannot be revoked one by one; the app must be paused or uninstalled.
 */
export const setRights = defineOperation({
  ...contract.setRights,
  run: async (ctx, { params, body }) => {
    requireSameStore(ctx, body.store)
    const { installed, manifest, permission } = await requireInstalledApp(ctx, params.id)
    const asked = manifest.web_service_user?.scopes ?? []
    const wanted = asked.filter((code) => body.scopes.includes(code))
    if (body.scopes.some((code) => !asked.includes(code))) throw refuse('rights.not_asked_for')
    if (permission?.required && wanted.length < asked.length) throw refuse('rights.required')
    await inTransaction(ctx, async (trx) => {
      const there = await lockWorking(trx, installed.id)
      if (there?.state !== 'installed' || there.release_id !== installed.release_id)
        throw refuse('installs.busy')
      if (!(await beginScopes(ctx, trx, there, wanted))) throw refuse('installs.busy')
    })
    return presentRights(ctx, params.id)
  },
})

/**
 * Passes a new key from the platform to the app without storing it. Each call makes another key;
 * keys taken before stay valid for an hour, so a lost answer can be requested again.
 */
export const takeKey = defineOperation({
  ...takeContract,
  run: async (ctx, { params }) => {
    const app = appOf(ctx, params.prefix)
    await consumeRateLimits(ctx, [
      { key: `app-keys:${app.installationId}`, most: MAX_KEYS_PER_HOUR, seconds: 3600 },
    ])
    const effect = await findUserEffect(ctx.db, app.installationId)
    if (!effect) throw refuse('rights.no_access')
    await recordKeyTimes(ctx.db, app.installationId, { asked_at: ctx.clock.now() })
    const connector = await connectorOf(ctx, app.storeId)
    const { secret, url } = await callPlatform(() =>
      connector.renewSecret(effect.id, TAKEN_FORMER_SECONDS),
    )
    const now = ctx.clock.now()
    await recordKeyTimes(ctx.db, app.installationId, { taken_at: now })
    return {
      data: {
        secret,
        url,
        scopes: effect.scopes,
        former_until: secondsAfter(now, TAKEN_FORMER_SECONDS).toISOString(),
      },
    }
  },
})

type Needs = ConnectorServices & Pick<Services, 'jobs'>

/**
 * Ends the current key in a day and notifies the app to take another. The key that the platform
 * creates here is discarded.
 */
async function expireKeyInADay(
  services: Needs,
  installationId: string,
  storeId: string,
): Promise<void> {
  const effect = await findUserEffect(services.db, installationId)
  if (!effect) throw refuse('rights.no_access')
  const now = services.clock.now()
  const renewBy = secondsAfter(now, ASKED_FORMER_SECONDS)
  await inTransaction(services, async (trx) => {
    if (!(await lockWorking(trx, installationId))) throw refuse('installs.not_installed')
    await recordKeyTimes(trx, installationId, { renew_asked_at: now })
    await notifyApp(services, trx, {
      type: 'app.permissions_changed',
      installationId,
      data: { key: { renew_by: renewBy.toISOString() } },
    })
  })
  const connector = await connectorOf(services, storeId)
  await callPlatform(() => connector.renewSecret(effect.id, ASKED_FORMER_SECONDS))
}

export const renewKey = defineOperation({
  ...renewContract,
  run: async (ctx, { params, body }) => {
    requireSameStore(ctx, body.store)
    const { installed } = await requireInstalledApp(ctx, params.id)
    if (installed.state !== 'installed') throw refuse('installs.busy')
    await consumeRateLimits(ctx, [{ key: `key-renewals:${installed.id}`, most: 6, seconds: 3600 }])
    await expireKeyInADay(ctx, installed.id, installed.store_id)
    return presentRights(ctx, params.id)
  },
})

/**
 * Renews keys of maximum age as if their owners had asked. A shop that does not answer does not
 * stop the others.
 */
export async function renewOldKeys(services: Needs & Pick<Services, 'log'>): Promise<void> {
  const now = services.clock.now()
  for (const { installation_id: id } of await claimOldKeys(
    services.db,
    secondsAfter(now, -KEY_SECONDS),
    now,
  )) {
    const { store_id: storeId } = await services.db
      .selectFrom('installations')
      .select('store_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await expireKeyInADay(services, id, storeId).catch((error: unknown) =>
      services.log.error({ error, installation: id }, 'key renewal failed'),
    )
  }
}

/** How long earlier keys stay valid after the app took a new one. */
const TAKEN_FORMER_SECONDS = 3600
/** How long the app has to take a new key after a renewal was requested. */
const ASKED_FORMER_SECONDS = 86_400
/** Maximum age of a key. */
const KEY_SECONDS = 90 * 86_400
const MAX_KEYS_PER_HOUR = 30

const DAY = 86_400_000

/** Whole days since a right was last used or, if never, since it was granted; null when unknown. */
function idleDays(lastUsed: Date | null, since: Date | null, now: Date): number | null {
  const from = lastUsed ?? since
  return from && Math.max(0, Math.floor((now.getTime() - from.getTime()) / DAY))
}
