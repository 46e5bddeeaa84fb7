import { pickText, type Text } from '#lib/locale.ts'
import type { PermissionCode } from '#lib/market.ts'
import { toMajor, type Currency } from '#lib/money.ts'
import type { z } from 'zod'
import type { Ctx } from '#kernel/context.ts'
import { siteOrigin } from '#kernel/site-origin.ts'
import type { installation, run } from './contract.ts'
import type { RunRow, StepRow } from './data.ts'
import { refuse } from './errors.ts'
import { listInstallationFacts, type InstallationFacts } from './list-data.ts'
import { textOf } from './rules.ts'

const secondsBetween = (from: Date | null, to: Date | null) =>
  from && to ? Math.round((to.getTime() - from.getTime()) / 100) / 10 : null

function presentRun(ctx: Ctx, row: RunRow, steps: StepRow[]): z.input<typeof run> {
  return {
    id: row.id,
    kind: row.kind as 'install',
    state: row.state as 'queued',
    failure:
      row.failure === null ? null : { code: row.failure, message: ctx.t(`errors.${row.failure}`) },
    steps: steps.map((step) => ({
      position: step.position,
      kind: step.kind as 'apply',
      title: textOf(step.title as Text, ctx.locale),
      state: step.state as 'done',
      seconds: secondsBetween(step.started_at, step.finished_at),
    })),
    seconds: secondsBetween(row.started_at, row.finished_at),
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
      total: toMajor(row.paid.total),
      currency: row.paid.currency as Currency,
    },
    // D19: opened by us, with a token that tells the app which store it is.
    go_to_app:
      row.opens_at !== null
        ? `${siteOrigin(ctx, 'app', ctx.platformId)}/account/apps/${item.slug}`
        : (item.links.go_to_app ?? null),
    covered_by:
      row.covered_by && (pickText(row.covered_by.names ?? {}, ctx.locale) || row.covered_by.name),
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
    run: row.run && presentRun(ctx, row.run, row.steps),
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
