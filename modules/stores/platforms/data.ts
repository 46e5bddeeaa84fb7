import {
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  type Updateable,
  sql,
} from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/client.ts'
import type { DB, PlatformHosts, Platforms, StoreCredentials, Stores } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { refuse } from '#lib/refusal.ts'
import type { Services } from '#kernel/context.ts'

export type PlatformRow = Selectable<Platforms>
export type PlatformState = 'draft' | 'open' | 'paused' | 'retired'

/** The hosts of a platform's storefronts, for a query of platforms. */
export const hostsOf = (on: ExpressionBuilder<DB, 'platforms'>) =>
  jsonArrayFrom(
    on
      .selectFrom('platform_hosts')
      .select(['market', 'host'])
      .whereRef('platform_id', '=', 'platforms.id'),
  ).as('hosts')

export const findPlatform = (db: Db, id: number) =>
  db.selectFrom('platforms').selectAll().where('id', '=', id).executeTakeFirst()

/** The logo of a platform, and the market's name, colors and languages at its stores. */
export const findPlatformFace = (db: Db, id: number) =>
  db
    .selectFrom('platforms')
    .select(['logo', 'market_name', 'brand', 'languages'])
    .where('id', '=', id)
    .executeTakeFirst()

/** What the logo of the platform with this key is drawn from. */
export const findLogo = (db: Db, key: string) =>
  db
    .selectFrom('platforms')
    .select(['name', 'letters', 'ground'])
    .where('key', '=', key)
    .executeTakeFirst()

/** The next version of a platform, and its date. */
export const findPlatformPlan = (db: Db, id: number) =>
  db
    .selectFrom('platform_plans')
    .select(['version', sql<string>`to_char(live_on, 'YYYY-MM-DD')`.as('live_on')])
    .where('platform_id', '=', id)
    .executeTakeFirst()

/** A key that left its set signs for this long: tokens and copies of the set may be older. */
export const KEY_OVERLAP_SECONDS = 86_400

export const findPlatformKey = (db: Db, platformId: number, kid: string, now: Date) =>
  db
    .selectFrom('platform_keys')
    .select('public_jwk')
    .where('platform_id', '=', platformId)
    .where('kid', '=', kid)
    .where('retired_at', 'is', null)
    .where((on) =>
      on.or([
        on('left_at', 'is', null),
        on('left_at', '>', secondsAfter(now, -KEY_OVERLAP_SECONDS)),
      ]),
    )
    .executeTakeFirst()

export const findStoreByExternalId = (db: Db, platformId: number, externalId: string) =>
  db
    .selectFrom('stores')
    .selectAll()
    .where('platform_id', '=', platformId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()

export const findStoreById = (db: Db, id: string) =>
  db.selectFrom('stores').selectAll().where('id', '=', id).executeTakeFirst()

/** The currency that the platform names for a store; null where it names none. */
export const findStoreCurrency = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('stores').select('currency').where('id', '=', id).executeTakeFirst())
    ?.currency ?? null

/** Whether a platform's visitors see prices in this currency. */
export const isDefaultCurrency = async (db: Db, code: string): Promise<boolean> =>
  (await db
    .selectFrom('platforms')
    .select('id')
    .where('currency', '=', code)
    .executeTakeFirst()) !== undefined

/** The default currency of the market's first platform; null before there is one. */
export const findHomePlatform = (db: Db) =>
  db.selectFrom('platforms').select(['id', 'currency']).orderBy('id').limit(1).executeTakeFirst()

/** Open stores at the address of a page, on whatever platform; few, and usually one. */
export const listStoresByOrigin = async (db: Db, origin: string): Promise<string[]> => {
  const url = URL.parse(origin)
  if (!url || !/^https?:$/.test(url.protocol)) return []
  const domains = [url.host, url.host.replace(/^www\./, '')]
  const rows = await db
    .selectFrom('stores')
    .select('id')
    .where(sql<boolean>`domain collate "C" = any(${domains}::text[])`)
    .where('status', '=', 'active')
    .limit(10)
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores at this host, with or without `www.` (index in migration 0011). */
export const findStoresByHost = (db: Db, platformId: number, host: string) =>
  db
    .selectFrom('stores')
    .select(['id', 'domain', 'status', 'checked_at'])
    .where('platform_id', '=', platformId)
    .where(sql`regexp_replace(split_part(domain, ':', 1), '^www\\.', '')`, '=', host)
    .orderBy('checked_at', 'desc')
    .limit(20)
    .execute()

/**
 * Stores what the platform says of a store; the id never changes. Refuses a new store of a platform
 * that takes none; the caller's transaction is rolled back.
 */
export async function upsertStore(
  db: Db,
  store: Omit<Insertable<Stores>, 'id' | 'created_at' | 'checked_at'>,
  now: Date,
): Promise<string> {
  const row = await db
    .insertInto('stores')
    .values({ id: newId('sto'), created_at: now, checked_at: now, ...store })
    .onConflict((conflict) =>
      conflict.columns(['platform_id', 'external_id']).doUpdateSet({ ...store, checked_at: now }),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('is_new')])
    .returning((on) =>
      on
        .selectFrom('platforms')
        .select('state')
        .whereRef('platforms.id', '=', 'stores.platform_id')
        .as('state'),
    )
    .executeTakeFirstOrThrow()
  if (row.is_new && isClosedToNew(row.state as PlatformState)) throw refuse('platform.paused')
  return row.id
}

export const isClosedToNew = (state: PlatformState): boolean =>
  state === 'paused' || state === 'retired'

/**
 * Marks a new store as the successor of a closed one at the same address. Its purchases pass on,
 * nothing that is personal does.
 */
export async function succeedStore(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Db,
  id: string,
  formerId: string,
): Promise<void> {
  await trx.updateTable('stores').set({ former_store_id: formerId }).where('id', '=', id).execute()
  await jobs.enqueue(trx, 'pass-entitlements', { id })
}

export const setStoreStatus = (db: Db, id: string, status: 'active' | 'closed', now: Date) =>
  db.updateTable('stores').set({ status, checked_at: now }).where('id', '=', id).execute()

export const findCredentialByHandle = (db: Db, handleHash: Buffer) =>
  db
    .selectFrom('store_credentials')
    .select(['store_id', 'key_id', 'secret_sealed', 'connector_url'])
    .where('handle_hash', '=', handleHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()

export const findNewestCredential = (db: Db, storeId: string) =>
  db
    .selectFrom('store_credentials')
    .select(['key_id', 'secret_sealed', 'connector_url'])
    .where('store_id', '=', storeId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A store, how its platform is reached, and its newest credential, as one statement. */
export const findConnection = (db: Db, id: string) =>
  db
    .selectFrom('stores')
    .innerJoin('platforms', 'platforms.id', 'stores.platform_id')
    .select(['stores.id', 'platform_id', 'external_id', 'domain', 'stores.name', 'stores.url'])
    .select(['platforms.entry', 'platforms.connector_url'])
    .select((on) =>
      jsonObjectFrom(
        on
          .selectFrom('store_credentials')
          .select(['key_id', 'secret_sealed', 'connector_url'])
          .whereRef('store_id', '=', 'stores.id')
          .where('revoked_at', 'is', null)
          .orderBy('created_at', 'desc')
          .limit(1),
      ).as('credential'),
    )
    .where('stores.id', '=', id)
    .executeTakeFirst()

export const insertCredential = (
  db: Db,
  row: Omit<Insertable<StoreCredentials>, 'created_at'>,
  now: Date,
) =>
  db
    .insertInto('store_credentials')
    .values({ ...row, created_at: now })
    .onConflict((conflict) => conflict.column('handle_hash').doNothing())
    .execute()

/** Adds a platform; leaves one that exists as it is. */
export const insertPlatform = (
  db: Db,
  row: Insertable<Platforms>,
): Promise<{ id: number } | undefined> =>
  db
    .insertInto('platforms')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()

export const updatePlatform = (
  db: Db,
  id: number,
  change: Updateable<Platforms>,
): Promise<unknown> => db.updateTable('platforms').set(change).where('id', '=', id).execute()

/** How a platform's prices are shown. */
export const findPlatformPrices = (db: Db, id: number) =>
  db
    .selectFrom('platforms')
    .select(['prices_include_tax', 'home_country', 'currency'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Adds the host of a platform's storefront; leaves a host or storefront that exists as it is. */
export const insertPlatformHost = (db: Db, row: Insertable<PlatformHosts>): Promise<unknown> =>
  db
    .insertInto('platform_hosts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Platforms in the order of their numbers, with the hosts of their storefronts. */
export const listPlatformHosts = (db: Db) =>
  db
    .selectFrom('platforms')
    .select(['id', 'key', 'name', 'state', 'logo', 'market_name', 'brand', 'languages'])
    .select((on) => hostsOf(on))
    .orderBy('id')
    .execute()

/** Adds a public key of a platform; undefined when this `kid` exists. */
export const insertPlatformKey = (
  db: Db,
  platformId: number,
  key: { kid: string; kty: string; crv: string; x: string },
): Promise<{ kid: string } | undefined> =>
  db
    .insertInto('platform_keys')
    .values({ platform_id: platformId, kid: key.kid, public_jwk: JSON.stringify(key) })
    .onConflict((conflict) => conflict.columns(['platform_id', 'kid']).doNothing())
    .returning('kid')
    .executeTakeFirst()

/** A platform's name, without its connector. */
export const findPlatformName = (
  db: Db,
  id: number,
): Promise<{ id: number; name: string } | undefined> =>
  db.selectFrom('platforms').select(['id', 'name']).where('id', '=', id).executeTakeFirst()

export const listPlatformNames = (db: Db): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('platforms').select(['id', 'name']).orderBy('id').execute()

export const writePlatformPlan = (
  db: Db,
  id: number,
  plan: { version: string; liveOn: string; notedAt: Date; notedBy: string },
): Promise<unknown> =>
  sql`insert into platform_plans (platform_id, version, live_on, noted_at, noted_by) values (${id}, ${plan.version}, ${plan.liveOn}, ${plan.notedAt}, ${plan.notedBy})
    on conflict (platform_id) do update set version = excluded.version, live_on = excluded.live_on, noted_at = excluded.noted_at, noted_by = excluded.noted_by`.execute(
    db,
  )

export const deletePlatformPlan = (db: Db, id: number): Promise<unknown> =>
  db.deleteFrom('platform_plans').where('platform_id', '=', id).execute()
