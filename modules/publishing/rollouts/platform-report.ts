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
import * as contract from './contract.ts'
import {
  type UnnotifiedPartner,
  countNotified,
  listUnnotified,
  recordNotified,
  readReport,
} from './report-data.ts'
import { onOneLine } from '#modules/mail/public.ts'
import { dayInWords, type ConsoleCtx } from '#kernel/context.ts'
import { mailPeople } from '../mail-people.ts'
import { listOwners } from '../partners/profile-data.ts'
import { MOST_LISTED, MOST_NOTIFIED } from './rules.ts'

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
): Promise<z.input<typeof contract.getPlatformReport.output>> {
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
  ...contract.getPlatformReport,
  run: (ctx, { params, query }) => reportOn(ctx.db, params.platform, query, null),
})
export const getOwnPlatformReport = defineOperation({
  ...contract.getOwnPlatformReport,
  run: (ctx, { params, query }) => reportOn(ctx.db, params.platform, query, params.partner),
})

export const listPlatformPlans = defineOperation({
  ...contract.listPlatformPlans,
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
  ...contract.planPlatformVersion,
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
  ...contract.dropPlatformPlan,
  audit,
  run: async (ctx, { params }) => {
    await deletePlatformPlan(ctx.db, params.platform)
    return done
  },
})

interface PlannedVersion {
  platform: { id: number; name: string }
  version: string
  liveOn: string
}

/**
 * Mails the owners of a partner what will not work, and by when it should, in the caller's
 * transaction.
 */
async function mailOwners(
  ctx: ConsoleCtx,
  { platform, version, liveOn }: PlannedVersion,
  { partnerId, releases, more }: UnnotifiedPartner,
): Promise<void> {
  await mailPeople(ctx, ctx.db, await listOwners(ctx.db, partnerId), (ownerId, t, locale) => {
    const facts = {
      platform: onOneLine(platform.name, 60),
      version,
      day: dayInWords(ctx, liveOn, locale),
    }
    const listed = releases.map((one) =>
      t('mails.coming.release', {
        name: onOneLine(one.name, 100),
        version: one.version,
        count: one.installations,
      }),
    )
    const query = new URLSearchParams({ platform: String(platform.id), version, hl: locale })
    return {
      key: `platform ${platform.id} ${version} ${partnerId} ${ownerId}`,
      subject: t('mails.coming.subject', facts),
      paragraphs: [
        t('mails.coming.lead', facts),
        [...listed, ...(more > 0 ? [t('mails.coming.more', { count: more })] : [])].join('\n'),
        t('mails.coming.what', facts),
      ],
      action: {
        label: t('mails.coming.action'),
        url: `${ctx.origins.console}/partner/${partnerId}/platforms?${query}`,
      },
      footnote: t('mails.coming.footnote'),
    }
  })
}

/**
 * Only for the planned version, not for one that was entered to see a report. Each partner is
 * notified once per version.
 */
export const tellPartners = defineOperation({
  ...contract.tellPartners,

  audit: {
    kind: 'platform',
    id: ({ params }) => String(params.platform),
    read: async (db, id, { body }) => ({
      version: body.version,
      partners_told: await countNotified(db, Number(id), body.version),
    }),
  },

  run: async (ctx, { params, body: { version } }) => {
    const platform = await findPlatformName(ctx.db, params.platform)
    if (!platform) throw refuse('not_found')
    const plan = await findPlatformPlan(ctx.db, platform.id)
    if (plan?.version !== version) throw refuse('rollouts.not_planned')
    const asked = { platformId: platform.id, version, partnerId: null }
    const unnotified = await listUnnotified(ctx.db, asked, MOST_NOTIFIED + 1, MOST_LISTED)
    const now = unnotified.slice(0, MOST_NOTIFIED)
    const told = await recordNotified(
      ctx.db,
      asked,
      now.map((one) => one.partnerId),
      personOf(ctx).id,
      ctx.clock.now(),
    )
    for (const one of now)
      if (told.has(one.partnerId))
        await mailOwners(ctx, { platform, version, liveOn: plan.live_on }, one)
    return { told: told.size, more: unnotified.length > now.length }
  },
})
