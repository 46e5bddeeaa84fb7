import { inTransaction, type Services } from '../ctx.ts'
import { findEndedUses, markUseEnded } from '../checkout/public.ts'
import { beginUninstall } from './begin-uninstall.ts'
import { lockLiveInstallation } from './data.ts'

/**
 * Takes items off stores that got their money back and whose week of notice is over (D10); called by the hourly housekeeping. Ends when the
 * item is seen to be gone: an uninstall that failed is begun again. The answers to the install form are kept, should the owner come back.
 */
export async function endUses(services: Pick<Services, 'db' | 'clock' | 'jobs' | 'log'>): Promise<void> {
  for (const { orderId, storeId, itemId } of await findEndedUses(services)) {
    await inTransaction(services, async trx => {
      const there = await lockLiveInstallation(trx, storeId, itemId)
      if (!there) await markUseEnded(trx, orderId, services.clock.now())
      else if (['installed', 'paused', 'needs_action'].includes(there.state)) await beginUninstall(services, trx, there, true, { kind: 'market' })
    }).catch((error: unknown) => services.log.error({ error, order: orderId }, 'a use could not be ended'))
  }
}
