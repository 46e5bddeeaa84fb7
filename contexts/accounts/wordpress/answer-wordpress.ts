import { hashSecret } from '#lib/ids.ts'
import type { Locale } from '#lib/locale.ts'
import { implement, inTransaction } from '../../ctx.ts'
import { takeTurns } from '../../limits.ts'
import { connectWordPress } from '../../platforms/public.ts'
import { openSession } from '../enter-market.ts'
import { refuse } from '../errors.ts'
import { findSession } from '../public.ts'
import { answerWordPress as contract, type WORDPRESS_FAILURES } from '../wordpress-contract.ts'
import { spendClaim, spendQuestion, writeFailure } from './claim-data.ts'
import { presentClaim, requireWordPressClaim } from './start-wordpress.ts'

/**
 * The owner comes back from WordPress. The state is good once, for the browser that asked (login forgery, D5); the password goes to the site that was asked and to no
 * other. Outside of any transaction the site is connected; then its owner is signed in.
 */
export const answerWordPress = implement(contract, async (ctx, { headers, body }) => {
  await takeTurns(ctx, [{ key: `wordpress answer ip ${ctx.ip}`, most: 40, seconds: 3600 }])
  const claim = await requireWordPressClaim(ctx, headers['claim-handle'])
  if (ctx.actor.kind === 'store' && claim.replaces !== ctx.actor.storeId) throw refuse('connect.other_store', { params: { domain: ctx.actor.domain } })
  const failed = async (failure: (typeof WORDPRESS_FAILURES)[number]) => {
    const row = await writeFailure(ctx.db, claim.id, failure)
    if (!row) throw refuse('connect.over')
    return { data: presentClaim(row), session: null }
  }
  if (!claim.url || !await spendQuestion(ctx.db, claim.id, hashSecret(body.state), ctx.clock.now())) return failed('stale')
  if (!body.user || !body.password) return failed('rejected')
  const connected = await connectWordPress(ctx, claim.url, { user: body.user, password: body.password }, { origin: ctx.origins.app, installer: ctx.origins.installer })
  if ('failure' in connected) return failed(connected.failure)
  const { storeId, contact } = connected
  const session = await inTransaction(ctx, async trx => {
    if (!await spendClaim(trx, claim.id)) throw refuse('connect.over')
    return openSession({ ...ctx, db: trx }, { storeId, account: { id: 'contact', ...contact }, locale: claim.locale as Locale }, null, 'proof')
  })
  const store = await findSession(ctx, session.token, null, ctx.platformId)
  if (!store) throw refuse('connect.over')
  return {
    data: null,
    session: {
      success: true, account: store.account, domain: store.domain, is_os2: 0 as const, expire_time: store.expiresAt.toISOString(), store_id: store.storeId, token: session.token,
      next: claim.next_path,
    },
  }
})
