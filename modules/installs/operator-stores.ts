import { defineOperation } from '#kernel/define-operation.ts'
import type { Waiting } from '#kernel/waiting.ts'
import { type Happened, type HappenedPage, newestFirst } from '#kernel/happened.ts'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { directionOf, isBeyond } from '#db/list-order.ts'
import type { ListSort } from '#lib/list-sort.ts'
import { type PageKey, pageOf, parsePageKey } from '#lib/page-key.ts'
import { findWordPressRecord, canAbandon } from '#modules/stores/platforms/public.ts'
import { requireNamedStore } from '#modules/stores/public.ts'
import { findPartnerOfItem } from '#modules/catalog/public.ts'
import { findOrderOfItem } from '#modules/orders/public.ts'
import { refuse } from './errors.ts'
import { abandonSite } from './disconnect-site.ts'
import {
  forgetStoreSite as forgetContract,
  getAnyInstallation as installationContract,
  getStore as getContract,
  listStores as listContract,
} from './operator-contract.ts'

const MOST = 50

type Row = NonNullable<Awaited<ReturnType<typeof findStore>>>

const present = (row: Row) => ({
  id: row.id,
  platform: row.platform,
  domain: row.domain,
  name: row.name,
  status: row.status as 'active' | 'closed',
  since: row.created_at.toISOString(),
  installations: row.installations,
})

export const listStores = defineOperation({
  ...listContract,
  run: async (ctx, { query }) => {
    const after = parsePageKey(query.after)
    const found = await listStoreRows(ctx.db, {
      beginning: query.q ? query.q.toLowerCase() : null,
      sort: query.sort,
      after,
      most: MOST + 1,
    })
    const { rows, next } = pageOf(found, MOST, (row) => ({ at: row.created_at, id: row.id }))
    return { stores: rows.map(present), next }
  },
})

export const getStore = defineOperation({
  ...getContract,
  run: async (ctx, { params }) => {
    const row = await findStore(ctx.db, params.store)
    if (!row) throw refuse('not_found')
    const [items, site] = await Promise.all([
      listInstalledOn(ctx.db, row.id),
      findWordPressRecord(ctx.db, row.id),
    ])
    const since = site?.forgotten_at ? null : (site?.silent_since ?? site?.left_at ?? null)
    return {
      ...present(row),
      url: row.url,
      system:
        row.platform_version === null
          ? null
          : {
              name: row.system ?? row.platform,
              version: row.platform_version,
            },
      silence:
        site && since && items.some((one) => one.state !== 'uninstalled')
          ? {
              since: since.toISOString(),
              looks: site.silent_looks,
              may_forget: canAbandon(site, ctx.clock.now()),
            }
          : null,
      items: items.map((one) => ({
        id: one.id,
        installation: one.installation_id,
        name: one.name,
        slug: one.slug,
        market: one.market as 'app' | 'theme',
        version: one.version,
        state: one.state,
        changed_at: one.updated_at.toISOString(),
        failure: one.failure,
      })),
    }
  },
})

export const getAnyInstallation = defineOperation({
  ...installationContract,
  run: async (ctx, { params }) => {
    const row = await ctx.db
      .selectFrom('installations')
      .innerJoin('items', 'items.id', 'installations.item_id')
      .innerJoin('releases', 'releases.id', 'installations.release_id')
      .innerJoin('stores', 'stores.id', 'installations.store_id')
      .select([
        'installations.id',
        'installations.state',
        'installations.auto_update',
        'installations.channel',
        'installations.installed_at',
        'installations.uninstalled_at',
        'installations.created_at',
        'items.id as item_id',
        'items.name',
        'releases.version',
        'stores.id as store_id',
        'stores.domain',
      ])
      .where('installations.id', '=', params.installation)
      .executeTakeFirst()
    if (!row) throw refuse('not_found')
    const [partner, order] = await Promise.all([
      findPartnerOfItem(ctx.db, row.item_id),
      findOrderOfItem(ctx, row.store_id, row.item_id, null),
    ])
    if (!partner) throw refuse('not_found')
    return {
      id: row.id,
      state: row.state,
      item: { id: row.item_id, name: row.name },
      partner,
      store: { id: row.store_id, domain: row.domain },
      version: row.version,
      automatic: row.auto_update !== 'off',
      beta: row.channel !== 'stable',
      begun_at: row.created_at.toISOString(),
      installed_at: row.installed_at?.toISOString() ?? null,
      uninstalled_at: row.uninstalled_at?.toISOString() ?? null,
      order: order?.number ?? null,
    }
  },
})

/** For owners who cannot sign in any more, because their site names no mailbox for a code. */
export const forgetStoreSite = defineOperation({
  ...forgetContract,
  audit: { kind: 'store', id: ({ params }) => params.store },
  run: async (ctx, { params, body }) => {
    const store = await requireNamedStore(ctx.db, params.store, body.domain)
    const uninstalled = await abandonSite(ctx, ctx.db, store.id, { kind: 'market' }, 'support')
    if (uninstalled === null) throw refuse('backoffice.still_answers')
    return { uninstalled }
  },
})

const storeColumns = [
  'stores.id',
  'stores.domain',
  'stores.name',
  'stores.url',
  'stores.status',
  'stores.created_at',
  'stores.platform_id',
  'stores.platform_version',
  'platforms.name as platform',
  'platforms.system',
] as const

const liveOnes = sql<number>`(select count(*)::integer from installations where installations.store_id = stores.id and installations.state <> 'uninstalled')`

const listStoreRows = (
  db: Db,
  {
    beginning,
    sort,
    after,
    most,
  }: { beginning: string | null; sort: ListSort; after: PageKey | null; most: number },
) =>
  db
    .selectFrom('stores')
    .innerJoin('platforms', 'platforms.id', 'stores.platform_id')
    .select([...storeColumns, liveOnes.as('installations')])
    .$if(beginning !== null, (query) =>
      query.where(
        sql<boolean>`stores.domain collate "C" >= ${beginning} and stores.domain collate "C" < ${`${beginning}\u{10ffff}`}`,
      ),
    )
    .where(isBeyond(['stores.created_at', 'stores.id'], after, sort))
    .orderBy('stores.created_at', directionOf(sort))
    .orderBy('stores.id', directionOf(sort))
    .limit(most)
    .execute()

const findStore = (db: Db, id: string) =>
  db
    .selectFrom('stores')
    .innerJoin('platforms', 'platforms.id', 'stores.platform_id')
    .select([...storeColumns, liveOnes.as('installations')])
    .where('stores.id', '=', id)
    .executeTakeFirst()

const listInstalledOn = (db: Db, storeId: string) =>
  db
    .selectFrom('installations')
    .innerJoin('items', 'items.id', 'installations.item_id')
    .innerJoin('releases', 'releases.id', 'installations.release_id')
    .select([
      'items.id',
      'items.name',
      'items.slug',
      'items.market',
      'installations.id as installation_id',
      'releases.version',
      'installations.state',
      'installations.updated_at',
      sql<
        string | null
      >`(select failure from installation_runs where installation_runs.installation_id = installations.id order by turn desc limit 1)`.as(
        'failure',
      ),
    ])
    .where('installations.store_id', '=', storeId)
    .orderBy('installations.updated_at', 'desc')
    .orderBy('installations.id')
    .limit(200)
    .execute()

/** Which item on which store an installation is. */
export const findInstallationPlace = (
  db: Db,
  id: string,
): Promise<{ storeId: string; itemId: string } | undefined> =>
  db
    .selectFrom('installations')
    .select(['store_id as storeId', 'item_id as itemId'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Of a store, those that are gone too. */
export const listInstallationIds = async (db: Db, storeId: string): Promise<string[]> =>
  (await db.selectFrom('installations').select('id').where('store_id', '=', storeId).execute()).map(
    ({ id }) => id,
  )

/** What was done to the installations of a store, or to one of them. */
export async function listRunHappenings(
  db: Db,
  {
    storeId = null,
    installationId = null,
  }: { storeId?: string | null; installationId?: string | null },
  page: HappenedPage,
): Promise<Happened[]> {
  const at = sql<Date>`coalesce(installation_runs.finished_at, installation_runs.created_at)`
  const { isBefore, order } = newestFirst(
    page,
    ['installation_runs.finished_at', 'installation_runs.created_at'],
    sql`'run-' || installation_runs.id`,
  )
  let query = db
    .selectFrom('installation_runs')
    .innerJoin('installations', 'installations.id', 'installation_runs.installation_id')
    .innerJoin('items', 'items.id', 'installations.item_id')
    .leftJoin('releases', 'releases.id', 'installation_runs.to_release_id')
    .select([
      'installation_runs.id',
      'installation_runs.kind',
      'installation_runs.state',
      'installation_runs.failure',
      'installation_runs.purpose',
      'installation_runs.started_by',
      'installation_runs.started_name',
      'installation_runs.installation_id',
      'items.name',
      'releases.version',
    ])
    .select(at.as('at'))
    .where(isBefore)
  if (storeId !== null) query = query.where('installations.store_id', '=', storeId)
  if (installationId !== null) query = query.where('installation_id', '=', installationId)
  const rows = await query.orderBy(order).limit(page.most).execute()
  return rows.map((row) => ({
    id: `run-${row.id}`,
    at: row.at,
    source: 'run',
    kind: row.kind,
    state: row.state,
    who: row.started_name,
    facts: {
      item: row.name,
      version: row.version,
      failure: row.failure,
      purpose: row.purpose,
      by: row.started_by,
    },
    about:
      storeId === null ? null : { kind: 'installation', id: row.installation_id, name: row.name },
  }))
}

/** For the inbox: installations that need a decision, the oldest first. */
export const listStuckInstallations = async (db: Db, most: number): Promise<Waiting[]> =>
  (
    await db
      .selectFrom('installations')
      .innerJoin('items', 'items.id', 'installations.item_id')
      .innerJoin('stores', 'stores.id', 'installations.store_id')
      .select([
        'installations.id',
        'installations.store_id',
        'items.name',
        'stores.domain',
        'installations.updated_at',
      ])
      .where('installations.state', '=', 'needs_action')
      .orderBy('installations.updated_at')
      .limit(most)
      .execute()
  ).map((row) => ({
    id: row.id,
    place: row.store_id,
    title: row.name,
    detail: row.domain,
    since: row.updated_at,
  }))
