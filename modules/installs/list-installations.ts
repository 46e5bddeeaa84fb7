import type { Market, PermissionCode } from '#lib/market.ts'
import { wholeList } from '#lib/wire.ts'
import { prepared } from '#db/prepared.ts'
import type { Ctx, StoreCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  findInstalledReleases,
  latestHere,
  listFits,
  listSavedSlugs,
  listVersions,
  retirementsOf,
  shopOf,
} from '#modules/catalog/public.ts'
import { listAgreedItems } from '#modules/orders/public.ts'
import { listLinkedShops } from '#modules/stores/sessions/public.ts'
import * as contract from './contract.ts'
import type { UpdateFacts } from './contract.ts'
import { findInstallation, listOrderRows } from './data.ts'
import {
  type InstallationFacts,
  listInstallationFacts,
  presentFacts,
  presentOutcome,
  presentInstallation,
} from './installation-facts.ts'
import { newOrderStepParts, orderPartsOf, placementsOf } from './order-steps.ts'
import { planChanges } from './rules.ts'
import { grantedAfter, planUpdate, presentUpdate } from './update-plan.ts'
import { countUnread } from './notices.ts'
import { countApprovals } from './approvals.ts'
import { countWaiting } from './waiting.ts'
import { refuse } from './errors.ts'
import { sql } from 'kysely'
import * as lifecycleContract from './lifecycle-contract.ts'
import type { HistoryEntry } from './lifecycle-contract.ts'

/**
 * S2.18; with `state=old` S2.19: items that are not on their latest version, with what the update
 * brings and asks for.
 */
export const listInstallations = defineOperation({
  ...contract.listInstallations,
  run: async (ctx, { query }) => {
    const { storeId } = ctx.actor
    const rows = await listInstallationFacts(ctx.db, { storeId, state: query.state })
    const updates =
      query.state === 'old'
        ? await describeUpdates(ctx, storeId, rows)
        : new Map<string, UpdateFacts>()
    const retired = await retirementsOf(
      ctx,
      rows.map((row) => row.item.id),
    )
    return wholeList(
      rows.map((row) => ({
        ...presentFacts(ctx, row),
        update: updates.get(row.id) ?? null,
        retirement: retired.get(row.item.id) ?? null,
      })),
    )
  },
})

const INSTALLED = prepared<{
  id: string
  item_id: string
  release_id: string
  channel: string
  slug: string
  market: Market
  store_id: string
  platform_id: number
  platform_version: string | null
  is_os2: boolean
}>(`
  select it.id, it.item_id, it.release_id, it.channel, items.slug, items.market, stores.id as store_id, stores.platform_id, stores.platform_version, stores.is_os2
  from installations as it join items on items.id = it.item_id join stores on stores.id = it.store_id
  where it.store_id = $1 and it.state = 'installed' order by it.updated_at desc, it.id limit 500`)

/** Few statements: every page of a signed-in owner marks the installed items. */
export const listInstalledItems = defineOperation({
  ...contract.listInstalledItems,
  run: async (ctx) => {
    const [{ items, waiting }, unread, saved, shops] = await Promise.all([
      lookAtInstalled(ctx, ctx.actor.storeId),
      countUnread(ctx.db, ctx.actor.storeId),
      listSavedSlugs(ctx.db, ctx.actor.storeId),
      listLinkedShops(ctx),
    ])
    return {
      ...wholeList(items),
      saved,
      unread,
      waiting,
      shops: shops.map(({ id, name, domain }) => ({ id, name, domain })),
    }
  },
})

/** The items of a store, and how many things there need an owner. */
export async function lookAtInstalled(ctx: StoreCtx, storeId: string) {
  const rows = await INSTALLED(ctx.db, [storeId])
  const versions = await listFits(
    ctx.db,
    rows.map((row) => row.item_id),
  )
  const items = rows.map((row) => {
    const { latest } = latestHere(versions.get(row.item_id) ?? [], shopOf(row), row)
    return {
      id: row.id,
      slug: row.slug,
      market: row.market,
      behind: latest !== undefined && latest.id !== row.release_id,
    }
  })
  const asking = await findAsking(
    ctx,
    storeId,
    items.filter((one) => one.behind).map((one) => one.id),
  )
  return {
    items: items.map(({ id: _id, ...item }) => item),
    waiting:
      (await countWaiting(ctx, storeId, asking)) +
      (ctx.actor.right === 'install' ? await countApprovals(ctx, storeId) : 0),
  }
}

/** Installations whose update needs a decision of the owner. */
async function findAsking(
  ctx: Ctx,
  storeId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await listInstallationFacts(ctx.db, { ids })
  const updates = await describeUpdates(ctx, storeId, rows)
  return new Set(ids.filter((id) => updates.get(id)?.ready === false))
}

/** Four statements, however many items there are. */
async function describeUpdates(
  ctx: Ctx,
  storeId: string,
  rows: readonly InstallationFacts[],
): Promise<Map<string, UpdateFacts>> {
  const itemIds = rows.map((row) => row.item.id)
  const [releases, versions, agreed, standing] = await Promise.all([
    findInstalledReleases(
      ctx,
      rows.flatMap((row) => [row.release_id, ...(row.latest ? [row.latest.id] : [])]),
    ),
    listVersions(ctx, itemIds),
    listAgreedItems(ctx, storeId, itemIds),
    listOrderRows(
      ctx.db,
      rows.map((row) => row.id),
    ),
  ])
  return new Map(
    rows.flatMap((row) => {
      const from = releases.get(row.release_id)
      const to = row.latest && releases.get(row.latest.id)
      if (!from || !to) return []
      const plan = planUpdate(row, from, to, versions.get(row.item.id) ?? [])
      // Assume that everything that grows is approved and the shop has every placement; the page of
      // the update checks the shop.
      const granted = grantedAfter(
        to.manifest,
        row.granted as PermissionCode[],
        plan.growth,
        plan.growth.map((one) => one.code),
      )
      const changes = planChanges(to.manifest, {}).filter((change) =>
        granted.includes(change.permission),
      )
      const atOrderSteps = newOrderStepParts(
        orderPartsOf(standing.filter((one) => one.installation_id === row.id)),
        changes,
      )
      return [
        [
          row.id,
          presentUpdate(ctx, plan, agreed.has(row.item.id), placementsOf(atOrderSteps)),
        ] as const,
      ]
    }),
  )
}

export const getProgress = defineOperation({
  ...contract.getProgress,
  run: async (ctx, { params }) => {
    const row = await findInstallation(ctx.db, params.id, ctx.actor.storeId)
    if (!row) throw refuse('installs.not_installed')
    return { data: await presentInstallation(ctx, row.id) }
  },
})

const SHOWN = 100

/** All runs on an item of this store, including earlier installations. */
export const listHistory = defineOperation({
  ...lifecycleContract.listHistory,
  run: async (ctx, { params }) => {
    const rows = await ctx.db
      .selectFrom('installation_runs as run')
      .innerJoin('installations as it', 'it.id', 'run.installation_id')
      .leftJoin('releases as before', 'before.id', 'run.from_release_id')
      .leftJoin('releases as after', 'after.id', 'run.to_release_id')
      .select([
        'run.id',
        'run.kind',
        'run.state',
        'run.failure',
        'run.created_at',
        'run.started_at',
        'run.finished_at',
        'run.started_by',
        'run.started_name',
        'run.purpose',
        'before.version as from_version',
        'after.version as to_version',
        sql<string>`count(*) over ()`.as('total'),
      ])
      .where('it.store_id', '=', ctx.actor.storeId)
      .where('it.item_id', '=', params.id)
      .orderBy('run.turn', 'desc')
      .limit(SHOWN)
      .execute()
    const data = rows.map((row): HistoryEntry => ({
      id: row.id,
      kind: row.kind as 'install',
      state: row.state as 'queued',
      ...presentOutcome(ctx, row),
      purpose: row.purpose as HistoryEntry['purpose'],
      from_version: row.from_version,
      to_version: row.to_version,
      by: row.started_by as 'owner',
      name: row.started_name,
      at: row.created_at.toISOString(),
    }))
    return { data, meta: { total: Number(rows[0]?.total ?? 0), page: 1, per_page: SHOWN } }
  },
})
