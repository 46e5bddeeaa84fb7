import type { Text } from '#lib/locale.ts'
import type { Market, PermissionCode } from '#lib/market.ts'
import type { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { requireItem, type SaleItem } from '../catalog/public.ts'
import type { installation, run } from './contract.ts'
import { findLatestRun, listSideEffects, listSteps, type InstallationRow, type RunRow, type StepRow } from './data.ts'
import { textOf } from './rules.ts'

const secondsBetween = (from: Date | null, to: Date | null) => (from && to ? Math.round((to.getTime() - from.getTime()) / 100) / 10 : null)

export function presentRun(ctx: Ctx, row: RunRow, steps: StepRow[]): z.input<typeof run> {
  return {
    id: row.id, kind: row.kind as 'install', state: row.state as 'queued',
    failure: row.failure === null ? null : { code: row.failure, message: ctx.t(`errors.${row.failure}`) },
    steps: steps.map(step => ({
      position: step.position, kind: step.kind as 'apply', title: textOf(step.title as Text, ctx.locale), state: step.state as 'done',
      seconds: secondsBetween(step.started_at, step.finished_at),
    })),
    seconds: secondsBetween(row.started_at, row.finished_at),
  }
}

/** The item of an installation, whichever market it belongs to. */
export async function itemOf(ctx: Ctx, itemId: string): Promise<SaleItem> {
  const { market } = await ctx.db.selectFrom('items').select('market').where('id', '=', itemId).executeTakeFirstOrThrow()
  return requireItem(ctx, market as Market, { id: itemId }, ctx.locale)
}

export async function presentInstallation(ctx: Ctx, row: InstallationRow, item?: SaleItem): Promise<z.input<typeof installation>> {
  const [known, latestRun, effects, release, store] = await Promise.all([
    item ?? itemOf(ctx, row.item_id), findLatestRun(ctx.db, row.id), listSideEffects(ctx.db, row.id),
    ctx.db.selectFrom('releases').select('version').where('id', '=', row.release_id).executeTakeFirstOrThrow(),
    ctx.db.selectFrom('stores').select(['domain', 'url']).where('id', '=', row.store_id).executeTakeFirstOrThrow(),
  ])
  return {
    id: row.id,
    item: { id: known.id, market: known.market, slug: known.slug, name: known.name, icon: known.icon, swatches: known.swatches },
    state: row.state as 'installed', version: release.version, latest_version: known.latest?.version ?? release.version,
    granted: row.granted as PermissionCode[], change_count: effects.filter(effect => effect.state !== 'reverted').length,
    installed_at: row.installed_at?.toISOString() ?? null, uninstalled_at: row.uninstalled_at?.toISOString() ?? null,
    run: latestRun ? presentRun(ctx, latestRun, await listSteps(ctx.db, latestRun.id)) : null,
    progress: `/api/installations/${row.id}`,
    store: { domain: store.domain, url: store.url },
  }
}
