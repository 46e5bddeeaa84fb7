import type { Db } from '#db/client.ts'
import type { TellNeeds } from '../ctx.ts'
import { findWorking } from '../installs/public.ts'
import { tellApp } from '../webhooks/public.ts'
import { findPurchaseOfOrder } from './data.ts'
import { factsOf } from './present.ts'

/** What was bought inside an app was paid, or money went back: the app is told of the whole purchase, on the copy that the store has now. */
export async function productOrderChanged(services: TellNeeds, trx: Db, orderId: string): Promise<void> {
  const row = await findPurchaseOfOrder(trx, orderId)
  if (!row) return
  const working = await findWorking({ db: trx }, row.store_id, row.item_id)
  await tellApp(services, trx, { type: 'app.purchase', installationId: working?.id ?? row.installation_id, data: { purchase: factsOf(row) } })
}
