import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { personOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  deletePlatformPlan,
  findPlatformName,
  findPlatformPlan,
  listPlatformNames,
  writePlatformPlan,
} from '#modules/stores/platforms/public.ts'
import { refuse } from '../errors.ts'
import {
  dropPlatformPlan as dropContract,
  getOwnPlatformReport as ownContract,
  getPlatformReport as reportContract,
  listPlatformPlans as plansContract,
  planPlatformVersion as planContract,
} from './platform-contract.ts'
import { readReport } from './report-data.ts'

const planOf = async (db: Db, id: number) => {
  const row = await findPlatformPlan(db, id)
  return row ? { platform: id, ...row } : null
}

const iso = (time: Date | null) => time && time.toISOString()

async function reportOn(
  db: Db,
  platformId: number,
  { version, page, per_page: perPage }: { version: string; page: number; per_page: number },
  partnerId: string | null,
): Promise<z.input<typeof reportContract.output>> {
  const platform = await findPlatformName(db, platformId)
  if (!platform) throw refuse('not_found')
  const [plan, found] = await Promise.all([
    planOf(db, platformId),
    readReport(db, { platformId, version, partnerId }, page, perPage),
  ])
  return {
    platform,
    version,
    plan,
    totals: found.totals,
    notices: {
      partners: found.partners,
      told: found.told,
      unreachable: found.unreachable,
      last_at: iso(found.lastAt),
    },
    lines: found.lines.slice(0, perPage).map((line) => ({ ...line, told_at: iso(line.told_at) })),
    next: found.lines.length > perPage ? page + 1 : null,
  }
}

export const getPlatformReport = defineOperation({
  ...reportContract,
  run: (ctx, { params, query }) => reportOn(ctx.db, params.platform, query, null),
})
export const getOwnPlatformReport = defineOperation({
  ...ownContract,
  run: (ctx, { params, query }) => reportOn(ctx.db, params.platform, query, params.partner),
})

export const listPlatformPlans = defineOperation({
  ...plansContract,
  run: async (ctx) => {
    const platforms = await listPlatformNames(ctx.db)
    return {
      platforms: await Promise.all(
        platforms.map(async (one) => ({ ...one, plan: await planOf(ctx.db, one.id) })),
      ),
    }
  },
})

const audit = {
  kind: 'platform',
  id: ({ params }: { params: { platform: number } }) => String(params.platform),
  read: (db: Db, id: string) => findPlatformPlan(db, Number(id)),
}
const done = { success: true as const }

export const planPlatformVersion = defineOperation({
  ...planContract,
  audit,
  run: async (ctx, { params, body }) => {
    if (!(await findPlatformName(ctx.db, params.platform))) throw refuse('not_found')
    await writePlatformPlan(ctx.db, params.platform, {
      version: body.version,
      liveOn: body.live_on,
      notedAt: ctx.clock.now(),
      notedBy: personOf(ctx).id,
    })
    return done
  },
})

export const dropPlatformPlan = defineOperation({
  ...dropContract,
  audit,
  run: async (ctx, { params }) => {
    await deletePlatformPlan(ctx.db, params.platform)
    return done
  },
})
