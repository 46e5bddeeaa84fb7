import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { readShopAddress } from '#lib/shop-address.ts'
import { readInsidePath } from '#lib/targets.ts'
import { type Ctx, type Services, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import {
  requireEntry,
  findProof,
  findStoreByHost,
  newSiteToken,
  openSite,
  succeedStore,
  presentProof,
} from '../platforms/public.ts'
import * as contract from './contract.ts'
import {
  PROOF_KINDS,
  type SiteClaim,
  getSiteClaim as getContract,
  resendSiteCode as resendContract,
} from './contract.ts'
import {
  CODE_PAUSE_SECONDS,
  CODE_ROUNDS,
  CODE_TRIES,
  codeEnd,
  codeOf,
  codeSubjects,
  guessLimits,
  hashCode,
  checkCode,
  requireCodePause,
  resendIn,
  getSharedCode,
  spendSharedCode,
  consumeCodeLimit,
  consumeInspectionLimit,
} from './codes.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { type Selectable, sql } from 'kysely'
import type { Locale } from '#lib/locale.ts'
import { presentSignedIn, openSession } from './sessions.ts'
import type { Db } from '#db/client.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import type { SiteClaims } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'

/**
 * Answers the same for every address: whether a site is connected is told only to somebody who
 * proves to run it.
 */
export const startSiteClaim = defineOperation({
  ...contract.startSiteClaim,
  run: async (ctx, { body }) => {
    await requireEntry(ctx, 'site')
    const slow = !(await consumeCodeLimit(ctx, codeSubjects.claim(body.email)))
    const handle = newSecret()
    const id = newId('clm')
    const row = await inTransaction(ctx, async (trx) => {
      // A short code that is not mailed must not be guessable.
      const code = slow
        ? (await getSharedCode(ctx, trx, codeSubjects.claim(body.email))).code
        : codeOf(ctx.downloadTokenKey, id)
      const claim = await insertClaim(
        trx,
        {
          id,
          handle_hash: hashSecret(handle),
          domain: readShopAddress(body.address) as string,
          locale: ctx.locale,
          next_path: readInsidePath(body.next ?? '') ?? '/account/site',
          contact_sealed: seal(
            ctx.sealing,
            CLAIM_PURPOSE,
            JSON.stringify({ name: body.name, email: body.email }),
          ),
          code_hash: hashCode(ctx.downloadTokenKey, id, code),
          token: newSiteToken(),
          slow,
        },
        ctx.clock.now(),
      )
      await queueCode(ctx, trx, claim, body.email)
      return claim
    })
    return { handle, data: presentClaim(ctx, row) }
  },
})

export const getSiteClaim = defineOperation({
  ...getContract,
  run: async (ctx, { headers }) => {
    const row = await findClaim(ctx.db, hashSecret(headers['claim-handle'] ?? ''), ctx.clock.now())
    return { data: row ? presentClaim(ctx, row) : null }
  },
})

/**
 * Confirms the mailbox before anything else: a mistyped address would send the site's codes to a
 * stranger.
 */
export const confirmSiteMail = defineOperation({
  ...contract.confirmSiteMail,
  run: async (ctx, { headers, body }) => {
    await consumeRateLimits(ctx, guessLimits(ctx))
    const claim = await requireClaim(ctx, headers['claim-handle'])
    if (claim.mail_confirmed_at !== null) return { data: presentClaim(ctx, claim) }
    const tried = await consumeClaimTry(ctx.db, claim.id, ctx.clock.now())
    if (!tried) throw refuse('connect.no_tries_left')
    const subject = codeSubjects.claim(contactOf(ctx, claim).email)
    const shared = await checkCode(ctx, claim.id, subject, body.code, {
      used: tried.code_tries,
      hash: tried.code_hash,
    })
    const confirmed = await inTransaction(ctx, async (trx) => {
      if (shared !== null && !(await spendSharedCode(ctx, trx, subject, shared)))
        throw refuse('connect.over')
      return confirmMail(trx, claim.id, ctx.clock.now())
    })
    return { data: presentClaim(ctx, confirmed) }
  },
})

export const resendSiteCode = defineOperation({
  ...resendContract,
  run: async (ctx, { headers }) => {
    const now = ctx.clock.now()
    const claim = await requireClaim(ctx, headers['claim-handle'])
    requireCodePause(claim.code_round, claim.code_asked_at, now)
    const { email } = contactOf(ctx, claim)
    const slow = !(await consumeCodeLimit(ctx, codeSubjects.claim(email)))
    const row = await inTransaction(ctx, async (trx) => {
      const next = await nextClaimRound(trx, claim.id, slow, now)
      if (next) await queueCode(ctx, trx, next, email)
      return next
    })
    if (!row) throw refuse('connect.too_soon', { retryAfter: CODE_PAUSE_SECONDS })
    return { data: presentClaim(ctx, row) }
  },
})

/**
 * Checks the site outside any transaction; a proof creates the store and signs its owner in. Only
 * here, to somebody who proved to run the site, do we say that it is connected already.
 */
export const proveSite = defineOperation({
  ...contract.proveSite,
  run: async (ctx, { headers, body }) => {
    const claim = await requireClaim(ctx, headers['claim-handle'])
    if (claim.mail_confirmed_at === null) throw refuse('site.mail_first')
    if (ctx.actor.kind === 'store' && body.replaces !== ctx.actor.storeId)
      throw refuse('connect.other_store', { params: { domain: ctx.actor.domain } })
    await consumeInspectionLimit(ctx, claim.domain)
    const proof = await findProof(ctx, { domain: claim.domain, token: claim.token, kind: body.way })
    await recordCheck(
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
      if (await findStoreByHost({ db: trx }, ctx.platformId, claim.domain))
        throw refuse('site.already_connected')
      const locale = claim.locale as Locale
      const { storeId, formerId } = await openSite(ctx, trx, {
        platformId: ctx.platformId,
        domain: claim.domain,
        url: proof.url,
        contact,
        locale,
        proof: { kind: body.way, token: claim.token },
      })
      if (formerId !== null) await succeedStore(ctx, trx, storeId, formerId)
      return openSession(
        { ...ctx, db: trx },
        { storeId, account: { id: 'contact', ...contact }, locale },
        null,
        'proof',
      )
    })
    return presentSignedIn(ctx, session, claim.next_path)
  },
})

const CLAIM_PURPOSE = 'site-claim'

interface ClaimContact {
  name: string
  email: string
}
const contactOf = (
  { sealing }: Pick<Services, 'sealing'>,
  claim: Pick<ClaimRow, 'contact_sealed'>,
): ClaimContact => JSON.parse(unseal(sealing, CLAIM_PURPOSE, claim.contact_sealed)) as ClaimContact

async function requireClaim(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  handle: string | undefined,
): Promise<ClaimRow> {
  const claim = await findClaim(ctx.db, hashSecret(handle ?? ''), ctx.clock.now())
  if (!claim) throw refuse('connect.over')
  return claim
}

function presentClaim(services: Pick<Services, 'sealing' | 'clock'>, claim: ClaimRow): SiteClaim {
  const now = services.clock.now()
  return {
    domain: claim.domain,
    step: claim.mail_confirmed_at === null ? 'mail' : 'proof',
    mail: {
      to: contactOf(services, claim).email,
      tries_left: CODE_TRIES - claim.code_tries,
      resend_in: resendIn(claim.code_asked_at, now),
      slow: claim.slow,
    },
    proof: {
      ...presentProof(claim),
      looked_for: PROOF_KINDS.find((kind) => kind === claim.looked_for) ?? null,
    },
    expires_at: claim.expires_at.toISOString(),
  }
}

/** Queues the mail with the code, in the transaction that writes the claim. */
async function queueCode(
  services: Pick<Ctx, 'clock' | 'sealing' | 'jobs' | 'downloadTokenKey' | 'platformId'>,
  trx: Db,
  claim: ClaimRow,
  to: string,
): Promise<void> {
  const locale = claim.locale as Locale
  const t = mailWords(locale)
  const shared = claim.slow ? await getSharedCode(services, trx, codeSubjects.claim(to)) : null
  await queueMail(services, trx, {
    key: shared?.mailKey ?? `site-claim:${claim.id}:${claim.code_round}`,
    to,
    locale,
    platform: services.platformId,
    code: shared?.code ?? codeOf(services.downloadTokenKey, claim.id),
    subject: t('mails.site_code.subject'),
    paragraphs: [
      t('mails.site_code.lead', { domain: claim.domain }),
      ...(shared ? [t('mails.code_shared')] : []),
    ],
    footnote: t(shared ? 'mails.code_shared.what' : 'mails.site_code.footnote'),
  })
}

type ClaimRow = Selectable<SiteClaims>

/** DNS records may take time to spread. */
const CLAIM_SECONDS = 7 * 86_400

const insertClaim = (
  db: Db,
  row: Pick<
    ClaimRow,
    | 'id'
    | 'handle_hash'
    | 'domain'
    | 'next_path'
    | 'locale'
    | 'contact_sealed'
    | 'code_hash'
    | 'token'
    | 'slow'
  >,
  now: Date,
) =>
  db
    .insertInto('site_claims')
    .values({
      ...row,
      code_asked_at: now,
      code_until: codeEnd(row.slow, now),
      expires_at: secondsAfter(now, CLAIM_SECONDS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

const findClaim = (db: Db, handleHash: Buffer, now: Date) =>
  db
    .selectFrom('site_claims')
    .selectAll()
    .where('handle_hash', '=', handleHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

const nextClaimRound = (db: Db, id: string, slow: boolean, now: Date) =>
  db
    .updateTable('site_claims')
    .set({
      code_round: sql<number>`code_round + 1`,
      slow,
      code_asked_at: now,
      code_until: sql<Date>`greatest(code_until, ${codeEnd(slow, now)})`,
    })
    .where('id', '=', id)
    .where('mail_confirmed_at', 'is', null)
    .where('code_round', '<', CODE_ROUNDS)
    .where('code_asked_at', '<=', secondsAfter(now, -CODE_PAUSE_SECONDS))
    .returningAll()
    .executeTakeFirst()

/** Counts one of the five tries of this claim; the row counts. */
const consumeClaimTry = (db: Db, id: string, now: Date) =>
  db
    .updateTable('site_claims')
    .set({ code_tries: sql<number>`code_tries + 1` })
    .where('id', '=', id)
    .where('code_tries', '<', CODE_TRIES)
    .where('code_until', '>', now)
    .where('mail_confirmed_at', 'is', null)
    .returning(['code_tries', 'code_hash'])
    .executeTakeFirst()

const confirmMail = (db: Db, id: string, now: Date) =>
  db
    .updateTable('site_claims')
    .set({ mail_confirmed_at: now, code_hash: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

const recordCheck = (
  db: Db,
  id: string,
  look: { way: string; failure: string | null },
  now: Date,
) =>
  db
    .updateTable('site_claims')
    .set({ looked_at: now, looked_for: look.way, failure: look.failure })
    .where('id', '=', id)
    .execute()

/** Spent by the first call that finds the proof. */
const spendClaim = (db: Db, id: string) =>
  db.deleteFrom('site_claims').where('id', '=', id).returningAll().executeTakeFirst()
