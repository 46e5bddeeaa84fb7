import { inTransaction, type Services } from '#kernel/context.ts'
import { settleSavedItems } from '#modules/catalog/public.ts'
import { findLiveInstallation } from './data.ts'
import { recordOwnerNotice } from './owner-notices.ts'

/** Saved items in one transaction. */
const AT_ONCE = 200

/**
 * Tells stores, in the product only, that an item which they saved for later costs less or can be
 * installed at last; part of the hourly housekeeping. Not when they have it meanwhile.
 */
export async function tellOfSavedItems(
  services: Pick<Services, 'db' | 'cache' | 'clock' | 'jobs'>,
): Promise<void> {
  for (let looked = AT_ONCE; looked === AT_ONCE;)
    looked = await inTransaction(services, async (trx) => {
      const settled = await settleSavedItems(services, trx, AT_ONCE)
      for (const { storeId, itemId, kind, price } of settled.news) {
        if (await findLiveInstallation(trx, storeId, itemId)) continue
        const at = services.clock.now().toISOString()
        await recordOwnerNotice(services, trx, storeId, {
          kind,
          // Once for each lower price, and each time that it comes back.
          subject: `${itemId} ${kind === 'saved_cheaper' ? `${price.minor} ${price.currency}` : at}`,
          facts: { itemId },
        })
      }
      return settled.looked
    })
}
