import type { Db } from '#db/client.ts'
import type { Services } from '../ctx.ts'
import { moveOrder } from './data.ts'

/** The one way in which an order becomes paid, in the caller's transaction; false when it was not in a state from which it may. */
export const completeOrder = (_services: Pick<Services, 'jobs' | 'sealing' | 'clock'>, trx: Db, orderId: string, at: Date, attemptId: string | null = null): Promise<boolean> =>
  moveOrder(trx, orderId, 'paid', at, { paid_at: at }, attemptId)
