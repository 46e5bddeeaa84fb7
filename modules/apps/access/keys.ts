import { secondsAfter } from '#lib/clock.ts'
import { appOf } from '#kernel/actor.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { findUserEffect, lockWorking } from '#modules/installs/public.ts'
import { askPlatform, connectorOf } from '#modules/stores/platforms/public.ts'
import { refuse } from '../errors.ts'
import { notifyApp } from '../webhooks/tell-app.ts'
import { renewKey as renewContract, takeKey as takeContract } from './contract.ts'
import { noteKey, takeOld } from './data.ts'
import { presentRights, requireCopy } from './get-rights.ts'
import {
  ASKED_FORMER_SECONDS,
  KEY_SECONDS,
  MAX_KEYS_PER_HOUR,
  TAKEN_FORMER_SECONDS,
} from './rules.ts'
import { requireSameStore } from './set-rights.ts'

/**
 * The app takes a key: from the platform through us to the app, written down nowhere. Each call
 * gives another one; an answer that got lost is asked for again, and the keys before are good for
 * an hour.
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
    await noteKey(ctx.db, app.installationId, { asked_at: ctx.clock.now() })
    const connector = await connectorOf(ctx, app.storeId)
    const { secret, url } = await askPlatform(() =>
      connector.renewSecret(effect.id, TAKEN_FORMER_SECONDS),
    )
    const now = ctx.clock.now()
    await noteKey(ctx.db, app.installationId, { taken_at: now })
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

type Needs = Pick<
  Services,
  | 'db'
  | 'clock'
  | 'http'
  | 'trustedHttp'
  | 'sealing'
  | 'blobs'
  | 'signingKey'
  | 'formerKeys'
  | 'cache'
  | 'jobs'
>

/**
 * What the app has ends in a day, and it is told to take another. The key that the platform makes
 * now is nobody's.
 */
async function endInADay(services: Needs, installationId: string, storeId: string): Promise<void> {
  const effect = await findUserEffect(services.db, installationId)
  if (!effect) throw refuse('rights.no_access')
  const now = services.clock.now()
  const renewBy = secondsAfter(now, ASKED_FORMER_SECONDS)
  await inTransaction(services, async (trx) => {
    if (!(await lockWorking(trx, installationId))) throw refuse('installs.not_installed')
    await noteKey(trx, installationId, { renew_asked_at: now })
    await notifyApp(services, trx, {
      type: 'app.permissions_changed',
      installationId,
      data: { key: { renew_by: renewBy.toISOString() } },
    })
  })
  const connector = await connectorOf(services, storeId)
  await askPlatform(() => connector.renewSecret(effect.id, ASKED_FORMER_SECONDS))
}

export const renewKey = defineOperation({
  ...renewContract,
  run: async (ctx, { params, body }) => {
    requireSameStore(ctx, body.store)
    const { installed } = await requireCopy(ctx, params.id)
    if (installed.state !== 'installed') throw refuse('installs.busy')
    await consumeRateLimits(ctx, [{ key: `key-renewals:${installed.id}`, most: 6, seconds: 3600 }])
    await endInADay(ctx, installed.id, installed.store_id)
    return presentRights(ctx, params.id)
  },
})

/**
 * Housekeeping: a key that got old is renewed as if its owner had asked. One shop that does not
 * answer keeps nobody else's.
 */
export async function renewOldKeys(services: Needs & Pick<Services, 'log'>): Promise<void> {
  const now = services.clock.now()
  for (const { installation_id: id } of await takeOld(
    services.db,
    secondsAfter(now, -KEY_SECONDS),
    now,
  )) {
    const { store_id: storeId } = await services.db
      .selectFrom('installations')
      .select('store_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await endInADay(services, id, storeId).catch((error: unknown) =>
      services.log.error({ error, installation: id }, 'an old key could not be renewed'),
    )
  }
}
