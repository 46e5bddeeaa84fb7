import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { seal } from '#lib/sealed.ts'
import type { Services } from '#kernel/context.ts'
import { WORDPRESS } from '../registry.ts'
import { keepSite, lockDomain, type Connected } from './connect-site.ts'
import { unsealContact, type Contact } from './contact.ts'
import { FORMER_PURPOSE } from './let-go.ts'
import { insertMove } from './move-data.ts'
import { findWordPressSite, renameStore } from './site-data.ts'
import { keysOf } from './site-keys.ts'
import type { FoundSite } from './trade-password.ts'

export interface Moved extends Connected {
  moveId: string
  from: string
  formerContact: Contact | null
}

/** Why a site cannot become that of this store: another has it, or the store has left meanwhile. */
export type MoveFailure = 'taken' | 'stale'

/**
 * Whether what was found at the new address is free for this store; in the transaction that needs
 * to know.
 */
export async function whyNotFree(
  trx: Db,
  storeId: string,
  { store }: FoundSite,
): Promise<MoveFailure | null> {
  await lockDomain(trx, store.domain)
  if (!(await findWordPressSite(trx, storeId))) return 'stale'
  const other = await trx
    .selectFrom('stores')
    .select('id')
    .where('platform_id', '=', WORDPRESS)
    .where('id', '!=', storeId)
    .where((on) =>
      on.or([
        on('external_id', '=', store.id),
        on.and([on('domain', '=', store.domain), on('status', '=', 'active')]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return other ? 'taken' : null
}

/**
 * Everything of the store stands at the new address from now on, under the keys that were found
 * there. Both addresses were proved. What stood on the old site is looked after by the job
 * `settle-move`.
 */
export async function moveWordPressSite(
  services: Pick<Services, 'clock' | 'sealing' | 'jobs'>,
  trx: Db,
  storeId: string,
  found: FoundSite,
  provedBy: 'code' | 'approval',
): Promise<Moved | { failure: MoveFailure }> {
  const failure = await whyNotFree(trx, storeId, found)
  if (failure) return { failure }
  const store = await trx
    .selectFrom('stores')
    .select(['external_id', 'domain'])
    .where('id', '=', storeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const site = await findWordPressSite(trx, storeId)
  const keys = await keysOf(services, trx, storeId)
  const [moveId, now] = [newId('mov'), services.clock.now()]
  await renameStore(trx, storeId, found.store.id)
  const connected = await keepSite(services, trx, found)
  const former =
    keys && keys.baseUrl !== found.baseUrl
      ? seal(
          services.sealing,
          FORMER_PURPOSE,
          JSON.stringify({ ...keys, externalId: store.external_id }),
        )
      : null
  await insertMove(trx, {
    id: moveId,
    store_id: storeId,
    from_domain: store.domain,
    to_domain: found.store.domain,
    proved_by: provedBy,
    moved_at: now,
    former_sealed: former,
  })
  await services.jobs.enqueue(trx, 'settle-move', { id: moveId })
  return {
    ...connected,
    moveId,
    from: store.domain,
    formerContact: unsealContact(services.sealing, site?.contact_sealed ?? null),
  }
}
