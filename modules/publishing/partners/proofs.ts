import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newSecret } from '#lib/ids.ts'
import { FALLBACK_LOCALE, readLocale } from '#lib/locale.ts'
import { dayInWords, type ConsoleCtx, type Services, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { tryConsumeRateLimits, consumeRateLimits } from '#kernel/rate-limits.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { mailPeople } from '../mail-people.ts'
import { refuse } from '../errors.ts'
import {
  type ProfileRow,
  deleteOldMailChecks,
  findLastMailCheck,
  findProfile,
  insertMailCheck,
  saveDomainProof,
  saveMailProof,
  listDueProofs,
  listOwners,
  lockMailCheck,
  lockProfile,
  markMailCheckUsed,
  recordProofCheck,
  sameMailbox,
  updateVerified,
} from './profile-data.ts'
import {
  GRACE_SECONDS,
  MAIL_CHECK_KEPT_SECONDS,
  RECHECK_SECONDS,
  MAIL_CHECK_SECONDS,
  PROOF_LIMITS,
  domainOf,
  fileAddress,
  proofText,
  recordName,
} from './rules.ts'
import * as profileContract from './profile-contract.ts'

interface Place {
  params: { partner: string }
}
const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null

export const getPartnerProofs = defineOperation({
  ...profileContract.getPartnerProofs,
  run: async (ctx, { params }) => {
    const [row, last] = await Promise.all([
      findProfile(ctx.db, params.partner),
      findLastMailCheck(ctx.db, params.partner),
    ])
    if (!row) throw refuse('not_found')
    const domain = domainOf(row.website)
    return {
      verified_at: iso(row.verified_at),
      domain:
        domain === null || row.website === null
          ? null
          : {
              name: domain,
              record: { name: recordName(domain), value: proofText(row.domain_proof) },
              file: { address: fileAddress(row.website), text: proofText(row.domain_proof) },
              proved_at: iso(row.domain_proved_at),
              way: row.domain_way,
              checked_at: iso(row.domain_checked_at),
              missing_since: iso(row.domain_missing_at),
              lapses_at:
                row.domain_missing_at &&
                secondsAfter(row.domain_missing_at, GRACE_SECONDS).toISOString(),
            },
      mail:
        row.support_email === null
          ? null
          : {
              address: row.support_email,
              proved_at: iso(row.email_proved_at),
              sent_at: sameMailbox(last?.email ?? null, row.support_email)
                ? iso(last?.created_at)
                : null,
            },
    }
  },
})

const read = async (db: ConsoleCtx['db'], id: string) => {
  const row = await findProfile(db, id)
  return (
    row && {
      proved_domain: row.proved_domain,
      domain_way: row.domain_way,
      email_proved_at: iso(row.email_proved_at),
      verified_at: iso(row.verified_at),
    }
  )
}
const audit = { kind: 'proof', id: ({ params }: Place) => params.partner, read }

/**
 * DNS and site are requested before the transaction; the result counts for the site that the
 * profile names then.
 */
export const checkPartnerDomain = defineOperation({
  ...profileContract.checkPartnerDomain,

  audit,
  limits: (_ctx, { params }) => [{ key: `proofs of ${params.partner}`, ...PROOF_LIMITS.looks }],
  async prepare(ctx, { params }) {
    const row = await findProfile(ctx.db, params.partner)
    const domain = domainOf(row?.website ?? null)
    if (!row || domain === null || row.website === null) throw refuse('partners.no_site')
    return {
      domain,
      found: await findProof(ctx, { domain, website: row.website, proof: row.domain_proof }),
    }
  },

  run: async (ctx, { params }, { domain, found }) => {
    if (found === 'nowhere') throw refuse('partners.proof_nowhere', { params: { domain } })
    if (found === 'unreachable') throw refuse('partners.proof_unreachable', { params: { domain } })
    const row = await lockProfile(ctx.db, params.partner)
    if (!row || domainOf(row.website) !== domain) throw refuse('partners.no_site')
    await saveDomainProof(ctx.db, row.id, { domain, way: found, at: ctx.clock.now() })
    await updateVerified(ctx.db, row.id)
    return { way: found }
  },
})

export const sendPartnerMailCheck = defineOperation({
  ...profileContract.sendPartnerMailCheck,

  audit,
  limits: (_ctx, { params }) => [
    { key: `mail proofs of ${params.partner}`, ...PROOF_LIMITS.mails },
  ],
  async prepare(ctx, { params }) {
    const row = await findProfile(ctx.db, params.partner)
    if (!row || row.support_email === null) throw refuse('partners.no_support_mail')
    const mailbox = row.support_email.toLowerCase()
    if (
      !(await tryConsumeRateLimits(ctx, [
        { key: `mail proofs to ${mailbox}`, ...PROOF_LIMITS.mailsToOne },
      ]))
    ) {
      await consumeRateLimits(ctx, [
        { key: `mail proofs of ${params.partner} to ${mailbox}`, ...PROOF_LIMITS.mailsSlowed },
      ])
    }
    return { to: row.support_email, name: row.name }
  },

  run: async (ctx, { params }, { to, name }) => {
    const [token, now, locale] = [
      newSecret(),
      ctx.clock.now(),
      readLocale(ctx.locale) ?? FALLBACK_LOCALE,
    ]
    const tokenHash = hashSecret(token)
    await insertMailCheck(ctx.db, {
      tokenHash,
      partnerId: params.partner,
      email: to,
      now,
      expiresAt: secondsAfter(now, MAIL_CHECK_SECONDS),
    })
    const t = mailWords(locale)
    await queueMail(ctx, ctx.db, {
      key: `partner mail ${tokenHash.toString('base64url')}`,
      to,
      locale,
      subject: t('mails.partner_mail.subject'),
      paragraphs: [t('mails.partner_mail.lead', { partner: name })],
      action: {
        label: t('mails.partner_mail.action'),
        url: `${ctx.consoleOrigin}/mail-check/${token}?hl=${locale}`,
      },
      footnote: t('mails.partner_mail.footnote'),
    })
    return { success: true as const }
  },
})

/**
 * Confirms the mailbox; the caller need not be signed in. A repeated click succeeds again. Refuses
 * when the profile has another address by now.
 */
export const confirmPartnerMail = defineOperation({
  ...profileContract.confirmPartnerMail,

  audit: { kind: 'proof', id: (_input, ctx) => ctx.trail.objectId },
  limits: (ctx) => [{ key: `partner mail ip ${ctx.ip}`, ...PROOF_LIMITS.tokens }],

  run: async (ctx, { body }) => {
    const [tokenHash, now] = [hashSecret(body.token), ctx.clock.now()]
    const check = await lockMailCheck(ctx.db, tokenHash)
    const row = check && (await lockProfile(ctx.db, check.partner_id))
    if (
      !check ||
      !row ||
      !sameMailbox(check.email, row.support_email) ||
      (check.used_at === null && check.expires_at <= now)
    )
      throw refuse('partners.mail_link_over')
    ctx.trail.objectId = row.id
    if (check.used_at === null) {
      await markMailCheckUsed(ctx.db, tokenHash, now)
      await saveMailProof(ctx.db, row.id, { email: check.email, at: now })
      await updateVerified(ctx.db, row.id)
    }
    return { partner: row.name }
  },
})

/** Domains checked in one run, and how many concurrently: each may take as long as its timeouts. */
const MOST = 100
const CONCURRENCY = 5

type Needs = Pick<
  Services,
  'db' | 'clock' | 'zones' | 'jobs' | 'sealing' | 'origins' | 'http' | 'names'
>

/**
 * Checks proved domains again. Owners are notified once when a proof is missing; it lapses after
 * the grace period.
 */
export async function recheckProofs(services: Needs): Promise<void> {
  const now = services.clock.now()
  await deleteOldMailChecks(services.db, secondsAfter(now, -MAIL_CHECK_KEPT_SECONDS))
  const due = await listDueProofs(services.db, secondsAfter(now, -RECHECK_SECONDS), MOST)
  for (let from = 0; from < due.length; from += CONCURRENCY)
    await Promise.all(
      due.slice(from, from + CONCURRENCY).map((one) => recheckProof(services, one.partner_id)),
    )
}

async function recheckProof(services: Needs, partnerId: string): Promise<void> {
  const seen = await findProfile(services.db, partnerId)
  if (!seen || seen.proved_domain === null) return
  const isSame = seen.website !== null && domainOf(seen.website) === seen.proved_domain
  const found = isSame
    ? await findProof(services, {
        domain: seen.proved_domain,
        website: seen.website as string,
        proof: seen.domain_proof,
      })
    : 'nowhere'
  await inTransaction(services, async (trx) => {
    const row = await lockProfile(trx, partnerId)
    // Another worker has checked it, or the profile has changed.
    if (
      !row ||
      row.proved_domain !== seen.proved_domain ||
      row.domain_checked_at?.getTime() !== seen.domain_checked_at?.getTime()
    )
      return
    const now = services.clock.now()
    if (found === 'dns' || found === 'file')
      return void (await recordProofCheck(trx, partnerId, { at: now, way: found, missingAt: null }))
    const missingAt = row.domain_missing_at ?? now
    if (isSame && secondsAfter(missingAt, GRACE_SECONDS) > now) {
      await recordProofCheck(trx, partnerId, { at: now, way: null, missingAt })
      if (row.domain_missing_at === null)
        await mailOwners(services, trx, row, 'missing', secondsAfter(missingAt, GRACE_SECONDS))
      return
    }
    await saveDomainProof(trx, partnerId, null)
    await updateVerified(trx, partnerId)
    await mailOwners(services, trx, row, 'lapsed', now)
  })
}

async function mailOwners(
  services: Needs,
  trx: Services['db'],
  row: ProfileRow,
  what: 'missing' | 'lapsed',
  day: Date,
): Promise<void> {
  await mailPeople(services, trx, await listOwners(trx, row.id), (ownerId, t, locale) => {
    const facts = {
      domain: row.proved_domain ?? '',
      partner: row.name,
      day: dayInWords(services, day, locale),
    }
    return {
      key: `proof ${what} ${row.id} ${day.toISOString()} ${ownerId}`,
      subject: t(`mails.proof_${what}.subject`, facts),
      paragraphs: [t(`mails.proof_${what}.lead`, facts)],
      action: {
        label: t('mails.proof.action'),
        url: `${services.origins.console}/partner/${row.id}/profile?hl=${locale}`,
      },
    }
  })
}

/** Where the proof was found, that it is missing, or that nothing could be reached. */
type ProofResult = 'dns' | 'file' | 'nowhere' | 'unreachable'

const TIMEOUT_MS = 6_000
const MAX_BYTES = 4_096

/**
 * Looks for the proof in DNS, then in the file on the site. Not inside a transaction. The HTTP
 * client refuses private addresses (D7).
 */
export async function findProof(
  { http, names }: Pick<Services, 'http' | 'names'>,
  { domain, website, proof }: { domain: string; website: string; proof: string },
): Promise<ProofResult> {
  const wanted = proofText(proof)
  const records = await names.txt(recordName(domain))
  if (records?.some((text) => text.trim() === wanted)) return 'dns'
  try {
    const { status, body } = await http.request(fileAddress(website), {
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      headers: { accept: 'text/plain' },
    })
    if (
      status === 200 &&
      body
        .toString('utf8')
        .split('\n')
        .some((line) => line.trim() === wanted)
    )
      return 'file'
  } catch {
    if (records === null) return 'unreachable'
  }
  return 'nowhere'
}
