import type { PermissionCode } from '#lib/market.ts'
import { wholeList } from '#lib/wire.ts'
import { storeOf } from '#kernel/actor.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findInstalledReleases, listVersions } from '#modules/catalog/public.ts'
import { listAgreedItems } from '#modules/orders/public.ts'
import { listInstallations as contract, type UpdateFacts } from './contract.ts'
import { listOrderRows } from './data.ts'
import { type InstallationFacts, listInstallationFacts } from './list-data.ts'
import { newAtOrderSteps, orderPartsOf, placementsOf } from './order-steps.ts'
import { presentFacts } from './present.ts'
import { planChanges } from './rules.ts'
import { planUpdate, presentUpdate } from './update-plan.ts'
import { grantedAfter } from './update-rules.ts'

/**
 * S2.18; with `state=old` S2.19: what is not on its latest version, with what the update brings and
 * what it asks for.
 */
export const listInstallations = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const { storeId } = storeOf(ctx)
    const rows = await listInstallationFacts(ctx.db, { storeId, state: query.state })
    const updates =
      query.state === 'old'
        ? await describeUpdates(ctx, storeId, rows)
        : new Map<string, UpdateFacts>()
    return wholeList(
      rows.map((row) => ({ ...presentFacts(ctx, row), update: updates.get(row.id) ?? null })),
    )
  },
})

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
    listAgreedItems(ctx.db, storeId, itemIds),
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
      // As if everything that grows were approved, and the shop had every place: its own page says
      // what holds there.
      const granted = grantedAfter(
        to.manifest,
        row.granted as PermissionCode[],
        plan.growth,
        plan.growth.map((one) => one.code),
      )
      const changes = planChanges(to.manifest, {}).filter((change) =>
        granted.includes(change.permission),
      )
      const atOrderSteps = newAtOrderSteps(
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
