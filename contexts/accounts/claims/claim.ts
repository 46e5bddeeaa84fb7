import { hashSecret } from '#lib/ids.ts'
import type { Limit } from '#lib/limit.ts'
import type { Locale } from '#lib/locale.ts'
import { unseal } from '#lib/sealed.ts'
import type { Db } from '#db/client.ts'
import type { Ctx, Services } from '../../ctx.ts'
import { mailWords, queueMail } from '../../notifications/public.ts'
import { presentProof } from '../../platforms/public.ts'
import { PROOF_KINDS, type SiteClaim } from '../claim-contract.ts'
import { resendIn } from '../connect-code.ts'
import { refuse } from '../errors.ts'
import { CODE_TRIES } from '../rules.ts'
import { findClaim, type ClaimRow } from './claim-data.ts'

export const CLAIM_PURPOSE = 'site-claim'

export interface ClaimContact { name: string; email: string }
export const contactOf = ({ sealing }: Pick<Services, 'sealing'>, claim: Pick<ClaimRow, 'contact_sealed'>): ClaimContact =>
  JSON.parse(unseal(sealing, CLAIM_PURPOSE, claim.contact_sealed)) as ClaimContact

/** Nobody's mailbox is flooded, and nobody uses our looks to tire a site that is not theirs. */
export const claimLimits = ({ ip }: Pick<Ctx, 'ip'>, email: string): Limit[] => [
  { key: `site claim ip ${ip}`, most: 15, seconds: 3600 },
  { key: `site claim mail ${email.toLowerCase()}`, most: 5, seconds: 900 },
  { key: `site claim mail day ${email.toLowerCase()}`, most: 12, seconds: 86_400 },
]
export const lookLimits = ({ ip }: Pick<Ctx, 'ip'>, domain: string): Limit[] => [
  { key: `site look ip ${ip}`, most: 60, seconds: 3600 },
  { key: `site look ${domain}`, most: 30, seconds: 3600 },
]

export async function requireClaim(ctx: Pick<Ctx, 'db' | 'clock'>, handle: string | undefined): Promise<ClaimRow> {
  const claim = await findClaim(ctx.db, hashSecret(handle ?? ''), ctx.clock.now())
  if (!claim) throw refuse('connect.over')
  return claim
}

export function presentClaim(services: Pick<Services, 'sealing' | 'clock'>, claim: ClaimRow): SiteClaim {
  const now = services.clock.now()
  return {
    domain: claim.domain, step: claim.mail_confirmed_at === null ? 'mail' : 'proof',
    mail: {
      to: contactOf(services, claim).email, tries_left: CODE_TRIES - claim.code_tries,
      resend_in: resendIn(claim.code_asked_at, now),
    },
    proof: { ...presentProof(claim), looked_for: PROOF_KINDS.find(kind => kind === claim.looked_for) ?? null },
    expires_at: claim.expires_at.toISOString(),
  }
}

/** In the transaction that makes the code. */
export function queueCode(services: Pick<Services, 'clock' | 'sealing' | 'jobs'>, trx: Db, claim: ClaimRow, { to, code }: { to: string; code: string }): Promise<unknown> {
  const locale = claim.locale as Locale
  const t = mailWords(locale)
  return queueMail(services, trx, {
    key: `site-claim:${claim.id}:${claim.code_round}`, to, locale, code, subject: t('mails.site_code.subject'),
    paragraphs: [t('mails.site_code.lead', { domain: claim.domain })], footnote: t('mails.site_code.footnote'),
  })
}
