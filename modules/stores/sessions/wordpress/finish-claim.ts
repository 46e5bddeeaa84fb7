import { hashSecret } from '#lib/ids.ts'
import type { Locale } from '#lib/locale.ts'
import { type Ctx, inTransaction, siteOrigin } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { refuse } from '../../errors.ts'
import {
  MIN_COPY_VERSION,
  type Moved,
  connectWordPress,
  findWordPressSite,
  detachCopy,
  hasKeysOf,
  isPluginSupported,
  inspectWordPress,
  moveWordPressSite,
  exchangePassword,
  unsealContact,
} from '../../platforms/public.ts'
import { presentSignedIn, openSession } from '../sessions.ts'
import * as wordpressContract from '../wordpress-contract.ts'
import {
  type WORDPRESS_FAILURES,
  sendWordPressCode as codeContract,
} from '../wordpress-contract.ts'
import {
  type WordPressClaimRow,
  chooseMove,
  forgetFound,
  nextRound,
  spendClaim,
  spendQuestion,
  consumeTry,
  writeFailure,
} from './claim-data.ts'
import {
  foundOf,
  saveFound,
  presentClaim,
  requireReplaced,
  requireWordPressClaim,
} from './start-claim.ts'
import type { Db } from '#db/client.ts'
import { helpAddress, mailWords, queueMail } from '#modules/mail/public.ts'
import {
  CODE_PAUSE_SECONDS,
  codeOf,
  codeSubjects,
  guessLimits,
  hashCode,
  checkCode,
  requireCodePause,
  getSharedCode,
  spendSharedCode,
  consumeCodeLimit,
} from '../codes.ts'
import { endSessionsOf } from '../data.ts'

interface Given {
  user: string
  password: string
}

/**
 * The owner comes back from WordPress. The state counts once, for the browser that asked (login
 * forgery, D5); the password is sent only to the site that was asked. The site is connected outside
 * any transaction, then its owner is signed in. A site with the identity of another waits for its
 * owner's choice, and a move for the proof of both addresses.
 */
export const answerWordPress = defineOperation({
  ...wordpressContract.answerWordPress,
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
      return recordFailure(ctx, claim, 'stale')
    if (!body.user || !body.password) return recordFailure(ctx, claim, 'rejected')
    const given = { user: body.user, password: body.password }
    return claim.asks_old
      ? proveOld(ctx, claim, given)
      : claim.is_move
        ? proveNew(ctx, claim, given)
        : connect(ctx, claim, given)
  },
})

const marketOf = ({ origins }: Ctx) => ({ origin: origins.app, installer: origins.installer })

/** Stores the failure, which the page of the claim shows. */
async function recordFailure(
  ctx: Ctx,
  claim: Pick<WordPressClaimRow, 'id'>,
  failure: (typeof WORDPRESS_FAILURES)[number],
) {
  const row = await writeFailure(ctx.db, claim.id, failure)
  if (!row) throw refuse('connect.over')
  return { data: await presentClaim(ctx, row), session: null }
}

async function connect(ctx: Ctx, claim: WordPressClaimRow, given: Given) {
  const connected = await connectWordPress(ctx, claim.url ?? '', given, {
    ...marketOf(ctx),
    platformId: ctx.platformId,
  })
  if ('failure' in connected) return recordFailure(ctx, claim, connected.failure)
  if ('twinOf' in connected) return saveFoundSite(ctx, claim, connected.twinOf, connected.found)
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
  return { data: null, session: await presentSignedIn(ctx, session, claim.next_path) }
}

async function saveFoundSite(
  ctx: Ctx,
  claim: WordPressClaimRow,
  ...[storeId, found]: [storeId: string, found: Parameters<typeof saveFound>[3]]
) {
  const kept = await saveFound(ctx, claim, storeId, found)
  return 'id' in kept
    ? { data: await presentClaim(ctx, kept), session: null }
    : recordFailure(ctx, claim, kept.failure)
}

/** The new address of a move, whatever its identity. */
async function proveNew(ctx: Ctx, claim: WordPressClaimRow, given: Given) {
  const found = await exchangePassword(ctx, claim.url ?? '', given, marketOf(ctx))
  return 'failure' in found
    ? recordFailure(ctx, claim, found.failure)
    : saveFoundSite(ctx, claim, claim.store_id ?? '', found)
}

/**
 * The old address: its WordPress has the keys of the store, and somebody who may manage it
 * approves.
 */
async function proveOld(ctx: Ctx, claim: WordPressClaimRow, given: Given) {
  const site = claim.store_id === null ? undefined : await findWordPressSite(ctx.db, claim.store_id)
  if (!site || claim.found_sealed === null) return recordFailure(ctx, claim, 'stale')
  const old = await exchangePassword(ctx, new URL(site.url).origin, given, marketOf(ctx))
  if ('failure' in old) return recordFailure(ctx, claim, old.failure)
  if (!(await hasKeysOf(ctx, ctx.db, site.store_id, old)))
    return recordFailure(ctx, claim, 'other_site')
  return finishMove(ctx, claim, 'approval')
}

/**
 * A site with the identity and keys of another: only its owner knows whether it moved or was
 * copied. A copy gives up what it has of the original, which stays as it is; then its owner
 * approves again and it becomes a store of its own.
 */
export const chooseWordPress = defineOperation({
  ...wordpressContract.chooseWordPress,
  run: async (ctx, { headers, body }) => {
    const claim = await requireWordPressClaim(ctx, headers['claim-handle'])
    const found = foundOf(ctx, claim)
    if (!found || claim.store_id === null) throw refuse('wordpress.not_ready')
    if (body.is === 'copy') {
      const { plugin } = await inspectWordPress(ctx, claim.domain)
      if (!isPluginSupported(plugin, MIN_COPY_VERSION))
        return { data: (await recordFailure(ctx, claim, 'old_plugin')).data }
      const failure = await detachCopy(ctx, claim.store_id, found)
      if (failure) return { data: (await recordFailure(ctx, claim, failure)).data }
    }
    const row = await (body.is === 'copy' ? forgetFound : chooseMove)(ctx.db, claim.id)
    if (!row) throw refuse('connect.over')
    return { data: await presentClaim(ctx, row) }
  },
})

/**
 * Mails the code to the mailbox that the old site named last, never to one that the new site names:
 * a copy alone must not carry anything away.
 */
export const sendWordPressCode = defineOperation({
  ...codeContract,
  run: async (ctx, { headers }) => {
    const claim = await requireProvable(ctx, headers['claim-handle'])
    const site = await findWordPressSite(ctx.db, claim.store_id ?? '')
    const contact = unsealContact(ctx.sealing, site?.contact_sealed ?? null)
    if (!site || !contact) throw refuse('wordpress.not_ready')
    const now = ctx.clock.now()
    requireCodePause(claim.code_round, claim.code_asked_at, now)
    const subject = codeSubjects.move(site.store_id)
    const slow = !(await consumeCodeLimit(ctx, subject))
    const row = await inTransaction(ctx, async (trx) => {
      const shared = slow ? await getSharedCode(ctx, trx, subject) : null
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
          platform: ctx.platformId,
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
 * A move whose new address has the keys of the old site: only then is a code proof of the old
 * address.
 */
async function requireProvable(ctx: Ctx, handle: string | undefined): Promise<WordPressClaimRow> {
  const claim = await requireWordPressClaim(ctx, handle)
  if (!claim.is_move || !claim.same_keys || claim.found_sealed === null)
    throw refuse('wordpress.not_ready')
  return claim
}

export const moveWordPress = defineOperation({
  ...wordpressContract.moveWordPress,
  run: async (ctx, { headers, body }) => {
    await consumeRateLimits(ctx, guessLimits(ctx))
    const claim = await requireProvable(ctx, headers['claim-handle'])
    requireReplaced(ctx, claim, body.replaces)
    const tried = await consumeTry(ctx.db, claim.id, ctx.clock.now())
    if (!tried) throw refuse('connect.no_tries_left')
    const subject = codeSubjects.move(claim.store_id ?? '')
    const shared = await checkCode(ctx, claim.id, subject, body.code, {
      used: tried.code_tries,
      hash: tried.code_hash,
    })
    if (shared !== null && !(await spendSharedCode(ctx, ctx.db, subject, shared)))
      throw refuse('connect.over')
    return finishMove(ctx, claim, 'code')
  },
})

/**
 * Both addresses are proved: one transaction moves the store, ends its other sessions, opens one
 * and notifies its owner.
 */
async function finishMove(ctx: Ctx, claim: WordPressClaimRow, provedBy: 'code' | 'approval') {
  const found = foundOf(ctx, claim)
  if (!found || claim.store_id === null) throw refuse('wordpress.not_ready')
  const storeId = claim.store_id
  const done = await inTransaction(ctx, async (trx) => {
    const moved = await moveWordPressSite(ctx, trx, storeId, found, provedBy)
    if ('failure' in moved) return moved
    if (!(await spendClaim(trx, claim.id))) throw refuse('connect.over')
    await endSessionsOf(trx, storeId, ctx.clock.now())
    await notifyOwnerOfMove(ctx, trx, moved, found.store.domain, claim.locale as Locale)
    return {
      session: await openSession(
        { ...ctx, db: trx },
        { storeId, account: { id: 'contact', ...moved.contact }, locale: claim.locale as Locale },
        null,
        'proof',
      ),
    }
  })
  if ('session' in done)
    return { data: null, session: await presentSignedIn(ctx, done.session, claim.next_path) }
  const row = await writeFailure(ctx.db, claim.id, done.failure)
  if (!row) throw refuse('connect.over')
  return { data: await presentClaim(ctx, row), session: null }
}

/**
 * Mails the old mailbox and the current one if different, so that an unwanted move is noticed at
 * once.
 */
async function notifyOwnerOfMove(
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
      platform: ctx.platformId,
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
