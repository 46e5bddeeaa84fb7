import { defineOperation } from '#kernel/define-operation.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import {
  startDisconnect,
  closeSite,
  findDisconnecting,
  findSite,
  findWordPressSite,
  abandonWordPressSite,
  returnSiteKeys,
  listDisconnecting,
} from '#modules/stores/platforms/public.ts'
import { endSessionsOf } from '#modules/stores/sessions/public.ts'
import { erasePaymentData } from '#modules/orders/public.ts'
import { beginUninstall } from './start-uninstall.ts'
import { byOwner, requireSameStore } from './conditions.ts'
import { refuse } from './errors.ts'
import * as siteContract from './lifecycle-contract.ts'
import type { Db } from '#db/client.ts'
import type { StartedBy } from './data.ts'
import { secondsAfter } from '#lib/clock.ts'

/**
 * In one transaction: starts to uninstall everything, closes the site, ends the sessions. A loader
 * site gets nothing from its next load on, and its key is revoked at once; a WordPress site gets
 * its keys back when the runs have ended (`processDisconnect`). Purchases stay with the site; saved
 * cards and addresses are deleted.
 */
export const disconnectSite = defineOperation({
  ...siteContract.disconnectSite,
  run: async (ctx, { body }) => {
    const store = requireSameStore(ctx, body.store)
    const [site, wordpress] = [
      await findSite(ctx, store.storeId),
      await findWordPressSite(ctx.db, store.storeId),
    ]
    if (!wordpress && (!site || site.disconnected_at !== null)) throw refuse('site.not_a_site')
    const count = await inTransaction(ctx, async (trx) => {
      const uninstalled = await uninstallAll(ctx, trx, store.storeId, byOwner(store))
      if (wordpress) {
        await startDisconnect(trx, store.storeId, ctx.clock.now())
        await ctx.jobs.enqueue(trx, 'leave-site', { id: store.storeId })
      } else await closeSite(ctx, trx, store.storeId)
      await forgetOwner(ctx, trx, store.storeId)
      return uninstalled
    })
    return { data: { domain: store.domain, uninstalled: count } }
  },
})

/**
 * Gives up a site whose plugin was deleted or that no longer exists, in the caller's transaction:
 * deletes its keys, ends its sessions and uninstalls everything without calling the site. Null
 * while it answers, or before enough failed checks.
 */
export async function abandonSite(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  storeId: string,
  by: StartedBy,
  who: 'owner' | 'support',
): Promise<number | null> {
  const now = services.clock.now()
  if (!(await abandonWordPressSite(trx, storeId, who, now))) return null
  const uninstalled = await uninstallAll(services, trx, storeId, by)
  await forgetOwner(services, trx, storeId)
  return uninstalled
}

/** Whoever connects the site next may be somebody else. */
async function forgetOwner(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  storeId: string,
): Promise<void> {
  const now = services.clock.now()
  await endSessionsOf(trx, storeId, now)
  await erasePaymentData(services, trx, storeId, now)
}

/** Starts to uninstall everything on a store; returns how many items that are. */
async function uninstallAll(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  storeId: string,
  by: StartedBy,
): Promise<number> {
  const live = await trx
    .selectFrom('installations')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('state', '!=', 'uninstalled')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const there of live) {
    if (there.state === 'uninstalling') continue
    if (
      !['installed', 'paused', 'needs_action'].includes(there.state) ||
      !(await beginUninstall(services, trx, there, true, by))
    )
      throw refuse('installs.busy')
  }
  return live.length
}

export const forgetSite = defineOperation({
  ...siteContract.forgetSite,
  run: async (ctx, { body }) => {
    const store = requireSameStore(ctx, body.store)
    const ended = await inTransaction(ctx, (trx) =>
      abandonSite(ctx, trx, store.storeId, byOwner(store), 'owner'),
    )
    if (ended === null) throw refuse('site.still_answers')
    return { data: { domain: store.domain, uninstalled: ended } }
  },
})

/**
 * How long uninstalls may take and the site may stay silent; afterwards its keys are revoked
 * anyway.
 */
const GRACE_SECONDS = 86_400
/** Interval of retries: a plugin that is only switched off may come back. */
const RETRY_SECONDS = 3600

/** Disconnected WordPress sites that still hold keys of ours. */
export const findDisconnectingSites = async ({ db }: Pick<Services, 'db'>): Promise<string[]> =>
  (await listDisconnecting(db)).map((site) => site.store_id)

/**
 * The job `leave-site`: returns the keys after the last run. Until then the job is repeated. When
 * the site did not answer for a day, nothing can be removed there any more: the remaining ledger
 * rows end.
 */
export async function processDisconnect(services: Services, storeId: string): Promise<void> {
  const leaving = await findDisconnecting(services.db, storeId)
  if (!leaving?.leaving_at) return
  const now = services.clock.now()
  const patient = now < secondsAfter(leaving.leaving_at, GRACE_SECONDS)
  const there = await services.db
    .selectFrom('installations')
    .select('state')
    .where('store_id', '=', storeId)
    .where('state', 'in', ['uninstalling', 'needs_action'])
    .limit(1)
    .executeTakeFirst()
  if (there && patient) return tryAgain(services, storeId, secondsAfter(now, -RETRY_SECONDS))
  await returnSiteKeys(services, storeId, patient)
  if (there)
    await inTransaction(services, (trx) =>
      abandonSite(services, trx, storeId, { kind: 'market' }, 'owner'),
    )
}

const tryAgain = (services: Services, storeId: string, before: Date): Promise<void> =>
  inTransaction(services, async (trx) => {
    const stuck = await trx
      .selectFrom('installations')
      .selectAll()
      .where('store_id', '=', storeId)
      .where('state', '=', 'needs_action')
      .where('updated_at', '<=', before)
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const one of stuck)
      await beginUninstall(services, trx, one, one.keep_data, { kind: 'market' })
  })
