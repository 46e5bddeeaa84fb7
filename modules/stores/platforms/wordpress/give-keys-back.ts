import { inTransaction, type Services } from '#kernel/context.ts'
import { leaveStore } from '../connector-protocol.ts'
import { findStoreById } from '../data.ts'
import { ConnectorFailure } from '../store-connector.ts'
import { keysOf } from './site-keys.ts'
import { endLeaving } from './site-data.ts'

/**
 * The end of a site that was disconnected: the plugin forgets its keys, then we do. `patient`: a
 * site that is silent is asked again later, by an error; otherwise the keys are revoked here all
 * the same.
 */
export async function giveKeysBack(
  services: Pick<Services, 'db' | 'http' | 'clock' | 'sealing'>,
  storeId: string,
  patient: boolean,
): Promise<void> {
  const { db, http, clock, sealing } = services
  const [store, address] = [
    await findStoreById(db, storeId),
    await keysOf({ sealing }, db, storeId),
  ]
  if (store && address) {
    try {
      await leaveStore(http, clock, address, store.external_id)
    } catch (error) {
      // A plugin that knows these keys no more has nothing to give back.
      if (!(error instanceof ConnectorFailure) || (patient && error.kind === 'temporary'))
        throw error
    }
  }
  await inTransaction(services, (trx) => endLeaving(trx, storeId, clock.now()))
}
