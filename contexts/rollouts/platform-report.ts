import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { personOf } from '../console.ts'
import { implementConsole } from '../people/public.ts'
import { findPlatformPlan } from '../platforms/public.ts'
import { refuse } from './errors.ts'
import { dropPlatformPlan as dropContract, getOwnPlatformReport as ownContract, getPlatformReport as reportContract, listPlatformPlans as plansContract, planPlatformVersion as planContract } from './platform-contract.ts'
import { readReport } from './report-data.ts'

const planOf = async (db: Db, id: number) => {
  const row = await findPlatformPlan(db, id)
  return row ? { platform: id, ...row } : null
}

const iso = (time: Date | null) => time && time.toISOString()

async function reportOn(db: Db, platformId: number, { version, page, per_page: perPage }: { version: string; page: number; per_page: number }, partnerId: string | null): Promise<z.input<typeof reportContract.output>> {
  const platform = await db.selectFrom('platforms').select(['id', 'name']).where('id', '=', platformId).executeTakeFirst()
  if (!platform) throw refuse('not_found')
  const [plan, found] = await Promise.all([planOf(db, platformId), readReport(db, { platformId, version, partnerId }, page, perPage)])
  return {
    platform, version, plan,
    totals: found.totals,
    notices: { partners: found.partners, told: found.told, unreachable: found.unreachable, last_at: iso(found.lastAt) },
    lines: found.lines.slice(0, perPage).map(line => ({ ...line, told_at: iso(line.told_at) })), next: found.lines.length > perPage ? page + 1 : null,
  }
}

export const getPlatformReport = implementConsole(reportContract, null, (ctx, { params, query }) => reportOn(ctx.db, params.platform, query, null))
export const getOwnPlatformReport = implementConsole(ownContract, null, (ctx, { params, query }) => reportOn(ctx.db, params.platform, query, params.partner))

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
