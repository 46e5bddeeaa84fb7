import { sql } from 'kysely'
import type { Ctx } from '#kernel/context.ts'
import { listOpenSubscriptions } from '#modules/billing/public.ts'
import { isStopped } from '#modules/catalog/public.ts'
import type { InstallationState } from './rules.ts'
import { daysUntil, needOf, waitsForOwner } from './ui/needs.ts'
import { listFailing } from './visits.ts'

/**
 * How many items of the store need their owner, by the rules of "My apps". Nothing is read from the
 * shop: every page of an owner shows this number. `asking`: installations whose update needs a
 * decision.
 */
export async function countWaiting(
  ctx: Ctx,
  storeId: string,
  asking: ReadonlySet<string>,
): Promise<number> {
  const now = ctx.clock.now().getTime()
  const [rows, subscriptions, failing] = await Promise.all([
    ctx.db
      .selectFrom('installations as it')
      .select(['it.id', 'it.item_id', 'it.state'])
      .select(isStopped(sql.ref('it.item_id')).as('is_stopped'))
      .where('it.store_id', '=', storeId)
      .where('it.state', '!=', 'uninstalled')
      .limit(500)
      .execute(),
    listOpenSubscriptions(ctx.db, storeId),
    listFailing(ctx, storeId),
  ])
  const ofItem = new Map(subscriptions.map((one) => [one.itemId, one]))
  return rows.filter((row) => {
    const subscription = ofItem.get(row.item_id)
    const trial = subscription?.openTrialUntil ?? null
    return waitsForOwner(
      needOf(
        {
          state: row.state as InstallationState,
          is_stopped: row.is_stopped,
          release_state: asking.has(row.id) ? 'old' : 'latest',
        },
        {
          changed: 0,
          asks: asking.has(row.id),
          failing: failing.has(row.id),
          subscription: subscription
            ? {
                isDue: subscription.isDue,
                trialDaysLeft: trial && daysUntil(trial.toISOString(), now),
              }
            : null,
        },
      ),
    )
  }).length
}
