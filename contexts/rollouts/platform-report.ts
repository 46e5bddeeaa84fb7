import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { OUTCOMES } from '../catalog/contract.ts'
import { EVERYBODY, outcomeOf, satisfiesRange, type Ranged } from '../catalog/public.ts'
import { personOf } from '../console.ts'
import { implementConsole } from '../people/public.ts'
import { findPlatformPlan } from '../platforms/public.ts'
import { refuse } from './errors.ts'
import { dropPlatformPlan as dropContract, getOwnPlatformReport as ownContract, getPlatformReport as reportContract, listPlatformPlans as plansContract, planPlatformVersion as planContract } from './platform-contract.ts'

const MOST_LINES = 5_000
type Report = z.input<typeof reportContract.output>
type Line = Report['lines'][number]

const planOf = async (db: Db, id: number) => {
  const row = await findPlatformPlan(db, id)
  return row ? { platform: id, ...row } : null
}

interface Counted { item_id: string; release_id: string; is_os2: boolean; installations: number }
interface Release { id: string; item_id: string; version: string; offered: boolean; range: string | null; os2: boolean | null }

/** Two statements however many installations there are: they are counted by release in the database, and only then looked at. */
async function reportOn(db: Db, platformId: number, version: string, partnerId: string | null): Promise<Report> {
  const platform = await db.selectFrom('platforms').select(['id', 'name']).where('id', '=', platformId).executeTakeFirst()
  if (!platform) throw refuse('not_found')
  const ofPartner = partnerId === null ? sql`` : sql`and it.item_id in (select id from items where partner_id = ${partnerId})`
  const { rows: counted } = await sql<Counted>`select it.item_id, it.release_id, stores.is_os2, count(*)::integer as installations from installations it join stores on stores.id = it.store_id
    where it.state <> 'uninstalled' and stores.platform_id = ${platformId} ${ofPartner} group by it.item_id, it.release_id, stores.is_os2`.execute(db)
  const itemIds = [...new Set(counted.map(one => one.item_id))]
  const [releases, names] = await Promise.all([
    sql<Release>`select id, item_id, version, status = 'published' and package_sha256 is not null and share = ${EVERYBODY}::int as offered,
      manifest -> 'compatibility' -> 'platforms' ->> ${String(platformId)}::text as range, (manifest ->> 'os2')::boolean as os2
      from releases where item_id = any(${itemIds}::text[]) order by item_id, version_order desc`.execute(db),
    db.selectFrom('items').innerJoin('partners', 'partners.id', 'items.partner_id').select(['items.id', 'items.name', 'partners.name as partner']).where('items.id', '=', sql<string>`any(${itemIds}::text[])`).execute(),
  ])
  const byItem = Map.groupBy(releases.rows, one => one.item_id)
  const named = new Map(names.map(one => [one.id, one]))
  const lines = new Map<string, Line>()
  for (const one of counted) {
    const all: Ranged[] = byItem.get(one.item_id) ?? []
    const { outcome, to } = outcomeOf(all, one.release_id, one.is_os2, range => satisfiesRange(version, range))
    const key = `${one.release_id} ${outcome} ${to}`
    const known = lines.get(key)
    if (known) known.installations += one.installations
    else {
      lines.set(key, {
        item: one.item_id, name: named.get(one.item_id)?.name ?? one.item_id, partner: named.get(one.item_id)?.partner ?? '', version: all.find(other => other.id === one.release_id)?.version ?? '–',
        outcome, to, installations: one.installations,
      })
    }
  }
  const sorted = [...lines.values()].toSorted((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) || b.installations - a.installations || a.name.localeCompare(b.name))
  return {
    platform, version, plan: await planOf(db, platformId),
    totals: OUTCOMES.map(outcome => {
      const those = sorted.filter(line => line.outcome === outcome)
      return { outcome, items: new Set(those.map(line => line.item)).size, installations: those.reduce((sum, line) => sum + line.installations, 0) }
    }),
    lines: sorted.slice(0, MOST_LINES),
  }
}

export const getPlatformReport = implementConsole(reportContract, null, (ctx, { params, query }) => reportOn(ctx.db, params.platform, query.version, null))
export const getOwnPlatformReport = implementConsole(ownContract, null, (ctx, { params, query }) => reportOn(ctx.db, params.platform, query.version, params.partner))

export const listPlatformPlans = implementConsole(plansContract, null, async ctx => {
  const platforms = await ctx.db.selectFrom('platforms').select(['id', 'name']).orderBy('id').execute()
  return { platforms: await Promise.all(platforms.map(async one => ({ ...one, plan: await planOf(ctx.db, one.id) }))) }
})

const audit = { kind: 'platform', id: ({ params }: { params: { platform: number } }) => String(params.platform), read: (db: Db, id: string) => findPlatformPlan(db, Number(id)) }
const done = { success: true as const }

export const planPlatformVersion = implementConsole(planContract, { audit }, async (ctx, { params, body }) => {
  if (!await ctx.db.selectFrom('platforms').select('id').where('id', '=', params.platform).executeTakeFirst()) throw refuse('not_found')
  await sql`insert into platform_plans (platform_id, version, live_on, noted_at, noted_by) values (${params.platform}, ${body.version}, ${body.live_on}, ${ctx.clock.now()}, ${personOf(ctx).id})
    on conflict (platform_id) do update set version = excluded.version, live_on = excluded.live_on, noted_at = excluded.noted_at, noted_by = excluded.noted_by`.execute(ctx.db)
  return done
})

export const dropPlatformPlan = implementConsole(dropContract, { audit }, async (ctx, { params }) => {
  await ctx.db.deleteFrom('platform_plans').where('platform_id', '=', params.platform).execute()
  return done
})
