import type { Db } from '#db/client.ts'
import type { Locale } from '#lib/locale.ts'
import { type Ctx, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { siteOrigin } from '#kernel/site-origin.ts'
import { helpAddress, mailWords, queueMail } from '#modules/mail/public.ts'
import { refuse } from '../../errors.ts'
import {
  findWordPressSite,
  type Moved,
  moveWordPressSite,
  unsealContact,
} from '../../platforms/public.ts'
import { codeOf, hashCode, isCode, resendIn } from '../connect-code.ts'
import { guessLimits, takeCodeTurns } from '../connect-limits.ts'
import { endSessionsOf } from '../data.ts'
import { type NewSession, openSession } from '../enter-market.ts'
import { findSession } from '../public.ts'
import { CODE_PAUSE_SECONDS, CODE_ROUNDS, CODE_TRIES } from '../rules.ts'
import { codeSubjects, readSharedCode, sharedCode, spendSharedCode } from '../shared-code.ts'
import {
  moveWordPress as contract,
  sendWordPressCode as codeContract,
} from '../wordpress-contract.ts'
import {
  nextRound,
  spendClaim,
  takeTry,
  type WordPressClaimRow,
  writeFailure,
} from './claim-data.ts'
import { foundOf } from './found-site.ts'
import { presentClaim } from './present-claim.ts'
import { requireReplaced, requireWordPressClaim } from './start-wordpress.ts'

/**
 * To the mailbox that the old site named when it answered last, and never to one that the new one
 * names: a copy of the site alone carries nothing away.
 */
export const sendWordPressCode = defineOperation({
  ...codeContract,
  run: async (ctx, { headers }) => {
    const claim = await requireProvable(ctx, headers['claim-handle'])
    const site = await findWordPressSite(ctx.db, claim.store_id ?? '')
    const contact = unsealContact(ctx.sealing, site?.contact_sealed ?? null)
    if (!site || !contact) throw refuse('wordpress.not_ready')
    if (claim.code_round >= CODE_ROUNDS) throw refuse('connect.too_many_codes')
    const now = ctx.clock.now()
    const seconds = resendIn(claim.code_asked_at, now)
    if (seconds > 0) throw refuse('connect.too_soon', { retryAfter: seconds })
    const subject = codeSubjects.move(site.store_id)
    const slow = !(await takeCodeTurns(ctx, subject))
    const row = await inTransaction(ctx, async (trx) => {
      const shared = slow ? await sharedCode(ctx, trx, subject) : null
      const code = shared?.code ?? codeOf(ctx.downloadTokenKey, claim.id)
      const next = await nextRound(
        trx,
        claim.id,
        { codeHash: hashCode(ctx.downloadTokenKey, claim.id, code), slow },
        now,
      )
      const t = mailWords(claim.locale as Locale)
      if (next)
        await queueMail(ctx, trx, {
          key: shared?.mailKey ?? `wordpress-move:${claim.id}:${next.code_round}`,
          to: contact.email,
          locale: claim.locale as Locale,
          code,
          subject: t('mails.move_code.subject', { domain: site.domain }),
          paragraphs: [
            t('mails.move_code.lead', { from: site.domain, to: claim.domain }),
            ...(shared ? [t('mails.code_shared')] : []),
          ],
          footnote: `${shared ? `${t('mails.code_shared.what')}\n` : ''}${t('mails.move_code.footnote', { from: site.domain })}`,
        })
      return next
    })
    if (!row) throw refuse('connect.too_soon', { retryAfter: CODE_PAUSE_SECONDS })
    return { data: await presentClaim(ctx, row) }
  },
})

/**
 * A move whose new address has the very keys of the old site: only there a code is a proof of the
 * old address.
 */
async function requireProvable(ctx: Ctx, handle: string | undefined): Promise<WordPressClaimRow> {
  const claim = await requireWordPressClaim(ctx, handle)
  if (!claim.is_move || !claim.same_keys || claim.found_sealed === null)
    throw refuse('wordpress.not_ready')
  return claim
}

export const moveWordPress = defineOperation({
  ...contract,
  run: async (ctx, { headers, body }) => {
    await consumeRateLimits(ctx, guessLimits(ctx))
    const claim = await requireProvable(ctx, headers['claim-handle'])
    requireReplaced(ctx, claim, body.replaces)
    const tried = await takeTry(ctx.db, claim.id, ctx.clock.now())
    if (!tried) throw refuse('connect.no_tries_left')
    const subject = codeSubjects.move(claim.store_id ?? '')
    const shared = await readSharedCode(ctx, ctx.db, subject, body.code)
    if (shared === null && !isCode(ctx.downloadTokenKey, claim.id, body.code, tried.code_hash)) {
      const count = CODE_TRIES - tried.code_tries
      throw count === 0
        ? refuse('connect.no_tries_left')
        : refuse('connect.code_wrong', { params: { count } })
    }
    if (shared !== null && !(await spendSharedCode(ctx, ctx.db, subject, shared)))
      throw refuse('connect.over')
    return finishMove(ctx, claim, 'code')
  },
})

/**
 * Both addresses are proved: in one transaction everything of the store is at the new one, its
 * sessions end but the one that begins, and its owner is written to.
 */
export async function finishMove(
  ctx: Ctx,
  claim: WordPressClaimRow,
  provedBy: 'code' | 'approval',
) {
  const found = foundOf(ctx, claim)
  if (!found || claim.store_id === null) throw refuse('wordpress.not_ready')
  const storeId = claim.store_id
  const done = await inTransaction(ctx, async (trx) => {
    const moved = await moveWordPressSite(ctx, trx, storeId, found, provedBy)
    if ('failure' in moved) return moved
    if (!(await spendClaim(trx, claim.id))) throw refuse('connect.over')
    await endSessionsOf(trx, storeId, ctx.clock.now())
    await tellOwner(ctx, trx, moved, found.store.domain, claim.locale as Locale)
    return {
      session: await openSession(
        { ...ctx, db: trx },
        { storeId, account: { id: 'contact', ...moved.contact }, locale: claim.locale as Locale },
        null,
        'proof',
      ),
    }
  })
  if ('session' in done) return signedIn(ctx, done.session, claim.next_path)
  const row = await writeFailure(ctx.db, claim.id, done.failure)
  if (!row) throw refuse('connect.over')
  return { data: await presentClaim(ctx, row), session: null }
}

/**
 * To the mailbox of before, and to that of now where it is another: who did not want it hears of it
 * at once.
 */
async function tellOwner(
  ctx: Ctx,
  trx: Db,
  { moveId, from, contact, formerContact }: Moved,
  to: string,
  locale: Locale,
): Promise<void> {
  const t = mailWords(locale)
  for (const mailbox of new Set(
    [formerContact?.email, contact.email].filter((one) => one !== undefined && one !== ''),
  )) {
    await queueMail(ctx, trx, {
      key: `moved:${moveId}:${mailbox}`,
      to: mailbox as string,
      locale,
      subject: t('mails.moved.subject', { to }),
      paragraphs: [
        t('mails.moved.lead', { from, to }),
        t('mails.moved.what'),
        t('mails.moved.not_you', { address: helpAddress(ctx, ctx.market, ctx.platformId) }),
      ],
      action: {
        label: t('mails.moved.look'),
        url: `${siteOrigin(ctx, ctx.market, ctx.platformId)}/account/wordpress?hl=${locale.toUpperCase()}`,
      },
      footnote: t('mails.owner.why'),
    })
  }
}

export async function signedIn(ctx: Ctx, session: NewSession, next: string) {
  const store = await findSession(ctx, session.token, null, ctx.platformId)
  if (!store) throw refuse('connect.over')
  return {
    data: null,
    session: {
      success: true,
      account: store.account,
      domain: store.domain,
      is_os2: 0 as const,
      expire_time: store.expiresAt.toISOString(),
      store_id: store.storeId,
      token: session.token,
      next,
      browser: null,
    },
  }
}
