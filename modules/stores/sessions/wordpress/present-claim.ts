import type { Ctx } from '#kernel/context.ts'
import { findWordPressSite } from '../../platforms/public.ts'
import { resendIn } from '../connect-code.ts'
import { CODE_TRIES } from '../rules.ts'
import { WORDPRESS_FAILURES, type WordPressClaim } from '../wordpress-contract.ts'
import type { WordPressClaimRow } from './claim-data.ts'

function stepOf({
  found_sealed: found,
  is_move: isMove,
  failure,
  consent_url: consentUrl,
}: WordPressClaimRow): WordPressClaim['step'] {
  if (failure === 'no_plugin' || failure === 'old_plugin') return 'plugin'
  if (found !== null) return isMove ? 'proof' : 'choice'
  return consentUrl === null ? 'address' : 'approval'
}

/** Whose site this was is said once its owner has approved, or to the owner who said so. */
async function moveOf(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  claim: WordPressClaimRow,
): Promise<WordPressClaim['move']> {
  const site = claim.store_id === null ? undefined : await findWordPressSite(db, claim.store_id)
  if (!site) return null
  return {
    from: site.domain,
    by_code: claim.same_keys && site.contact_sealed !== null,
    by_approval: claim.old_consent_url !== null,
    code:
      claim.code_hash === null
        ? null
        : {
            resend_in: resendIn(claim.code_asked_at, clock.now()),
            tries_left: CODE_TRIES - claim.code_tries,
            slow: claim.slow,
          },
  }
}

export async function presentClaim(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  claim: WordPressClaimRow,
): Promise<WordPressClaim> {
  return {
    domain: claim.domain,
    url: claim.url,
    step: stepOf(claim),
    failure: WORDPRESS_FAILURES.find((one) => one === claim.failure) ?? null,
    looked_at: claim.looked_at.toISOString(),
    expires_at: claim.expires_at.toISOString(),
    move: await moveOf(ctx, claim),
  }
}
