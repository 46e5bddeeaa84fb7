import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { wholeList } from '#lib/wire.ts'
import { findInstalledReleases, listFileSizes } from '#modules/catalog/public.ts'
import { listInstallationFigures as contract } from './contract.ts'
import { type SideEffectRow, listStanding } from './data.ts'
import { inputsOf } from './install-form.ts'
import { effectOf } from './ledger.ts'
import { filesOf } from './present-plan.ts'
import { readVisits } from './visits.ts'

/** Failed runs are counted for a week. */
const DAYS = 7

/** What items cost the visitors of this store, and what went wrong with them lately. */
export const listInstallationFigures = defineOperation({
  ...contract,
  run: async (ctx) => {
    const { storeId } = ctx.actor
    const since = new Date(ctx.clock.now().getTime() - DAYS * 86_400_000)
    const [installations, standing, visits] = await Promise.all([
      listWithFailures(ctx.db, storeId, since),
      listStanding(ctx.db, storeId),
      readVisits(ctx, storeId),
    ])
    const parts = Map.groupBy(standing, (row) => row.installation_id)
    const releases = await findInstalledReleases(
      ctx,
      installations.map((row) => row.release_id),
    )
    const settingsOf = (releaseId: string) => {
      const release = releases.get(releaseId)
      return release ? Object.keys(inputsOf(release.manifest).properties).length : 0
    }
    const data = await Promise.all(
      installations.map(async (row) => ({
        installation: row.id,
        page_bytes: await weigh(ctx, parts.get(row.id) ?? []),
        failures: row.failures,
        settings: settingsOf(row.release_id),
        visits: visits.items.get(row.id) ?? null,
      })),
    )
    return { ...wholeList(data), start: visits.start }
  },
})

/** Bytes of the markup and the files that it names, each once; null when a package is missing. */
async function weigh(ctx: Ctx, rows: readonly SideEffectRow[]): Promise<number | null> {
  const files = new Map<string, { sha256: string; file: string }>()
  let bytes = 0
  for (const row of rows) {
    const effect = effectOf(row)
    bytes += Buffer.byteLength(String(effect.content.html ?? ''))
    for (const file of filesOf(effect))
      files.set(`${effect.package} ${file}`, { sha256: effect.package, file })
  }
  for (const { sha256, file } of files.values()) {
    // A package is immutable.
    const sizes = await ctx.cache.getOrLoad(`file sizes ${sha256}`, [], () =>
      listFileSizes(ctx, sha256),
    )
    if (!sizes) return null
    bytes += sizes[file] ?? 0
  }
  return bytes
}

const listWithFailures = (db: Db, storeId: string, since: Date) =>
  db
    .selectFrom('installations')
    .select(['id', 'release_id'])
    .select((on) =>
      on
        .selectFrom('installation_runs as run')
        .select((of) => sql<number>`${of.fn.countAll()}::int`.as('n'))
        .whereRef('run.installation_id', '=', 'installations.id')
        .where('run.state', '=', 'failed')
        .where('run.finished_at', '>', since)
        .$asScalar()
        .$notNull()
        .as('failures'),
    )
    .where('store_id', '=', storeId)
    .where('state', '!=', 'uninstalled')
    .limit(500)
    .execute()
