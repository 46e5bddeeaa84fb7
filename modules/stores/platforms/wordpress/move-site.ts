import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { seal, unseal } from '#lib/sealed.ts'
import type { Services } from '#kernel/context.ts'
import {
  type Connected,
  type Contact,
  type FoundSite,
  saveSite,
  keysOf,
  lockDomain,
  unsealContact,
} from './connect-site.ts'
import { findWordPressSite, renameStore } from './site-data.ts'
import { z } from 'zod'
import { type ConnectorAddress, isSameSite, leaveStore } from '../connector-protocol.ts'
import { findStoreById } from '../data.ts'
import { ConnectorFailure } from '../store-connector.ts'
import { type Selectable, sql } from 'kysely'
import type { WordpressMoves } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'

export interface Moved extends Connected {
  moveId: string
  from: string
  formerContact: Contact | null
}

/**
 * Why a site cannot become that of this store: another store has it, or this store left meanwhile.
 */
export type MoveFailure = 'taken' | 'stale'

/**
 * Why the site found at the new address is not free for this store, or null. Call it in the
 * transaction that depends on it.
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
    .where('platform_id', '=', (on) =>
      on.selectFrom('stores as own').select('own.platform_id').where('own.id', '=', storeId),
    )
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
 * Moves the store to the new address and its keys, after both addresses were proved. The job
 * `settle-move` takes care of the old site.
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
    .select(['platform_id', 'external_id', 'domain'])
    .where('id', '=', storeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const site = await findWordPressSite(trx, storeId)
  const keys = await keysOf(services, trx, storeId)
  const [moveId, now] = [newId('mov'), services.clock.now()]
  await renameStore(trx, storeId, found.store.id)
  const connected = await saveSite(services, trx, store.platform_id, found)
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

const FORMER_PURPOSE = 'wordpress-former'
const formerSite = z.object({
  baseUrl: z.string(),
  keyId: z.string(),
  secret: z.string(),
  externalId: z.string(),
})

type Needs = Pick<Services, 'db' | 'http' | 'clock' | 'sealing'>

/**
 * Disconnects the old address of a moved site: what is left there is removed and its keys are
 * forgotten, unless the old address leads to the moved site itself. Throws while an unreachable
 * site may still answer.
 */
export async function revokeFormerSite(services: Needs, move: WordPressMoveRow): Promise<void> {
  const { db, http, clock, sealing } = services
  if (move.former_sealed === null) return
  const { externalId, ...former } = formerSite.parse(
    JSON.parse(unseal(sealing, FORMER_PURPOSE, move.former_sealed)),
  )
  const [store, now] = [
    await findStoreById(db, move.store_id),
    await keysOf(services, db, move.store_id),
  ]
  try {
    const sharesKeys = now !== null && now.secret === former.secret
    if (
      sharesKeys &&
      (await isSameSite(http, clock, [now, former], store?.external_id ?? externalId))
    )
      await recordRevocation(db, move.id, false)
    else {
      await leaveStore(http, clock, former, externalId)
      await recordRevocation(db, move.id, true)
    }
  } catch (error) {
    // A plugin that no longer knows these keys has nothing to forget.
    if (
      !(error instanceof ConnectorFailure) ||
      (error.kind === 'temporary' && isPatient(move, clock.now()))
    )
      throw error
    await recordRevocation(db, move.id, false)
  }
}

/**
 * Why a copy kept the identity of its original. `same_site`: both addresses lead to one site;
 * `original_silent`: the original did not answer, so that cannot be decided.
 */
type CopyFailure = 'same_site' | 'original_silent' | 'unreachable'

/**
 * Makes a copied site a store of its own: it removes everything of ours, forgets its keys and takes
 * a new id. The original stays as it is and must answer, to prove that it is another site.
 */
export async function detachCopy(
  services: Needs,
  storeId: string,
  copy: FoundSite,
): Promise<CopyFailure | null> {
  const { db, http, clock } = services
  const original = await keysOf(services, db, storeId)
  if (!original) return 'original_silent'
  const address: ConnectorAddress = {
    baseUrl: copy.baseUrl,
    keyId: copy.keyId,
    secret: copy.secret,
  }
  try {
    if (await isSameSite(http, clock, [original, address], copy.store.id)) return 'same_site'
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error
    return 'original_silent'
  }
  try {
    await leaveStore(http, clock, address, copy.store.id, { isCopy: true })
    return null
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error
    return 'unreachable'
  }
}

type WordPressMoveRow = Selectable<WordpressMoves>

/** How long the old address is tried. */
const RETRY_LIMIT_SECONDS = 86_400
const LONGEST_PAUSE_SECONDS = 3600

const insertMove = (
  db: Db,
  row: Pick<
    WordPressMoveRow,
    'id' | 'store_id' | 'from_domain' | 'to_domain' | 'proved_by' | 'moved_at' | 'former_sealed'
  >,
) =>
  db
    .insertInto('wordpress_moves')
    .values({ ...row, let_go: row.former_sealed === null ? false : null, due_at: row.moved_at })
    .execute()

export const findLastMove = (db: Db, storeId: string) =>
  db
    .selectFrom('wordpress_moves')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('moved_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listDueMoves = (db: Db, now: Date) =>
  db
    .selectFrom('wordpress_moves')
    .select('id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(100)
    .execute()

/** Claims a move before any call, so that a crashed worker leaves it to be tried again. */
export const claimDueMove = (db: Db, id: string, now: Date) =>
  db
    .updateTable('wordpress_moves')
    .set({
      tries: sql<number>`tries + 1`,
      due_at: sql<Date>`${now}::timestamptz + least(${LONGEST_PAUSE_SECONDS}, 10 * power(2, tries)) * interval '1 second'`,
    })
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()

const isPatient = ({ moved_at }: Pick<WordPressMoveRow, 'moved_at'>, now: Date): boolean =>
  now < secondsAfter(moved_at, RETRY_LIMIT_SECONDS)

export const recordMoveChecked = (db: Db, id: string, now: Date) =>
  db
    .updateTable('wordpress_moves')
    .set({
      checked_at: now,
      due_at: sql<Date | null>`case when former_sealed is null then null else due_at end`,
    })
    .where('id', '=', id)
    .execute()

/** Deletes the former keys. */
const recordRevocation = (db: Db, id: string, letGo: boolean) =>
  db
    .updateTable('wordpress_moves')
    .set({
      let_go: letGo,
      former_sealed: null,
      due_at: sql<Date | null>`case when checked_at is null then due_at else null end`,
    })
    .where('id', '=', id)
    .where('former_sealed', 'is not', null)
    .execute()
