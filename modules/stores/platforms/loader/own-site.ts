import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { refuse } from '../../errors.ts'
import {
  MOST_RULES,
  type PageRule,
  type SiteFacts,
  addSiteRule as addContract,
  endSiteMove as endContract,
  getSite as getContract,
  lookAtSite as lookContract,
  openOnSite as openContract,
  pageRule,
  proveSiteMove as proveContract,
  removeSiteRule as removeContract,
  startSiteMove as startContract,
} from '../site-contract.ts'
import { findProof, presentProof } from './site-proof.ts'
import { type ProofKind, findSite, moveSite, newSiteToken, signOwnerTicket } from './sites.ts'
import {
  clearTroubles,
  deleteMove,
  findMove,
  listLayers,
  listTroubles,
  lockSite,
  recordMoveCheck,
  recordMoveProof,
  recordProof,
  setRules,
  writeMove,
} from './site-data.ts'
import { secondsAfter } from '#lib/clock.ts'
import { type Services, type StoreCtx, inTransaction } from '#kernel/context.ts'
import { LOADER_VERSION, policyLines, scriptTag } from './released.ts'
import { canonicalJson } from '#lib/ids.ts'
import { sql } from 'kysely'
import { readShopAddress } from '#lib/shop-address.ts'
import { findStoresByHost } from '../data.ts'

export const getSite = defineOperation({
  ...getContract,
  run: async (ctx) => {
    const site = await requireOwnSite(ctx)
    return { data: await presentSite(ctx, site.store_id) }
  },
})

/** Drops the fields that a form left empty. */
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
    // A rule that is already gone counts as removed.
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
      { key: `site look ${ctx.actor.storeId}`, most: 30, seconds: 3600 },
    ])
    const proof = await findProof(ctx, {
      domain: site.domain,
      token: site.proof_token,
      kind: site.proved_by as ProofKind,
    })
    await recordProof(ctx.db, site.store_id, proof.found ? null : proof.failure, ctx.clock.now())
    await clearTroubles(ctx.db, site.store_id)
    return { data: await presentSite(ctx, site.store_id) }
  },
})

/** Problems not reported for this long are hidden. */
const TROUBLE_SECONDS = 3 * 86_400

async function requireOwnSite(ctx: StoreCtx) {
  const site = await findSite(ctx, ctx.actor.storeId)
  if (!site || site.disconnected_at !== null) throw refuse('site.not_a_site')
  return site
}

/**
 * A site as its owner sees it. `stamp` is the version hash of the current site set (`installs`).
 */
async function presentSite(
  services: Pick<Services, 'db' | 'clock' | 'origins' | 'blobs' | 'sealing' | 'siteVersionHash'>,
  storeId: string,
): Promise<SiteFacts> {
  const site = await findSite(services, storeId)
  if (!site) throw refuse('site.not_a_site')
  const now = services.clock.now()
  const [layers, troubles, move, stamp] = await Promise.all([
    listLayers(services.db, storeId),
    listTroubles(services.db, storeId, secondsAfter(now, -TROUBLE_SECONDS)),
    findMove(services.db, storeId, now),
    services.siteVersionHash(services, storeId),
  ])
  const itemOf = new Map(layers.map((layer) => [layer.effect_id, layer.prefix]))
  return {
    domain: site.domain,
    url: site.url,
    tag: scriptTag(services.origins.installer, site),
    policy: policyLines(services.origins.installer),
    version: LOADER_VERSION,
    health: {
      seen_at: site.seen_at?.toISOString() ?? null,
      seen_version: site.seen_version,
      newest: site.seen_stamp === null ? null : site.seen_stamp === stamp,
      parts: layers.length,
      troubles: troubles.map((one) => ({
        code: one.code,
        item: itemOf.get(one.effect_id) ?? null,
        path: one.path,
        count: one.count,
        last_at: one.last_at.toISOString(),
      })),
    },
    proof: {
      ...presentProof({
        domain: site.domain,
        token: site.proof_token,
        looked_at: site.proof_asked_at,
        failure: site.proof_failure,
      }),
      by: site.proved_by as 'dns',
      proved_at: site.proved_at.toISOString(),
      asked_at: site.proof_asked_at.toISOString(),
      holds: site.proof_failure === null,
    },
    rules: site.rules as PageRule[],
    move: move
      ? {
          domain: move.domain,
          old_proved: move.old_proved_at !== null,
          new_proved: move.new_proved_at !== null,
          proof: presentProof(move),
          expires_at: move.expires_at.toISOString(),
        }
      : null,
  }
}

/** Adds a rule in front; an equal one moves there. False when there are too many. */
export const addPageRule = (
  services: Pick<Services, 'db'>,
  storeId: string,
  rule: PageRule,
): Promise<boolean> =>
  inTransaction(services, async (trx) => {
    const site = await lockSite(trx, storeId)
    if (!site) return false
    const others = (site.rules as PageRule[]).filter(
      (one) => canonicalJson(one) !== canonicalJson(rule),
    )
    if (others.length >= MOST_RULES) return false
    await setRules(trx, storeId, [rule, ...others])
    return true
  })

/** False when there is no such rule. */
const removePageRule = (
  services: Pick<Services, 'db'>,
  storeId: string,
  rule: PageRule,
): Promise<boolean> =>
  inTransaction(services, async (trx) => {
    const rules = ((await lockSite(trx, storeId))?.rules ?? []) as PageRule[]
    const left = rules.filter((one) => canonicalJson(one) !== canonicalJson(rule))
    if (left.length === rules.length) return false
    await setRules(trx, storeId, left)
    return true
  })

/** DNS records may take time to spread; both proofs are required again after each start. */
const MOVE_SECONDS = 7 * 86_400

export const startSiteMove = defineOperation({
  ...startContract,
  run: async (ctx, { body }) => {
    const site = await requireOwnSite(ctx)
    const domain = readShopAddress(body.address)
    if (domain === null)
      throw refuse('site.address_invalid', { fields: { address: { code: 'field.shop_address' } } })
    if (domain === site.domain)
      throw refuse('site.same_address', { fields: { address: { code: 'site.same_address' } } })
    await writeMove(ctx.db, {
      store_id: site.store_id,
      domain,
      token: newSiteToken(),
      expires_at: secondsAfter(ctx.clock.now(), MOVE_SECONDS),
    })
    return { data: await presentSite(ctx, site.store_id) }
  },
})

/**
 * Both addresses must be proved: with one alone, a stolen session could carry off a shop's
 * purchases.
 */
export const proveSiteMove = defineOperation({
  ...proveContract,
  run: async (ctx, { body }) => {
    const site = await requireOwnSite(ctx)
    const move = await findMove(ctx.db, site.store_id, ctx.clock.now())
    if (!move) throw refuse('site.no_move')
    await consumeRateLimits(ctx, [{ key: `site look ${site.store_id}`, most: 30, seconds: 3600 }])
    const proof = await findProof(ctx, {
      domain: body.which === 'old' ? site.domain : move.domain,
      token: move.token,
      kind: body.way,
    })
    const now = ctx.clock.now()
    await recordMoveCheck(ctx.db, site.store_id, proof.found ? null : proof.failure, now)
    if (!proof.found) throw refuse('site.not_proved')
    await inTransaction(ctx, async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext(${`site ${move.domain}`}))`.execute(trx)
      await lockSite(trx, site.store_id)
      const after = await recordMoveProof(
        trx,
        {
          storeId: site.store_id,
          token: move.token,
          which: body.which,
          way: body.way,
          url: proof.url,
        },
        now,
      )
      if (!after?.old_proved_at || !after.new_proved_at || !after.new_url) return
      if (
        (await findStoresByHost(trx, ctx.platformId, move.domain.split(':')[0] ?? '')).some(
          (store) => store.domain === move.domain && store.status === 'active',
        )
      )
        throw refuse('site.already_connected')
      await moveSite(ctx, trx, site.store_id, {
        domain: move.domain,
        url: after.new_url,
        proof: { kind: (after.new_proved_by ?? 'file') as 'file', token: move.token },
      })
      await deleteMove(trx, site.store_id)
    })
    return { data: await presentSite(ctx, site.store_id) }
  },
})

export const endSiteMove = defineOperation({
  ...endContract,
  run: async (ctx) => {
    const site = await requireOwnSite(ctx)
    await deleteMove(ctx.db, site.store_id)
    return { data: await presentSite(ctx, site.store_id) }
  },
})
