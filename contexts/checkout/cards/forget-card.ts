import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '../../ctx.ts'
import { gatewayOf } from '../gateways/former-gateways.ts'
import { FORGET_AGAIN_SECONDS } from '../rules.ts'
import { findCardToForget, markCardForgotten, takeCardsToForget } from './saved-card-data.ts'

/** The job `forget-card`: a card that is deleted here goes at its gateway too; one that gives no answer, or has no keys now, is asked again later. */
export async function forgetCard(services: Pick<Services, 'db' | 'gateway' | 'formerGateway'>, id: string): Promise<void> {
  const card = await findCardToForget(services.db, id)
  const gateway = card && gatewayOf(services, card.gateway)
  if (card && gateway && await gateway.deleteCard?.({ customerRef: card.customer_ref, cardRef: card.card_ref })) await markCardForgotten(services.db, id)
}

/** Cards that a gateway is still to forget, for the sweep. */
export const findCardsToForget = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<string[]> => {
  const now = clock.now()
  return (await takeCardsToForget(db, now, secondsAfter(now, FORGET_AGAIN_SECONDS))).map(row => row.id)
}
