import { secondsAfter } from '#lib/clock.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { changedOnStore, listStandingParts, noteForOwner } from '#modules/installs/public.ts'
import { ConnectorFailure, connectorOf } from '#modules/stores/platforms/public.ts'
import { inOrder, scriptsIn } from './script-rules.ts'

/** A little less than a day, for the housekeeping comes by the hour. */
const PAUSE_SECONDS = 23 * 3600
const MOST_AT_ONCE = 50

type Needs = Pick<
  Services,
  | 'db'
  | 'clock'
  | 'log'
  | 'http'
  | 'trustedHttp'
  | 'sealing'
  | 'blobs'
  | 'signingKey'
  | 'formerKeys'
  | 'cache'
  | 'jobs'
>

/**
 * PCI DSS 11.6.1, daily: does each shop still serve what we put where it can see an order? What is
 * not is written down and logged as an error; the owner's pages show it, and of what is new among
 * it the owner gets a mail. One shop that does not answer keeps nobody else's from being looked at,
 * and is asked again the next day.
 */
export async function checkScripts(services: Needs): Promise<void> {
  const { db, clock, log } = services
  const now = clock.now()
  const stores = await db
    .selectFrom('stores')
    .leftJoin('script_checks as it', 'it.store_id', 'stores.id')
    .select('stores.id')
    .where('stores.status', '=', 'active')
    .where((on) =>
      on.exists(
        on
          .selectFrom('installations')
          .innerJoin('side_effects', 'side_effects.installation_id', 'installations.id')
          .select('side_effects.id')
          .whereRef('installations.store_id', '=', 'stores.id')
          .where('side_effects.state', '=', 'applied')
          .where('side_effects.kind', 'in', ['tracking_code', 'design_block']),
      ),
    )
    .where((on) =>
      on.or([
        on('it.began_at', 'is', null),
        on('it.began_at', '<', secondsAfter(now, -PAUSE_SECONDS)),
      ]),
    )
    .orderBy('it.began_at', (order) => order.asc().nullsFirst())
    .limit(MOST_AT_ONCE)
    .execute()
  for (const { id } of stores) {
    await db
      .insertInto('script_checks')
      .values({ store_id: id, began_at: now })
      .onConflict((conflict) => conflict.column('store_id').doUpdateSet({ began_at: now }))
      .execute()
    try {
      const state = await (await connectorOf(services, id)).getState()
      const parts = (await listStandingParts(db, id)).filter(
        (part) => inOrder(part.placement) !== 'no' && scriptsIn(part.html) !== null,
      )
      const found = changedOnStore(
        parts.map((part) => part.row),
        state,
      )
      const changed = found.map((one) => one.row.id)
      await inTransaction({ db }, async (trx) => {
        const before = await trx
          .selectFrom('script_checks')
          .select('changed')
          .where('store_id', '=', id)
          .forUpdate()
          .executeTakeFirstOrThrow()
        await trx
          .updateTable('script_checks')
          .set({ checked_at: now, changed })
          .where('store_id', '=', id)
          .execute()
        const alarming = found.filter((one) => !before.changed.includes(one.row.id))
        if (alarming.length === 0) return
        await noteForOwner(services, trx, id, {
          kind: 'scripts_changed',
          at: now,
          facts: {
            parts: alarming.flatMap(({ row, what }) => {
              const part = parts.find((one) => one.row.id === row.id)
              return part ? [{ itemId: part.itemId, title: part.title, what }] : []
            }),
          },
        })
      })
      if (changed.length > 0)
        log.error(
          { store: id, effects: changed },
          'a shop serves other scripts where orders are than were put there',
        )
    } catch (error) {
      if (!(error instanceof ConnectorFailure))
        log.error({ error, store: id }, 'scripts of a shop could not be looked at')
    }
  }
}
