import { sql } from 'kysely'
import { inTransaction, type Services } from '#kernel/context.ts'
import { findSubscription } from '#modules/billing/public.ts'
import { findOwnership } from '#modules/orders/public.ts'
import { findLatestRun, findLiveInstallation, lockLiveInstallation } from './data.ts'
import { beginPause, beginResume, findPlaces } from './pause-and-retry.ts'
import { beginUninstall } from './start-uninstall.ts'

const BY_MARKET = { kind: 'market' } as const

/**
 * The job `follow-subscription`: pauses an item whose subscription is not paid, puts it back when
 * it is, and removes it when the subscription has ended. Throws while another run is open, so that
 * the queue tries again.
 */
export async function followSubscription(services: Services, id: string): Promise<void> {
  const subscription = await findSubscription(services.db, id)
  if (!subscription) return
  const { store_id: storeId, item_id: itemId } = subscription
  const there = await findLiveInstallation(services.db, storeId, itemId)
  if (!there) return
  if (subscription.state === 'paused' && there.state === 'installed') {
    const places = await findPlaces(services, storeId)
    return inTransaction(services, async (trx) => {
      const locked = await lockLiveInstallation(trx, storeId, itemId)
      if (locked?.state !== 'installed') return
      if (!(await beginPause(services, trx, locked, BY_MARKET, places))) throw busy(id)
    })
  }
  await inTransaction(services, async (trx) => {
    const locked = await lockLiveInstallation(trx, storeId, itemId)
    if (!locked || locked.state === 'uninstalling') return
    if (subscription.state === 'ended') {
      // Another purchase or subscription may have taken its place.
      if (await findOwnership({ db: trx, clock: services.clock }, storeId, itemId)) return
      if (!(await beginUninstall(services, trx, locked, true, BY_MARKET))) throw busy(id)
      return
    }
    if (subscription.state === 'paused' || locked.state !== 'paused') return
    const last = await findLatestRun(trx, locked.id)
    if (last?.started_by === 'market' && !(await beginResume(services, trx, locked, BY_MARKET)))
      throw busy(id)
  })
}

const busy = (id: string) => new Error(`The item of subscription ${id} is busy`)

/** Subscriptions that their item does not follow, because a job was lost or gave up. */
export const findUnfollowed = async ({ db }: Pick<Services, 'db'>): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select subscriptions.id from subscriptions
      join installations using (store_id, item_id)
      where (subscriptions.state = 'paused' and installations.state = 'installed')
        or (subscriptions.state = 'ended' and installations.state in ('installed', 'paused')
          and ended_at > now() - interval '90 days'
          and not exists (select from entitlements where entitlements.store_id = subscriptions.store_id
            and entitlements.item_id = subscriptions.item_id
            and coalesce(valid_until > now(), true)))
      limit 200`.execute(db)
  ).rows.map(({ id }) => id)

/** Part of the hourly housekeeping. */
export async function followSubscriptions(services: Services): Promise<void> {
  for (const id of await findUnfollowed(services))
    await services.jobs.enqueue(services.db, 'follow-subscription', { id })
}
