import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Text } from '#lib/locale.ts'
import { latestHere, listVersions, shopOf } from '#modules/catalog/public.ts'
import type { InstallationRow, StepRow, RunRow } from './data.ts'

/** An installation with everything that a list shows of it. */
export type InstallationFacts = InstallationRow & {
  item: {
    id: string
    market: 'app' | 'theme'
    slug: string
    name: string
    names: Text | null
    icon: string | null
    swatches: string[]
    status: string
    links: Record<string, string>
  }
  version: string
  /** That this store can have. */
  latest: { id: string; version: string } | null
  previous_version: string | null
  /** A newer release that was to come by itself and did not. */
  automatic: {
    version: string
    state: 'started' | 'waiting'
    why: string | null
    failed: boolean | null
  } | null
  version_since: Date | null
  stopped: { at: string; notice: string } | null
  store: { domain: string; url: string }
  paid: { number: string; total: number; currency: string } | null
  changes: number
  /** Names of the theme that the shop shows instead of this one. */
  covered_by: { name: string; names: Text | null } | null
  /** Where its release says that it is opened. */
  opens_at: string | null
  run: RunRow | null
  steps: StepRow[]
}

const automaticOf = sql<
  InstallationFacts['automatic']
>`(select json_build_object('version', r.version, 'state', a.state, 'why', a.why, 'failed', run.state = 'failed')
  from auto_updates a join releases r on r.id = a.release_id left join installation_runs run on run.id = a.run_id
  where a.installation_id = it.id and a.state <> 'planned' and a.why is distinct from 'newer_shop' and r.version_order > now.version_order order by r.version_order desc limit 1)`

/**
 * A shop shows the theme in the last place that it gave (docs/protocols/store-connector.md,
 * layers); every other theme is covered by it.
 */
const coveredBy = sql<
  InstallationFacts['covered_by']
>`(select json_build_object('name', top.name, 'names',
    (select json_object_agg(locale, item_texts.name) from item_texts where item_texts.item_id = top.item_id))
  from (select items.name, other.item_id, other.id from side_effects layer join installations other on other.id = layer.installation_id join items on items.id = other.item_id
    where other.store_id = it.store_id and layer.kind = 'theme' and layer.state = 'applied' order by layer.place desc nulls last, layer.applied_at desc limit 1) top
  where items.market = 'theme' and it.state in ('installed', 'updating') and top.id <> it.id)`

const factsOf = (db: Db) =>
  db
    .selectFrom('installations as it')
    .innerJoin('items', 'items.id', 'it.item_id')
    .innerJoin('releases as now', 'now.id', 'it.release_id')
    .innerJoin('stores', 'stores.id', 'it.store_id')
    .leftJoin('orders', 'orders.id', 'it.order_id')
    .selectAll('it')
    .select([
      'now.version',
      'items.market',
      'items.slug',
      'items.name',
      'items.icon',
      'items.swatches',
      'items.status as item_status',
      'items.links',
      'stores.domain',
      'stores.url',
      'stores.platform_id',
      'stores.platform_version',
      'stores.is_os2',
      'orders.number as order_number',
      'orders.total_minor',
      'orders.currency',
    ])
    .select([
      sql<Text | null>`(select json_object_agg(locale, item_texts.name) from item_texts where item_texts.item_id = items.id)`.as(
        'names',
      ),
      // of a new effect that takes another's place only one counts while both are in the ledger
      sql<number>`(select count(*)::int from side_effects where installation_id = it.id and state <> 'reverted' and not (state = 'planned' and replaces is not null))`.as(
        'changes',
      ),
      sql<string | null>`now.manifest -> 'links' ->> 'go_to_app'`.as('opens_at'),
      sql<{
        version: string
        at: string
      } | null>`(select json_build_object('version', before.version, 'at', run.finished_at) from installation_runs run
      join releases before on before.id = run.from_release_id
      where run.installation_id = it.id and run.kind = 'update' and run.state = 'succeeded' and run.to_release_id = it.release_id and run.from_release_id <> it.release_id order by run.turn desc limit 1)`.as(
        'last_update',
      ),
      automaticOf.as('automatic'),
      coveredBy.as('covered_by'),
      sql<
        InstallationFacts['stopped']
      >`(select json_build_object('at', stopped_at, 'notice', notice) from item_stops where item_id = it.item_id and lifted_at is null)`.as(
        'stopped',
      ),
    ])

type Which = { storeId: string; state?: 'old' | 'latest' | undefined } | { ids: readonly string[] }

/**
 * Installations in full: by id, or what is on a store, lately changed first. Four statements
 * however many there are.
 */
export async function listInstallationFacts(db: Db, which: Which): Promise<InstallationFacts[]> {
  let query = factsOf(db)
  if ('ids' in which) query = query.where('it.id', 'in', which.ids)
  else {
    query = query
      .where('it.store_id', '=', which.storeId)
      .where('it.state', '!=', 'uninstalled')
      .orderBy('it.updated_at', 'desc')
      .orderBy('it.id')
      .limit(500)
    if (which.state !== undefined) query = query.where('it.state', 'in', ['installed', 'updating'])
  }
  const rows = await query.execute()
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const versions = await listVersions({ db }, [...new Set(rows.map((row) => row.item_id))])
  const runs = await db
    .selectFrom('installation_runs')
    .selectAll()
    .distinctOn('installation_id')
    .where('installation_id', 'in', ids)
    .orderBy('installation_id')
    .orderBy('turn', 'desc')
    .execute()
  const steps =
    runs.length === 0
      ? []
      : await db
          .selectFrom('run_steps')
          .selectAll()
          .where(
            'run_id',
            'in',
            runs.map((run) => run.id),
          )
          .orderBy('position')
          .execute()
  const facts = rows.map((row): InstallationFacts => {
    const {
      market,
      slug,
      name,
      names,
      icon,
      swatches,
      item_status,
      links,
      domain,
      url,
      platform_id,
      platform_version,
      is_os2,
      order_number,
      total_minor,
      currency,
      last_update,
      ...rest
    } = row
    const { latest } = latestHere(
      versions.get(row.item_id) ?? [],
      shopOf({ store_id: row.store_id, platform_id, platform_version, is_os2 }),
      row,
    )
    const run = runs.find((one) => one.installation_id === row.id) ?? null
    return {
      ...rest,
      item: {
        id: row.item_id,
        market: market as 'app',
        slug,
        name,
        names,
        icon,
        swatches,
        status: item_status,
        links: links as Record<string, string>,
      },
      latest: latest ? { id: latest.id, version: latest.version } : null,
      previous_version: last_update?.version ?? null,
      version_since: last_update ? new Date(last_update.at) : null,
      store: { domain, url },
      paid:
        order_number === null || total_minor === null || currency === null
          ? null
          : { number: order_number, total: total_minor, currency },
      run,
      steps: run ? steps.filter((step) => step.run_id === run.id) : [],
    }
  })
  return 'storeId' in which && which.state !== undefined
    ? facts.filter(
        (one) =>
          (one.latest !== null && one.latest.id !== one.release_id) === (which.state === 'old'),
      )
    : facts
}
