import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { refuse } from '../../errors.ts'
import {
  addSiteRule as addContract,
  getSite as getContract,
  lookAtSite as lookContract,
  openOnSite as openContract,
  removeSiteRule as removeContract,
} from '../site-contract.ts'
import { findProof } from './find-proof.ts'
import { signOwnerTicket } from './owner-ticket.ts'
import { pageRule, type PageRule } from './page-rules.ts'
import { presentSite, requireOwnSite } from './present-site.ts'
import { addPageRule, removePageRule } from './rules-of-site.ts'
import { clearTroubles, noteProof } from './site-data.ts'
import type { ProofKind } from './sites.ts'

export const getSite = defineOperation({
  ...getContract,
  run: async (ctx) => {
    const site = await requireOwnSite(ctx)
    return { data: await presentSite(ctx, site.store_id) }
  },
})

/** What a form leaves empty is not meant. */
const ruleOf = (given: Record<string, string | undefined>) =>
  pageRule.safeParse(
    Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined && value !== ''),
    ),
  )

export const addSiteRule = defineOperation({
  ...addContract,
  run: async (ctx, { body }) => {
    const site = await requireOwnSite(ctx)
    const rule = ruleOf(body)
    if (!rule.success) {
      const fields = Object.fromEntries(
        rule.error.issues.map((issue) => [
          String(issue.path[0] ?? 'path'),
          { code: issue.message.startsWith('field.') ? issue.message : 'field.invalid' },
        ]),
      )
      throw refuse('site.rule_invalid', { fields })
    }
    if (!(await addPageRule(ctx, site.store_id, rule.data))) throw refuse('site.too_many_rules')
    return { data: await presentSite(ctx, site.store_id) }
  },
})

export const removeSiteRule = defineOperation({
  ...removeContract,
  run: async (ctx, { body }) => {
    const site = await requireOwnSite(ctx)
    const rule = ruleOf(body)
    // Gone already is gone.
    if (rule.success) await removePageRule(ctx, site.store_id, rule.data as PageRule)
    return { data: await presentSite(ctx, site.store_id) }
  },
})

export const openOnSite = defineOperation({
  ...openContract,
  run: async (ctx) => {
    const site = await requireOwnSite(ctx)
    return {
      data: {
        url: `${site.url}/#arasta=${signOwnerTicket(ctx.downloadTokenKey, site.site_key, ctx.locale, ctx.clock.now())}`,
      },
    }
  },
})

export const lookAtSite = defineOperation({
  ...lookContract,
  run: async (ctx) => {
    const site = await requireOwnSite(ctx)
    await consumeRateLimits(ctx, [
      { key: `site look ${storeOf(ctx).storeId}`, most: 30, seconds: 3600 },
    ])
    const proof = await findProof(ctx, {
      domain: site.domain,
      token: site.proof_token,
      kind: site.proved_by as ProofKind,
    })
    await noteProof(ctx.db, site.store_id, proof.found ? null : proof.failure, ctx.clock.now())
    await clearTroubles(ctx.db, site.store_id)
    return { data: await presentSite(ctx, site.store_id) }
  },
})
