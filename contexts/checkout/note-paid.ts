import type { Db } from '#db/client.ts'
import type { Services } from '../ctx.ts'
import { changeOrder, type AttemptRow } from './data.ts'
import type { GatewayPayment } from './gateways/gateway.ts'
import { returnPayTurns } from './cards/pay-limits.ts'
import { keepCard } from './cards/saved-card-data.ts'

/** In the transaction that records a payment: what paying in parts cost, the card that the gateway kept with it, and the try that was none. */
export async function notePaid(services: Pick<Services, 'clock'>, trx: Db, storeId: string, attempt: AttemptRow, payment: GatewayPayment): Promise<void> {
  if (attempt.surcharge_minor > 0) await changeOrder(trx, attempt.order_id, { surcharge_minor: attempt.surcharge_minor })
  await noteCard(services, trx, storeId, attempt, payment)
  await returnPayTurns(trx, attempt, services)
}

/** A card that was kept with money that goes back is kept all the same: without a row of it nobody could have it forgotten. */
export async function noteCard({ clock }: Pick<Services, 'clock'>, trx: Db, storeId: string, attempt: AttemptRow, { savedCard }: GatewayPayment): Promise<void> {
  if (savedCard) await keepCard(trx, { storeId, gateway: attempt.gateway, name: attempt.card_name, card: savedCard }, clock.now())
}
