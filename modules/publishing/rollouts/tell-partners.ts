import { formatDay } from '#lib/dates.ts'
import { isEmail } from '#lib/email.ts'
import type { Locale } from '#lib/locale.ts'
import { onOneLine } from '#lib/one-line.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { findPlatformName, findPlatformPlan } from '#modules/stores/platforms/public.ts'
import { refuse } from '../errors.ts'
import { listOwners } from '../partners/profile/proof-data.ts'
import { tellPartners as contract } from './platform-contract.ts'
import { MOST_LISTED, MOST_TOLD } from './platform-rules.ts'
import { countTold, listUntold, noteTold, type Untold } from './report-data.ts'

interface Coming {
  platform: { id: number; name: string }
  version: string
  liveOn: string
}

/**
 * Tells the owners of one partner, in the caller's transaction, what of theirs will not work and by
 * when it should.
 */
async function mailOwners(
  ctx: ConsoleCtx,
  { platform, version, liveOn }: Coming,
  { partnerId, releases, more }: Untold,
): Promise<void> {
  for (const owner of await listOwners(ctx.db, partnerId)) {
    if (!isEmail(owner.email)) continue
    const locale = owner.locale as Locale
    const t = mailWords(locale)
    const facts = {
      platform: onOneLine(platform.name, 60),
      version,
      day: formatDay(liveOn, locale),
    }
    const listed = releases.map((one) =>
      t('mails.coming.release', {
        name: onOneLine(one.name, 100),
        version: one.version,
        count: one.installations,
      }),
    )
    await queueMail(ctx, ctx.db, {
      key: `platform ${platform.id} ${version} ${partnerId} ${owner.id}`,
      to: owner.email,
      locale,
      subject: t('mails.coming.subject', facts),
      paragraphs: [
        t('mails.coming.lead', facts),
        [...listed, ...(more > 0 ? [t('mails.coming.more', { count: more })] : [])].join('\n'),
        t('mails.coming.what', facts),
      ],
      action: {
        label: t('mails.coming.action'),
        url: `${ctx.origins.console}/partner/${partnerId}/platforms?${new URLSearchParams({ platform: String(platform.id), version, hl: locale })}`,
      },
      footnote: t('mails.coming.footnote'),
    })
  }
}

/**
 * Only for what is planned: a version that somebody typed to see what would be alarms nobody. Who
 * was told of it once is not told again.
 */
export const tellPartners = defineOperation({
  ...contract,

  audit: {
    kind: 'platform',
    id: ({ params }) => String(params.platform),
    read: async (db, id, { body }) => ({
      version: body.version,
      partners_told: await countTold(db, Number(id), body.version),
    }),
  },

  run: async (ctx, { params, body: { version } }) => {
    const platform = await findPlatformName(ctx.db, params.platform)
    if (!platform) throw refuse('not_found')
    const plan = await findPlatformPlan(ctx.db, platform.id)
    if (plan?.version !== version) throw refuse('rollouts.not_planned')
    const asked = { platformId: platform.id, version, partnerId: null }
    const untold = await listUntold(ctx.db, asked, MOST_TOLD + 1, MOST_LISTED)
    const now = untold.slice(0, MOST_TOLD)
    const told = await noteTold(
      ctx.db,
      asked,
      now.map((one) => one.partnerId),
      personOf(ctx).id,
      ctx.clock.now(),
    )
    for (const one of now)
      if (told.has(one.partnerId))
        await mailOwners(ctx, { platform, version, liveOn: plan.live_on }, one)
    return { told: told.size, more: untold.length > now.length }
  },
})
