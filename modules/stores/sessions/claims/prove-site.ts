import { sql } from 'kysely'
import type { Locale } from '#lib/locale.ts'
import { inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../../errors.ts'
import { ANY_SITE, findProof, findStoreByHost, openSite } from '../../platforms/public.ts'
import { proveSite as contract } from '../claim-contract.ts'
import { takeLookTurns } from '../connect-limits.ts'
import { openSession } from '../enter-market.ts'
import { findSession } from '../public.ts'
import { noteLook, spendClaim } from './claim-data.ts'
import { contactOf, requireClaim } from './claim.ts'

/**
 * Looks on the site, outside of any transaction; what is found makes the site a store and signs its
 * owner in. That another has it already is told only here, to somebody who has proved to run it:
 * they go on with a code, or by the operator.
 */
export const proveSite = defineOperation({
  ...contract,
  run: async (ctx, { headers, body }) => {
    const claim = await requireClaim(ctx, headers['claim-handle'])
    if (claim.mail_confirmed_at === null) throw refuse('site.mail_first')
    if (ctx.actor.kind === 'store' && body.replaces !== ctx.actor.storeId)
      throw refuse('connect.other_store', { params: { domain: ctx.actor.domain } })
    await takeLookTurns(ctx, claim.domain)
    const proof = await findProof(ctx, { domain: claim.domain, token: claim.token, kind: body.way })
    await noteLook(
      ctx.db,
      claim.id,
      { way: body.way, failure: proof.found ? null : proof.failure },
      ctx.clock.now(),
    )
    if (!proof.found) throw refuse('site.not_proved')
    const contact = contactOf(ctx, claim)
    const session = await inTransaction(ctx, async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext(${`site ${claim.domain}`}))`.execute(trx)
      if (!(await spendClaim(trx, claim.id))) throw refuse('connect.over')
      if (await findStoreByHost({ db: trx }, ANY_SITE, claim.domain))
        throw refuse('site.already_connected')
      const locale = claim.locale as Locale
      const storeId = await openSite(ctx, trx, {
        domain: claim.domain,
        url: proof.url,
        contact,
        locale,
        proof: { kind: body.way, token: claim.token },
      })
      return openSession(
        { ...ctx, db: trx },
        { storeId, account: { id: 'contact', ...contact }, locale },
        null,
        'proof',
      )
    })
    const store = await findSession(ctx, session.token, null, ctx.platformId)
    if (!store) throw refuse('connect.over')
    return {
      success: true,
      account: store.account,
      domain: store.domain,
      is_os2: 0 as const,
      expire_time: store.expiresAt.toISOString(),
      store_id: store.storeId,
      token: session.token,
      next: claim.next_path,
      browser: null,
    }
  },
})
