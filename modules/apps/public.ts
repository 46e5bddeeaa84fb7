import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Services, NotifyNeeds } from '#kernel/context.ts'
import type { SealedColumn } from '#kernel/reseal.ts'
import { findSubscriptionFacts } from '#modules/billing/public.ts'
import { findLiveInstallation, findWorking } from '#modules/installs/public.ts'
import { purgeNoncesBefore, findPurchaseOfOrder } from './in-app/data.ts'
import { factsOf } from './in-app/purchases.ts'
import { lockEndpoint, purgeMessagesEndedBefore } from './webhooks/data.ts'
import { purgeHealthBefore, resumeEndpoint } from './webhooks/endpoint-health.ts'
import { purgeReplaysBefore } from './webhooks/replays.ts'
import { notifyApp } from './webhooks/notify-app.ts'

export {
  findConnectedApp,
  issueTokens,
  revokeToken,
  purgeConnections,
} from './access/oauth-tokens.ts'
export { checkScripts } from './access/scripts.ts'
export { renewOldKeys } from './access/rights.ts'
export { findSignedApp } from './in-app/credentials.ts'
export { deliverWebhook, findDueWebhooks } from './webhooks/deliver-webhook.ts'
export { findDueReplays, findOpenReplays, replayWebhooks } from './webhooks/replays.ts'
export { notifyApp } from './webhooks/notify-app.ts'
export { listFailingEndpoints, listPausedEndpoints, listWebhookDays } from './webhooks/data.ts'

export const SEALED_COLUMNS_OF_APPS: readonly SealedColumn[] = [
  { table: 'app_credentials', column: 'secret_sealed', purpose: 'app-credential' },
  { table: 'webhook_endpoints', column: 'former_sealed', purpose: 'webhook' },
  { table: 'webhook_endpoints', column: 'secret_sealed', purpose: 'webhook' },
]

/** Deletes expired nonces. */
export const purgeAppCallNonces = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  purgeNoncesBefore(db, clock.now())

/** An in-app order was paid or refunded: notifies the app, on the store's current installation. */
export async function productOrderChanged(
  services: NotifyNeeds,
  trx: Db,
  orderId: string,
): Promise<void> {
  const row = await findPurchaseOfOrder(trx, orderId)
  if (!row) return
  const working = await findWorking({ db: trx }, row.store_id, row.item_id)
  await notifyApp(services, trx, {
    type: 'app.purchase',
    installationId: working?.id ?? row.installation_id,
    data: { purchase: factsOf(row) },
  })
}

export const subscriptionChanged: Services['subscriptionChanged'] = async (
  services,
  trx,
  id,
  event,
  isFollowed = event !== 'usage.near_cap',
) => {
  if (isFollowed) await services.jobs.enqueue(trx, 'follow-subscription', { id })
  const facts = await findSubscriptionFacts(trx, id)
  const installed = facts && (await findLiveInstallation(trx, facts.storeId, facts.itemId))
  if (!installed) return
  await notifyApp(services, trx, {
    type: event,
    installationId: installed.id,
    data: { subscription: facts.shown },
  })
}

/** Ends the pause of an item's address; false when it is not paused, or of another item. */
export async function resumeWebhooks(
  trx: Db,
  { itemId, endpointId }: { itemId: string; endpointId: string },
  now: Date,
): Promise<boolean> {
  const there = await trx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', '=', endpointId)
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  if (!there || (await lockEndpoint(trx, endpointId)).paused_at === null) return false
  await resumeEndpoint(trx, endpointId, now)
  return true
}

/** Deletes messages, replays and figures past their retention time. */
export async function purgeWebhooks({
  db,
  clock,
  webhookLog,
}: Pick<Services, 'db' | 'clock' | 'webhookLog'>): Promise<void> {
  const before = secondsAfter(clock.now(), -webhookLog.days * 86_400)
  await purgeMessagesEndedBefore(db, before)
  await purgeReplaysBefore(db, before)
  await purgeHealthBefore(db, before)
}
