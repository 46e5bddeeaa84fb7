import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { StoreConnector, StoreState } from '../store-connector.ts'
import { ConnectorFailure } from '../store-connector.ts'
import type { WordPressSiteRow } from './site-data.ts'

/**
 * What no plugin that works would answer with. A site that is only busy, closed or old is not
 * silent.
 */
export const SILENCES = ['plugin_off', 'keys_gone', 'unreachable'] as const
export type Silence = (typeof SILENCES)[number]

/**
 * Looks that count lie so far apart; so many of them, over so long, and the site may be given up. A
 * site that does not answer at all may be on its way back.
 */
export const APART_SECONDS = 1800
export const LOOKS_NEEDED = 3
const PATIENCE_SECONDS: Readonly<Record<Silence, number>> = {
  plugin_off: 7200,
  keys_gone: 7200,
  unreachable: 3 * 86_400,
}

/** What a look heard: nothing, once more, or that somebody is there. */
export async function noteSilence(
  db: Db,
  storeId: string,
  silence: Silence | null,
  now: Date,
): Promise<void> {
  const row = db.updateTable('wordpress_sites').where('store_id', '=', storeId)
  if (silence === null)
    await row
      .set({ silence: null, silent_since: null, silent_at: null, silent_looks: 0 })
      .where('silence', 'is not', null)
      .execute()
  else {
    await row
      .set({
        silence,
        silent_since: sql<Date>`coalesce(silent_since, ${now})`,
        silent_at: now,
        silent_looks: sql<number>`silent_looks + 1`,
      })
      .where((on) =>
        on.or([
          on('silent_at', 'is', null),
          on('silent_at', '<=', secondsAfter(now, -APART_SECONDS)),
        ]),
      )
      .execute()
  }
}

type Heard = Pick<
  WordPressSiteRow,
  'silence' | 'silent_since' | 'silent_looks' | 'left_at' | 'forgotten_at'
>

/**
 * From when a silent site may be given up; null where it answers, or was given up. One whose keys
 * went back without an answer may be at once.
 */
export function forgettableFrom({
  silence,
  silent_since: since,
  left_at: leftAt,
  forgotten_at: forgottenAt,
}: Heard): Date | null {
  if (forgottenAt !== null) return null
  if (leftAt !== null) return leftAt
  return silence === null || since === null
    ? null
    : secondsAfter(since, PATIENCE_SECONDS[silence as Silence])
}

export function mayForget(site: Heard, now: Date): boolean {
  const from = forgettableFrom(site)
  return (
    from !== null && now >= from && (site.left_at !== null || site.silent_looks >= LOOKS_NEEDED)
  )
}

export const findAnySite = (db: Db, storeId: string) =>
  db.selectFrom('wordpress_sites').selectAll().where('store_id', '=', storeId).executeTakeFirst()

/** Sites that were silent, and are to be asked again. */
export const listSilent = (db: Db, before: Date) =>
  db
    .selectFrom('wordpress_sites')
    .innerJoin('stores', 'stores.id', 'store_id')
    .selectAll('wordpress_sites')
    .select(['stores.domain', 'stores.url'])
    .where('silence', 'is not', null)
    .where('left_at', 'is', null)
    .where('silent_at', '<=', before)
    .orderBy('silent_at')
    .limit(40)
    .execute()

/**
 * False when it answers again, or somebody was quicker. Its keys are erased: nothing is asked there
 * any more.
 */
export async function forgetSite(
  trx: Db,
  storeId: string,
  by: 'owner' | 'support',
  now: Date,
): Promise<boolean> {
  const site = await trx
    .selectFrom('wordpress_sites')
    .selectAll()
    .where('store_id', '=', storeId)
    .forUpdate()
    .executeTakeFirst()
  if (!site || !mayForget(site, now)) return false
  await trx
    .updateTable('wordpress_sites')
    .set({
      leaving_at: sql<Date>`coalesce(leaving_at, ${now})`,
      left_at: sql<Date>`coalesce(left_at, ${now})`,
      forgotten_at: now,
      forgotten_by: by,
    })
    .where('store_id', '=', storeId)
    .execute()
  await trx.deleteFrom('store_credentials').where('store_id', '=', storeId).execute()
  await trx
    .updateTable('stores')
    .set({ status: 'closed', checked_at: now })
    .where('id', '=', storeId)
    .execute()
  return true
}

const NOTHING: StoreState = { revision: 0, slots: [], users: [], packages: [], takes_users: false }
const gone = () => Promise.reject(new ConnectorFailure('closed', 'store_closed'))

/**
 * A site that was given up: nothing of ours is there that could be asked about, so what is to be
 * taken off counts as taken off.
 */
export const forgottenConnector: StoreConnector = {
  getState: async () => NOTHING,
  deleteEffect: async () => false,
  getEffect: async () => null,
  getStore: gone,
  listLanguages: gone,
  listPlatformLanguages: gone,
  listCustomerGroups: gone,
  putPackage: gone,
  putEffect: gone,
  renewSecret: gone,
  startPreview: gone,
}
