import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newSecret } from '#lib/ids.ts'
import { DEFAULT_LOCALE, readLocale } from '#lib/locale.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { hasTurns, takeTurns } from '#kernel/rate-limits.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { refuse } from '../../errors.ts'
import { lookForProof } from './look-for-proof.ts'
import { findProfile, lockProfile } from './profile-data.ts'
import { domainOf } from './profile-rules.ts'
import {
  checkPartnerDomain as domainContract,
  confirmPartnerMail as confirmContract,
  getPartnerProofs as getContract,
  sendPartnerMailCheck as mailContract,
} from './proof-contract.ts'
import {
  findLastMailCheck,
  insertMailCheck,
  keepDomainProof,
  keepMailProof,
  lockMailCheck,
  markMailCheckUsed,
  sameMailbox,
  settleVerified,
} from './proof-data.ts'
import {
  fileAddress,
  GRACE_SECONDS,
  MAIL_CHECK_SECONDS,
  PROOF_LIMITS,
  proofText,
  recordName,
} from './proof-rules.ts'

interface Place {
  params: { partner: string }
}
const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null

export const getPartnerProofs = defineOperation({
  ...getContract,
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
 * The outside is asked before the transaction; what it says counts for the site that stands in the
 * profile then.
 */
export const checkPartnerDomain = defineOperation({
  ...domainContract,

  audit,
  limits: (_ctx, { params }) => [{ key: `proofs of ${params.partner}`, ...PROOF_LIMITS.looks }],
  async prepare(ctx, { params }) {
    const row = await findProfile(ctx.db, params.partner)
    const domain = domainOf(row?.website ?? null)
    if (!row || domain === null || row.website === null) throw refuse('partners.no_site')
    return {
      domain,
      found: await lookForProof(ctx, { domain, website: row.website, proof: row.domain_proof }),
    }
  },

  run: async (ctx, { params }, { domain, found }) => {
    if (found === 'nowhere') throw refuse('partners.proof_nowhere', { params: { domain } })
    if (found === 'unreachable') throw refuse('partners.proof_unreachable', { params: { domain } })
    const row = await lockProfile(ctx.db, params.partner)
    if (!row || domainOf(row.website) !== domain) throw refuse('partners.no_site')
    await keepDomainProof(ctx.db, row.id, { domain, way: found, at: ctx.clock.now() })
    await settleVerified(ctx.db, row.id)
    return { way: found }
  },
})

export const sendPartnerMailCheck = defineOperation({
  ...mailContract,

  audit,
  limits: (_ctx, { params }) => [
    { key: `mail proofs of ${params.partner}`, ...PROOF_LIMITS.mails },
  ],
  async prepare(ctx, { params }) {
    const row = await findProfile(ctx.db, params.partner)
    if (!row || row.support_email === null) throw refuse('partners.no_support_mail')
    const mailbox = row.support_email.toLowerCase()
    if (
      !(await hasTurns(ctx, [{ key: `mail proofs to ${mailbox}`, ...PROOF_LIMITS.mailsToOne }]))
    ) {
      await takeTurns(ctx, [
        { key: `mail proofs of ${params.partner} to ${mailbox}`, ...PROOF_LIMITS.mailsSlowed },
      ])
    }
    return { to: row.support_email, name: row.name }
  },

  run: async (ctx, { params }, { to, name }) => {
    const [token, now, locale] = [
      newSecret(),
      ctx.clock.now(),
      readLocale(ctx.locale) ?? DEFAULT_LOCALE,
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
 * Whoever reads that mailbox presses, signed in or not. Pressed again it says the same; for an
 * address that is no longer the profile's it says that it is over.
 */
export const confirmPartnerMail = defineOperation({
  ...confirmContract,

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
      await keepMailProof(ctx.db, row.id, { email: check.email, at: now })
      await settleVerified(ctx.db, row.id)
    }
    return { partner: row.name }
  },
})
