import type { Insertable } from 'kysely'
import type { Db } from '#db/client.ts'
import type { NewsletterConsents } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import { keyedHashes, seal, unseal } from '#lib/sealed.ts'
import { type Ctx, inTransaction, siteOrigin } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { tryConsumeRateLimits, consumeRateLimits } from '#kernel/rate-limits.ts'
import { queueMail, type Mail } from '#modules/mail/public.ts'
import * as contract from './contract.ts'
import { refuse } from './errors.ts'
import { APPROVE_SECONDS, CONSENT_VERSION, LIMITS, mailboxOf } from './rules.ts'
import { EMAIL_PURPOSE, unsubscribeTokens } from './sealing.ts'

/**
 * D16: first step of the double opt-in. Whether the address is unknown, subscribed, unsubscribed or
 * over its limit, answer and work are the same (TOK-16); only the mailbox's owner learns which.
 */
export const askForNewsletter = defineOperation({
  ...contract.askForNewsletter,
  run: async (ctx, { body }) => {
    const mailbox = mailboxOf(body.email)
    await consumeRateLimits(ctx, [{ key: `newsletter ip ${ctx.ip}`, ...LIMITS.newsletterIp }])
    const mayMail = await tryConsumeRateLimits(ctx, [
      { key: `newsletter address ${mailbox}`, ...LIMITS.newsletterAddress },
    ])
    const token = newSecret()
    const now = ctx.clock.now()
    await inTransaction(ctx, async (trx) => {
      const subscriber = await saveSubscriber(ctx, trx, body.email)
      if (!mayMail) return
      const tokenHash = hashSecret(token)
      await trx
        .insertInto('newsletter_requests')
        .values({
          token_hash: tokenHash,
          subscriber_id: subscriber.id,
          created_at: now,
          expires_at: secondsAfter(now, APPROVE_SECONDS),
        })
        .execute()
      const to = {
        key: `newsletter ${tokenHash.toString('base64url')}`,
        to: body.email,
        subscriberId: subscriber.id,
      }
      await queueMail(
        ctx,
        trx,
        subscriber.state === 'approved'
          ? alreadySubscribedMail(ctx, to)
          : approvalMail(ctx, { ...to, token }),
      )
    })
    return { success: true as const }
  },
})

/** Inserts an address or touches its row: an approved one stays approved. */
async function saveSubscriber(ctx: Ctx, trx: Db, email: string) {
  const now = ctx.clock.now()
  const [emailHash, ...olderHashes] = keyedHashes(ctx.sealing, EMAIL_PURPOSE, mailboxOf(email))
  const known = await trx
    .selectFrom('newsletter_subscribers')
    .select('email_hash')
    .where('email_hash', 'in', [emailHash, ...olderHashes])
    .executeTakeFirst()
  return trx
    .insertInto('newsletter_subscribers')
    .values({
      id: newId('nws'),
      email_hash: known?.email_hash ?? emailHash,
      email_sealed: seal(ctx.sealing, EMAIL_PURPOSE, email),
      locale: ctx.locale,
      market: ctx.market,
      state: 'pending',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email_hash').doUpdateSet({ updated_at: now }))
    .returning(['id', 'state'])
    .executeTakeFirstOrThrow()
}

/** TOK-15: second step of the double opt-in. Repeated, also later, it succeeds and does nothing. */
export const approveNewsletter = defineOperation({
  ...contract.approveNewsletter,
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
      await trx
        .updateTable('newsletter_requests')
        .set({ used_at: now })
        .where('token_hash', '=', tokenHash)
        .execute()
      // Approved before, with the link of an earlier mail.
      if (subscriber.state === 'approved') return
      await trx
        .updateTable('newsletter_subscribers')
        .set({ state: 'approved', updated_at: now, locale: ctx.locale })
        .where('id', '=', subscriber.id)
        .execute()
      await insertConsent(trx, subscriber, {
        status: 'ONAY',
        text_version: CONSENT_VERSION,
        text_hash: hashSecret(ctx.t('newsletter.consent')),
        locale: ctx.locale,
        consented_at: now,
      })
      const welcome = welcomeMail(ctx, {
        key: `newsletter welcome ${tokenHash.toString('base64url')}`,
        to: unseal(ctx.sealing, EMAIL_PURPOSE, subscriber.email_sealed),
        subscriberId: subscriber.id,
      })
      await queueMail(ctx, trx, welcome)
    })
    return { success: true as const }
  },
})

/** The lock makes the second of two concurrent approvals wait for the first. */
const lockRequest = (trx: Db, tokenHash: Buffer) =>
  trx
    .selectFrom('newsletter_requests')
    .select(['subscriber_id', 'expires_at', 'used_at'])
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()

/** Unsubscribes for good with the token of any mail, however old. Repeated it does nothing. */
export const leaveNewsletter = defineOperation({
  ...contract.leaveNewsletter,
  run: async (ctx, { body }) => {
    // A mail provider sends these for many people from one address, so only invalid tokens count.
    const id = unsubscribeTokens.read(ctx.sealing, body.unsubscribe_token)
    if (id === null) {
      await consumeRateLimits(ctx, [
        { key: `newsletter token ip ${ctx.ip}`, ...LIMITS.newsletterTokens },
      ])
      throw refuse('newsletter.link_unknown')
    }
    await inTransaction(ctx, (trx) => unsubscribe(trx, ctx.clock.now(), id, ctx.locale))
    return { success: true as const }
  },
})

/**
 * In the caller's transaction. `locale`: null for the subscriber's own. False when the subscriber
 * is erased or unsubscribed already.
 */
export async function unsubscribe(
  trx: Db,
  now: Date,
  id: string,
  locale: string | null,
): Promise<boolean> {
  const subscriber = await lockSubscriber(trx, id)
  if (!subscriber || subscriber.state === 'unsubscribed') return false
  await trx
    .updateTable('newsletter_subscribers')
    .set({ state: 'unsubscribed', updated_at: now })
    .where('id', '=', id)
    .execute()
  // Links in mails that were sent earlier must not subscribe them again.
  await trx.deleteFrom('newsletter_requests').where('subscriber_id', '=', id).execute()
  if (subscriber.state === 'approved')
    await insertConsent(trx, subscriber, {
      status: 'RET',
      locale: locale ?? subscriber.locale,
      consented_at: now,
    })
  return true
}

const lockSubscriber = (trx: Db, id: string) =>
  trx
    .selectFrom('newsletter_subscribers')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** A consent or its withdrawal, with the values of the national registry (`ONAY`, `RET`). */
const insertConsent = (
  trx: Db,
  subscriber: { email_hash: Buffer; email_sealed: string },
  consent: Omit<Insertable<NewsletterConsents>, 'id' | 'email_hash' | 'email_sealed' | 'source'>,
) =>
  trx
    .insertInto('newsletter_consents')
    .values({
      id: newId('cns'),
      email_hash: subscriber.email_hash,
      email_sealed: subscriber.email_sealed,
      source: 'HS_WEB',
      ...consent,
    })
    .execute()

interface To {
  key: string
  to: string
  subscriberId: string
}

/** Asks for consent and contains no promotion, which needs the consent first (Law 6563). */
function approvalMail(ctx: Ctx, { key, to, subscriberId, token }: To & { token: string }): Mail {
  return {
    key,
    to,
    locale: ctx.locale,
    subject: ctx.t('newsletter.mail.subject'),
    paragraphs: [ctx.t('newsletter.mail.text')],
    action: {
      label: ctx.t('newsletter.mail.action'),
      url: `${siteOrigin(ctx, ctx.market, ctx.platformId)}/newsletter/${token}?hl=${ctx.locale}`,
    },
    footnote: ctx.t('newsletter.mail.note'),
    headers: unsubscribeLink(ctx, subscriberId).headers,
  }
}

function alreadySubscribedMail(ctx: Ctx, { key, to, subscriberId }: To): Mail {
  const { url, headers } = unsubscribeLink(ctx, subscriberId)
  return {
    key,
    to,
    locale: ctx.locale,
    subject: ctx.t('newsletter.mail.known_subject'),
    paragraphs: [ctx.t('newsletter.mail.known_text')],
    action: { label: ctx.t('newsletter.mail.leave'), url: `${url}?hl=${ctx.locale}` },
    footnote: ctx.t('newsletter.mail.note'),
    headers,
  }
}

function welcomeMail(ctx: Ctx, { key, to, subscriberId }: To): Mail {
  const { url, headers } = unsubscribeLink(ctx, subscriberId)
  return {
    key,
    to,
    locale: ctx.locale,
    subject: ctx.t('newsletter.mail.welcome_subject'),
    paragraphs: [ctx.t('newsletter.mail.welcome_text')],
    action: { label: ctx.t('newsletter.mail.leave'), url: `${url}?hl=${ctx.locale}` },
    headers,
  }
}

/** For every mail to subscribers, with the headers of one-click unsubscription (RFC 8058). */
function unsubscribeLink(ctx: Ctx, subscriberId: string) {
  const token = unsubscribeTokens.write(ctx.sealing, subscriberId)
  const url = `${siteOrigin(ctx, ctx.market, ctx.platformId)}/newsletter/unsubscribe/${token}`
  return {
    url,
    headers: {
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
