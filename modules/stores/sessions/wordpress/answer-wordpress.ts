import { hashSecret } from '#lib/ids.ts'
import type { Locale } from '#lib/locale.ts'
import { type Ctx, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { refuse } from '../../errors.ts'
import {
  connectWordPress,
  findWordPressSite,
  hasKeysOf,
  tradePassword,
} from '../../platforms/public.ts'
import { openSession } from '../enter-market.ts'
import { answerWordPress as contract, type WORDPRESS_FAILURES } from '../wordpress-contract.ts'
import { spendClaim, spendQuestion, type WordPressClaimRow, writeFailure } from './claim-data.ts'
import { keepFound } from './found-site.ts'
import { finishMove, signedIn } from './move-wordpress.ts'
import { presentClaim } from './present-claim.ts'
import { requireReplaced, requireWordPressClaim } from './start-wordpress.ts'

interface Given {
  user: string
  password: string
}

/**
 * The owner comes back from WordPress. The state is good once, for the browser that asked (login
 * forgery, D5); the password goes to the site that was asked and to no other. Outside of any
 * transaction the site is connected; then its owner is signed in. A site with the identity of
 * another waits for its owner's word, and a move for the proof of both its addresses.
 */
export const answerWordPress = defineOperation({
  ...contract,
  run: async (ctx, { headers, body }) => {
    await consumeRateLimits(ctx, [
      { key: `wordpress answer ip ${ctx.ip}`, most: 40, seconds: 3600 },
    ])
    const claim = await requireWordPressClaim(ctx, headers['claim-handle'])
    requireReplaced(ctx, claim, claim.replaces)
    if (
      !claim.url ||
      !(await spendQuestion(ctx.db, claim.id, hashSecret(body.state), ctx.clock.now()))
    )
      return failed(ctx, claim, 'stale')
    if (!body.user || !body.password) return failed(ctx, claim, 'rejected')
    const given = { user: body.user, password: body.password }
    return claim.asks_old
      ? proveOld(ctx, claim, given)
      : claim.is_move
        ? proveNew(ctx, claim, given)
        : connect(ctx, claim, given)
  },
})

const marketOf = ({ origins }: Ctx) => ({ origin: origins.app, installer: origins.installer })

/** What kept it is written down: the claim's page says it. */
export async function failed(
  ctx: Ctx,
  claim: Pick<WordPressClaimRow, 'id'>,
  failure: (typeof WORDPRESS_FAILURES)[number],
) {
  const row = await writeFailure(ctx.db, claim.id, failure)
  if (!row) throw refuse('connect.over')
  return { data: await presentClaim(ctx, row), session: null }
}

async function connect(ctx: Ctx, claim: WordPressClaimRow, given: Given) {
  const connected = await connectWordPress(ctx, claim.url ?? '', given, marketOf(ctx))
  if ('failure' in connected) return failed(ctx, claim, connected.failure)
  if ('twinOf' in connected) return keep(ctx, claim, connected.twinOf, connected.found)
  const { storeId, contact } = connected
  const session = await inTransaction(ctx, async (trx) => {
    if (!(await spendClaim(trx, claim.id))) throw refuse('connect.over')
    return openSession(
      { ...ctx, db: trx },
      { storeId, account: { id: 'contact', ...contact }, locale: claim.locale as Locale },
      null,
      'proof',
    )
  })
  return signedIn(ctx, session, claim.next_path)
}

async function keep(
  ctx: Ctx,
  claim: WordPressClaimRow,
  ...[storeId, found]: [storeId: string, found: Parameters<typeof keepFound>[3]]
) {
  const kept = await keepFound(ctx, claim, storeId, found)
  return 'id' in kept
    ? { data: await presentClaim(ctx, kept), session: null }
    : failed(ctx, claim, kept.failure)
}

/** The new address of a move: with the identity of the old site, or another. */
async function proveNew(ctx: Ctx, claim: WordPressClaimRow, given: Given) {
  const found = await tradePassword(ctx, claim.url ?? '', given, marketOf(ctx))
  return 'failure' in found
    ? failed(ctx, claim, found.failure)
    : keep(ctx, claim, claim.store_id ?? '', found)
}

/**
 * The old address: the WordPress there has the keys of the store, and somebody who may manage it
 * says yes.
 */
async function proveOld(ctx: Ctx, claim: WordPressClaimRow, given: Given) {
  const site = claim.store_id === null ? undefined : await findWordPressSite(ctx.db, claim.store_id)
  if (!site || claim.found_sealed === null) return failed(ctx, claim, 'stale')
  const old = await tradePassword(ctx, new URL(site.url).origin, given, marketOf(ctx))
  if ('failure' in old) return failed(ctx, claim, old.failure)
  if (!(await hasKeysOf(ctx, ctx.db, site.store_id, old))) return failed(ctx, claim, 'other_site')
  return finishMove(ctx, claim, 'approval')
}
