import type { Db } from '#db/client.ts'
import type { Services } from '../ctx.ts'
import type { AttemptRow } from './data.ts'
import type { GatewayPayment } from './gateways/gateway.ts'
import { returnPayTurns } from './pay-limits.ts'
import { keepCard } from './saved-card-data.ts'

/** In the transaction that records a payment: the card that the gateway kept with it, and the try that was none. */
export async function noteCard(services: Pick<Services, 'clock'>, trx: Db, storeId: string, attempt: AttemptRow, { savedCard }: GatewayPayment): Promise<void> {
  if (savedCard) await keepCard(trx, { storeId, gateway: attempt.gateway, name: attempt.card_name, card: savedCard }, services.clock.now())
  await returnPayTurns(trx, attempt, services)
}
