import { secondsAfter } from '#lib/clock.ts'
import { pickText } from '#lib/locale.ts'
import type { ConnectScope } from '#lib/market.ts'
import { storeOf } from '#kernel/actor.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { addressOn, findInstalledRelease, findItem } from '#modules/catalog/public.ts'
import { findUserEffect, findWorking } from '#modules/installs/public.ts'
import { ConnectorFailure, connectorOf, type StoreState } from '#modules/stores/platforms/public.ts'
import { refuse } from '../errors.ts'
import { findConnection } from './connect/connect-data.ts'
import { getRights as contract, type Rights } from './contract.ts'
import { findKey } from './data.ts'
import { idleDays, KEY_SECONDS } from './rules.ts'

/** The signed-in store's copy of an app, with the release that it has. */
export async function requireCopy(ctx: Ctx, id: string) {
  const item = await findItem(ctx, id.startsWith('itm_') ? { id } : { slug: id }, ctx.locale)
  if (item?.market !== 'app') throw refuse('catalog.item_not_found')
  const installed = await findWorking(ctx, storeOf(ctx).storeId, item.id)
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
 * What the shop says of the user now; a shop that does not answer keeps nobody from seeing and
 * taking back what was given.
 */
async function askUser(
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

export async function presentRights(ctx: Ctx, id: string): Promise<{ data: Rights }> {
  const { item, installed, release, manifest, permission } = await requireCopy(ctx, id)
  const [effect, key, connection] = await Promise.all([
    findUserEffect(ctx.db, installed.id),
    findKey(ctx.db, installed.id),
    findConnection(ctx.db, installed.id),
  ])
  const user = effect ? await askUser(ctx, installed.store_id, effect.id) : undefined
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
          ? addressOn(manifest.links.connect, storeOf(ctx).storeUrl)
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
  ...contract,
  run: (ctx, { params }) => presentRights(ctx, params.id),
})
