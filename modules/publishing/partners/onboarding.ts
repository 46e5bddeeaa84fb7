import type { Db } from '#db/client.ts'
import { defaultLanguage, type ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import * as contract from './contract.ts'
import { countItems } from './partners.ts'
import { findProfile } from './profile-data.ts'
import { type OnboardingStep, ONBOARDING_STEPS, missingFields } from './rules.ts'

/** Each step is read from the facts, so that it is open again when they are gone. */
async function readSteps(
  ctx: ConsoleCtx,
  partnerId: string,
): Promise<{ done: Record<OnboardingStep, boolean>; isHidden: boolean }> {
  const [profile, counts, paid, submitted] = await Promise.all([
    findProfile(ctx.db, partnerId),
    countItems(ctx.db, partnerId),
    hasPayoutAccount(ctx.db, partnerId),
    hasSubmission(ctx.db, partnerId),
  ])
  if (!profile) throw refuse('not_found')
  const missing = missingFields(profile, defaultLanguage(ctx))
  const has = (...fields: readonly (typeof missing)[number][]) =>
    !fields.some((field) => missing.includes(field))
  return {
    done: {
      profile: has('about', 'website', 'support', 'logo'),
      verified: profile.verified_at !== null,
      seller: has('legal_name', 'legal_address', 'registration', 'phone'),
      payout: paid,
      item: counts.length > 0,
      submission: submitted || counts.some((one) => one.status === 'published'),
    },
    isHidden: profile.onboarding_hidden_at !== null,
  }
}

export const getPartnerOnboarding = defineOperation({
  ...contract.getPartnerOnboarding,
  run: async (ctx, { params }) => {
    const { done, isHidden } = await readSteps(ctx, params.partner)
    return {
      hidden: isHidden,
      steps: ONBOARDING_STEPS.map((step) => ({ step, done: done[step] })),
    }
  },
})

export const hidePartnerOnboarding = defineOperation({
  ...contract.hidePartnerOnboarding,
  audit: {
    kind: 'partner',
    id: ({ params }) => params.partner,
    read: async (db, id) => ({
      hidden: ((await findProfile(db, id))?.onboarding_hidden_at ?? null) !== null,
    }),
  },
  run: async (ctx, { params }) => {
    const { done } = await readSteps(ctx, params.partner)
    if (ONBOARDING_STEPS.some((step) => !done[step])) throw refuse('partners.onboarding_open')
    await ctx.db
      .updateTable('partner_profiles')
      .set({ onboarding_hidden_at: ctx.clock.now() })
      .where('partner_id', '=', params.partner)
      .execute()
    return { success: true as const }
  },
})

const hasPayoutAccount = async (db: Db, partnerId: string): Promise<boolean> =>
  (await db
    .selectFrom('payout_accounts')
    .select('partner_id')
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()) !== undefined

const hasSubmission = async (db: Db, partnerId: string): Promise<boolean> =>
  (await db
    .selectFrom('submissions')
    .select('id')
    .where('partner_id', '=', partnerId)
    .limit(1)
    .executeTakeFirst()) !== undefined
