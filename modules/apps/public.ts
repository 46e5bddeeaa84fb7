import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Services, NotifyNeeds } from '#kernel/context.ts'
import type { SealedColumn } from '#kernel/reseal.ts'
import { findWorking } from '#modules/installs/public.ts'
import { deleteNoncesBefore, findPurchaseOfOrder } from './in-app/data.ts'
import { factsOf } from './in-app/present.ts'
import { deleteEndedBefore } from './webhooks/data.ts'
import { KEPT_SECONDS } from './webhooks/rules.ts'
import { notifyApp } from './webhooks/tell-app.ts'

export {
  findConnectedApp,
  giveTokens,
  revokeToken,
  tidyConnections,
} from './access/connect/tokens.ts'
export { checkScripts } from './access/scripts/check-scripts.ts'
export { renewOldKeys } from './access/keys.ts'
export { findSignedApp } from './in-app/signed-app.ts'
export { deliverWebhook, findDueWebhooks } from './webhooks/deliver-webhook.ts'
export { notifyApp } from './webhooks/tell-app.ts'

export const SEALED_COLUMNS_OF_APPS: readonly SealedColumn[] = [
  { table: 'app_credentials', column: 'secret_sealed', purpose: 'app-credential' },
  { table: 'webhook_endpoints', column: 'former_sealed', purpose: 'webhook' },
  { table: 'webhook_endpoints', column: 'secret_sealed', purpose: 'webhook' },
]

/** Housekeeping: what was used once may be forgotten when it could not be used any more. */
export const tidyAppCalls = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  deleteNoncesBefore(db, clock.now())

/**
 * What was bought inside an app was paid, or money went back: the app is told of the whole
 * purchase, on the copy that the store has now.
 */
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

/** Housekeeping: the log of what ended long ago goes. */
export const tidyWebhooks = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  deleteEndedBefore(db, secondsAfter(clock.now(), -KEPT_SECONDS))
