import type { Db } from '#db/client.ts'
import { hashSecret } from '#lib/ids.ts'
import type { Locale } from '#lib/locale.ts'
import { unseal } from '#lib/sealed.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { refuse } from '../../errors.ts'
import { presentProof } from '../../platforms/public.ts'
import { PROOF_KINDS, type SiteClaim } from '../claim-contract.ts'
import { codeOf, resendIn } from '../connect-code.ts'
import { CODE_TRIES } from '../rules.ts'
import { codeSubjects, sharedCode } from '../shared-code.ts'
import { type ClaimRow, findClaim } from './claim-data.ts'

export const CLAIM_PURPOSE = 'site-claim'

export interface ClaimContact {
  name: string
  email: string
}
export const contactOf = (
  { sealing }: Pick<Services, 'sealing'>,
  claim: Pick<ClaimRow, 'contact_sealed'>,
): ClaimContact => JSON.parse(unseal(sealing, CLAIM_PURPOSE, claim.contact_sealed)) as ClaimContact

export async function requireClaim(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  handle: string | undefined,
): Promise<ClaimRow> {
  const claim = await findClaim(ctx.db, hashSecret(handle ?? ''), ctx.clock.now())
  if (!claim) throw refuse('connect.over')
  return claim
}

export function presentClaim(
  services: Pick<Services, 'sealing' | 'clock'>,
  claim: ClaimRow,
): SiteClaim {
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

/** In the transaction that writes the claim. */
export async function queueCode(
  services: Pick<Services, 'clock' | 'sealing' | 'jobs' | 'downloadTokenKey'>,
  trx: Db,
  claim: ClaimRow,
  to: string,
): Promise<void> {
  const locale = claim.locale as Locale
  const t = mailWords(locale)
  const shared = claim.slow ? await sharedCode(services, trx, codeSubjects.claim(to)) : null
  await queueMail(services, trx, {
    key: shared?.mailKey ?? `site-claim:${claim.id}:${claim.code_round}`,
    to,
    locale,
    code: shared?.code ?? codeOf(services.downloadTokenKey, claim.id),
    subject: t('mails.site_code.subject'),
    paragraphs: [
      t('mails.site_code.lead', { domain: claim.domain }),
      ...(shared ? [t('mails.code_shared')] : []),
    ],
    footnote: t(shared ? 'mails.code_shared.what' : 'mails.site_code.footnote'),
  })
}
