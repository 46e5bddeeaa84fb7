import { defineOperation } from '#kernel/define-operation.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import { keyedHashes, seal } from '#lib/sealed.ts'
import { inTransaction } from '#kernel/context.ts'
import { tryConsumeRateLimits, consumeRateLimits } from '#kernel/rate-limits.ts'
import { queueMail } from '#modules/mail/public.ts'
import { askForNewsletter as contract } from './contract.ts'
import { EMAIL_PURPOSE, findSubscriber, insertRequest, keepSubscriber } from './data.ts'
import { approvalMail, knownMail } from './newsletter-mails.ts'
import { APPROVE_SECONDS, LIMITS, mailboxOf } from './rules.ts'

/**
 * D16: first step of the double opt-in. Known, unknown, left, asked too often: the answer is the
 * same, and so is the work behind it (TOK-16); only the owner of the mailbox reads which it was.
 */
export const askForNewsletter = defineOperation({
  ...contract,
  run: async (ctx, { body }) => {
    const mailbox = mailboxOf(body.email)
    await consumeRateLimits(ctx, [{ key: `newsletter ip ${ctx.ip}`, ...LIMITS.newsletterIp }])
    const mails = await tryConsumeRateLimits(ctx, [
      { key: `newsletter address ${mailbox}`, ...LIMITS.newsletterAddress },
    ])
    const token = newSecret()
    const now = ctx.clock.now()
    const [emailHash, ...olderHashes] = keyedHashes(ctx.sealing, EMAIL_PURPOSE, mailbox)
    await inTransaction(ctx, async (trx) => {
      const there = await findSubscriber(trx, [emailHash, ...olderHashes])
      const subscriber = await keepSubscriber(trx, {
        id: newId('nws'),
        emailHash: there?.email_hash ?? emailHash,
        emailSealed: seal(ctx.sealing, EMAIL_PURPOSE, body.email),
        locale: ctx.locale,
        market: ctx.market,
        now,
      })
      if (!mails) return
      const tokenHash = hashSecret(token)
      await insertRequest(trx, {
        tokenHash,
        subscriberId: subscriber.id,
        now,
        expiresAt: secondsAfter(now, APPROVE_SECONDS),
      })
      const to = {
        key: `newsletter ${tokenHash.toString('base64url')}`,
        to: body.email,
        subscriberId: subscriber.id,
      }
      await queueMail(
        ctx,
        trx,
        subscriber.state === 'approved' ? knownMail(ctx, to) : approvalMail(ctx, { ...to, token }),
      )
    })
    return { success: true as const }
  },
})
