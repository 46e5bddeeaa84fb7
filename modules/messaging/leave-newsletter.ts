import { defineOperation } from '#kernel/define-operation.ts'
import { newId } from '#lib/ids.ts'
import { inTransaction } from '#kernel/context.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { leaveNewsletter as contract } from './contract.ts'
import { deleteRequests, insertConsent, lockSubscriber, setSubscriberState } from './data.ts'
import { refuse } from './errors.ts'
import { LIMITS } from './rules.ts'
import { unsubscribeTokens } from './sealed-id.ts'

/**
 * Out, at once and for good, with the token of any mail however old; pressed again it says the
 * same.
 */
export const leaveNewsletter = defineOperation({
  ...contract,
  run: async (ctx, { body }) => {
    // A mail provider presses for many people from one address, so only what is no token of ours
    // counts.
    const id = unsubscribeTokens.read(ctx.sealing, body.unsubscribe_token)
    if (id === null) {
      await consumeRateLimits(ctx, [
        { key: `newsletter token ip ${ctx.ip}`, ...LIMITS.newsletterTokens },
      ])
      throw refuse('newsletter.link_unknown')
    }
    const now = ctx.clock.now()
    await inTransaction(ctx, async (trx) => {
      const subscriber = await lockSubscriber(trx, id)
      // Erased meanwhile: nobody gets a mail, which is what was asked for.
      if (!subscriber || subscriber.state === 'unsubscribed') return
      await setSubscriberState(trx, id, 'unsubscribed', {}, now)
      await deleteRequests(trx, id)
      if (subscriber.state !== 'approved') return
      await insertConsent(trx, {
        id: newId('cns'),
        email_hash: subscriber.email_hash,
        email_sealed: subscriber.email_sealed,
        status: 'RET',
        source: 'HS_WEB',
        locale: ctx.locale,
        consented_at: now,
      })
    })
    return { success: true as const }
  },
})
