import type { Db } from '#db/client.ts'
import type { Services } from '#kernel/context.ts'
import { changeSubscription, findLiveSubscription, lockSubscription, timeOf } from './data.ts'

/** The owner removed the item: its subscription ends with its period, so nothing more is charged. */
export async function cancelWithItem(
  services: Pick<Services, 'clock' | 'gateway'>,
  trx: Db,
  storeId: string,
  itemId: string,
): Promise<void> {
  const seen = await findLiveSubscription(trx, storeId, itemId)
  const row = seen && (await lockSubscription(trx, seen.id))
  if (!row || row.state === 'ended' || row.cancelled_at !== null) return
  const { now } = await timeOf(services, trx, storeId)
  await changeSubscription(
    trx,
    row.id,
    {
      cancelled_at: now,
      pending_version_id: null,
      ...(row.pending_version_id !== null && { told_minor: null }),
      next_action_at: now,
    },
    { kind: 'cancelled', facts: { when: 'period_end', why: 'uninstalled' }, at: now },
  )
}
