import type { Db } from '#db/client.ts'
import type { Services } from '../ctx.ts'
import { keepCard } from './cards/saved-card-data.ts'
import type { GatewayPayment } from './gateways/gateway.ts'
import type { EndingAttempt } from './payment-data.ts'

/** The card that the gateway kept with a payment; with money that goes back too: without a row of it nobody could have it forgotten. */
export async function noteCard({ clock, jobs }: Pick<Services, 'clock' | 'jobs'>, trx: Db, storeId: string, attempt: EndingAttempt, { savedCard }: GatewayPayment): Promise<void> {
  if (!savedCard) return
  const replaced = await keepCard(trx, { storeId, gateway: attempt.gateway, name: attempt.card_name, card: savedCard }, clock.now())
  for (const id of replaced) await jobs.enqueue(trx, 'forget-card', { id })
}
