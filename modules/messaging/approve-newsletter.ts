import { defineOperation } from '#kernel/define-operation.ts'
import { hashSecret, newId } from '#lib/ids.ts'
import { unseal } from '#lib/sealed.ts'
import { inTransaction } from '#kernel/context.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { queueMail } from '#modules/mail/public.ts'
import { approveNewsletter as contract } from './contract.ts'
import {
  EMAIL_PURPOSE,
  insertConsent,
  lockRequest,
  lockSubscriber,
  markRequestUsed,
  setSubscriberState,
} from './data.ts'
import { refuse } from './errors.ts'
import { welcomeMail } from './newsletter-mails.ts'
import { CONSENT_VERSION, LIMITS } from './rules.ts'

/**
 * TOK-15: second step of the double opt-in. Pressed again, also after its time, it says the same
 * and does nothing.
 */
export const approveNewsletter = defineOperation({
  ...contract,
  run: async (ctx, { body }) => {
    await consumeRateLimits(ctx, [
      { key: `newsletter token ip ${ctx.ip}`, ...LIMITS.newsletterTokens },
    ])
    const tokenHash = hashSecret(body.approve_token)
    const now = ctx.clock.now()
    await inTransaction(ctx, async (trx) => {
      const request = await lockRequest(trx, tokenHash)
      const subscriber = request && (await lockSubscriber(trx, request.subscriber_id))
      if (!request || !subscriber) throw refuse('newsletter.link_unknown')
      if (request.used_at !== null) return
      if (request.expires_at <= now) throw refuse('newsletter.link_expired')
      await markRequestUsed(trx, tokenHash, now)
      // By an earlier mail's link.
      if (subscriber.state === 'approved') return
      await setSubscriberState(trx, subscriber.id, 'approved', { locale: ctx.locale }, now)
      await insertConsent(trx, {
        id: newId('cns'),
        email_hash: subscriber.email_hash,
        email_sealed: subscriber.email_sealed,
        status: 'ONAY',
        source: 'HS_WEB',
        text_version: CONSENT_VERSION,
        text_hash: hashSecret(ctx.t('newsletter.consent')),
        locale: ctx.locale,
        consented_at: now,
      })
      const to = unseal(ctx.sealing, EMAIL_PURPOSE, subscriber.email_sealed)
      await queueMail(
        ctx,
        trx,
        welcomeMail(ctx, {
          key: `newsletter welcome ${tokenHash.toString('base64url')}`,
          to,
          subscriberId: subscriber.id,
        }),
      )
    })
    return { success: true as const }
  },
})
