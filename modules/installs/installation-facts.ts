import { type Text, pickText } from '#lib/locale.ts'
import type { PermissionCode } from '#lib/market.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import type { z } from 'zod'
import { type Ctx, siteOrigin } from '#kernel/context.ts'
import type { installation, run } from './contract.ts'
import type { InstallationRow, RunRow, StepRow } from './data.ts'
import { refuse } from './errors.ts'
import { textOf } from './rules.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { DB, Installations } from '#db/types.gen.ts'
import type { Db } from '#db/client.ts'
import { latestHere, listVersions, shopOf } from '#modules/catalog/public.ts'

const secondsBetween = (from: Date | null, to: Date | null) =>
  from && to ? Math.round((to.getTime() - from.getTime()) / 100) / 10 : null

/** How a run ended: its failure in words, and how long it took. */
export const presentOutcome = (
  ctx: Ctx,
  row: Pick<RunRow, 'failure' | 'started_at' | 'finished_at'>,
) => ({
  failure:
    row.failure === null ? null : { code: row.failure, message: ctx.t(`errors.${row.failure}`) },
  seconds: secondsBetween(row.started_at, row.finished_at),
})

function presentRun(ctx: Ctx, row: ShownRun): z.input<typeof run> {
  return {
    id: row.id,
    kind: row.kind as 'install',
    state: row.state as 'queued',
    ...presentOutcome(ctx, row),
    steps: row.steps.map((step) => ({
      position: step.position,
      kind: step.kind as 'apply',
      title: textOf(step.title as Text, ctx.locale),
      state: step.state as 'done',
      seconds: secondsBetween(step.started_at, step.finished_at),
    })),
  }
}

export function presentFacts(ctx: Ctx, row: InstallationFacts): z.input<typeof installation> {
  const { item } = row
  return {
    id: row.id,
    item: {
      id: item.id,
      market: item.market,
      slug: item.slug,
      name: pickText(item.names ?? {}, ctx.locale) || item.name,
      icon: item.icon,
      swatches: item.swatches,
    },
    state: row.state as 'installed',
    version: row.version,
    latest_version: row.latest?.version ?? row.version,
    release_state: row.latest === null || row.latest.id === row.release_id ? 'latest' : 'old',
    previous_version: row.previous_version,
    available: item.status === 'published',
    stopped: row.stopped && {
      at: new Date(row.stopped.at).toISOString(),
      notice: row.stopped.notice,
    },
    paid: row.paid && {
      order_number: row.paid.number,
      total: toMajor(row.paid.total, row.paid.currency),
      currency: row.paid.currency as Currency,
    },
    // D19: our address adds a token that identifies the store.
    go_to_app:
      row.opens_at !== null
        ? `${siteOrigin(ctx, 'app', ctx.platformId)}/account/apps/${item.slug}`
        : (item.links.go_to_app ?? null),
    covered_by:
      row.covered_by && (pickText(row.covered_by.names ?? {}, ctx.locale) || row.covered_by.name),
    draft: row.draft,
    granted: row.granted as PermissionCode[],
    change_count: row.changes,
    automatic: {
      choice: row.auto_update as 'off',
      channel: row.channel as 'stable',
      waiting:
        row.automatic?.state === 'waiting'
          ? { version: row.automatic.version, why: row.automatic.why as 'consent' }
          : null,
      failed: row.automatic?.failed ? row.automatic.version : null,
    },
    installed_at: row.installed_at?.toISOString() ?? null,
    updated_at: row.version_since?.toISOString() ?? null,
    uninstalled_at: row.uninstalled_at?.toISOString() ?? null,
    run: row.run && presentRun(ctx, row.run),
    progress: `/api/installations/${row.id}`,
    store: row.store,
  }
}

/** One installation as it is now. */
export async function presentInstallation(
  ctx: Ctx,
  id: string,
): Promise<z.input<typeof installation>> {
  const [row] = await listInstallationFacts(ctx.db, { ids: [id] })
  if (!row) throw refuse('installs.not_installed')
  return presentFacts(ctx, row)
}

/**
 * The store's installation of an item. A page that also shows other facts of it reads it first and
 * once: from a run that ends in between, the page would otherwise have the new state with the old
 * facts, and not ask again.
 */
export const findInstallationFacts = async (
  db: Db,
  storeId: string,
  itemId: string,
): Promise<InstallationFacts | undefined> =>
  (await listInstallationFacts(db, { storeId, itemId }))[0]

/** An installation with everything that lists show. */
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
  /** The latest that this store can have. */
  latest: { id: string; version: string } | null
  previous_version: string | null
  /** A newer release whose automatic update is waiting or failed. */
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
  /** The theme that the shop shows instead of this one. */
  covered_by: { name: string; names: Text | null } | null
  /** Address at which the app is opened. */
  opens_at: string | null
  /** The latest. */
  run: ShownRun | null
}

type ShownRun = Pick<RunRow, 'id' | 'kind' | 'state' | 'failure' | 'started_at' | 'finished_at'> & {
  steps: ShownStep[]
}
type ShownStep = Pick<
  StepRow,
  'position' | 'kind' | 'title' | 'state' | 'started_at' | 'finished_at'
>

/** Times in JSON are texts. */
const timesOf = (row: { started_at: string | null; finished_at: string | null }) => ({
  started_at: row.started_at === null ? null : new Date(row.started_at),
  finished_at: row.finished_at === null ? null : new Date(row.finished_at),
})

const latestRun = (on: ExpressionBuilder<DB & { it: Installations }, 'it'>) =>
  jsonObjectFrom(
    on
      .selectFrom('installation_runs as run')
      .select(['run.id', 'run.kind', 'run.state', 'run.failure'])
      .select(['run.started_at', 'run.finished_at'])
      .select((of) =>
        jsonArrayFrom(
          of
            .selectFrom('run_steps')
            .select(['position', 'kind', 'title', 'state', 'started_at', 'finished_at'])
            .whereRef('run_id', '=', 'run.id')
            .orderBy('position'),
        ).as('steps'),
      )
      .whereRef('run.installation_id', '=', 'it.id')
      .orderBy('run.turn', 'desc')
      .limit(1),
  )

const automaticOf = sql<
  InstallationFacts['automatic']
>`(select json_build_object('version', r.version, 'state', a.state, 'why', a.why, 'failed', run.state = 'failed')
  from auto_updates a join releases r on r.id = a.release_id left join installation_runs run on run.id = a.run_id
  where a.installation_id = it.id and a.state <> 'planned' and a.why is distinct from 'newer_shop' and r.version_order > now.version_order order by r.version_order desc limit 1)`

/**
 * A shop shows the theme with the last place (docs/protocols/store-connector.md, layers); every
 * other theme is covered by it.
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
    .select((on) => latestRun(on).as('run'))
    .select([
      sql<Text | null>`(select json_object_agg(locale, item_texts.name) from item_texts where item_texts.item_id = items.id)`.as(
        'names',
      ),
      // a replacement and its predecessor count once while both are in the ledger
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

type Which =
  | { storeId: string; state?: 'old' | 'latest' | undefined }
  | { storeId: string; itemId: string }
  | { ids: readonly string[] }

/**
 * Installations by id, or those of a store, lately changed first. Two statements however many there
 * are.
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
    if ('itemId' in which) query = query.where('it.item_id', '=', which.itemId)
    else if (which.state !== undefined)
      query = query.where('it.state', 'in', ['installed', 'updating'])
  }
  const rows = await query.execute()
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const versions = await listVersions({ db }, [...new Set(rows.map((row) => row.item_id))])
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
      run,
      ...rest
    } = row
    const { latest } = latestHere(
      versions.get(row.item_id) ?? [],
      shopOf({ store_id: row.store_id, platform_id, platform_version, is_os2 }),
      row,
    )
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
      run: run && {
        ...run,
        ...timesOf(run),
        steps: run.steps.map((step) => ({ ...step, ...timesOf(step) })),
      },
    }
  })
  return 'state' in which && which.state !== undefined
    ? facts.filter(
        (one) =>
          (one.latest !== null && one.latest.id !== one.release_id) === (which.state === 'old'),
      )
    : facts
}
