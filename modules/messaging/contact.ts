import { newId } from '#lib/ids.ts'
import { parsePhone } from '#lib/phone.ts'
import { keyedHashes, seal } from '#lib/sealed.ts'
import { inTransaction, type Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { tryConsumeRateLimits, consumeRateLimits } from '#kernel/rate-limits.ts'
import { queueMail } from '#modules/mail/public.ts'
import * as contract from './contract.ts'
import { refuse } from './errors.ts'
import { findAskable, findQuestion, writeFollowUp, type Question } from './questions.ts'
import { LIMITS, mailboxOf } from './rules.ts'
import { EMAIL_PURPOSE, MESSAGE_PURPOSE, replyTokens } from './sealing.ts'

/**
 * S7.13: stores the message in the inbox and mails it to the market's team, or stores a question in
 * the developer's inbox. Nothing is sent to the typed address, which may be somebody else's
 * (ABU-1). Phone numbers without a country code are read as those of the market's country.
 */
export const sendContact = defineOperation({
  ...contract.sendContact,
  run: async (ctx, { body }) => {
    const storeId = ctx.actor.kind === 'store' ? ctx.actor.storeId : null
    const sender = mailboxOf(body.email)
    await consumeRateLimits(ctx, [
      { key: `contact ip ${ctx.ip}`, ...LIMITS.contactIp },
      ...(storeId === null ? [] : [{ key: `contact store ${storeId}`, ...LIMITS.contactStore }]),
    ])
    // Anybody can type this address, so its limit alone refuses nobody.
    if (
      !(await tryConsumeRateLimits(ctx, [
        { key: `contact sender ${sender}`, ...LIMITS.contactSender },
      ]))
    ) {
      await consumeRateLimits(ctx, [
        { key: `contact ip ${ctx.ip} ${sender}`, ...LIMITS.contactSlowed },
      ])
    }
    const phone = body.phone ? parsePhone(body.phone, ctx.operator.country) : undefined
    if (phone === null)
      throw refuse('input.invalid', { fields: { phone: { code: 'field.phone' } } })
    const itemName = body.item_id === undefined ? null : await ctx.itemName(ctx, body.item_id)
    if (body.item_id !== undefined && itemName === null)
      throw refuse('input.invalid', { fields: { item_id: { code: 'field.invalid' } } })

    const askable =
      body.to === 'developer' && body.item_id !== undefined
        ? await findAskable(ctx.db, body.item_id)
        : undefined
    const id = newId('msg')
    const now = ctx.clock.now()
    const content = { ...body, phone, item_id: undefined, to: undefined }
    const contactMailTo = ctx.branding[ctx.market].mail ?? ctx.contactMailTo
    const mailed =
      !askable &&
      contactMailTo !== null &&
      (await tryConsumeRateLimits(ctx, [{ key: 'contact mails', ...LIMITS.contactMails }]))
    await inTransaction(ctx, async (trx) => {
      await trx
        .insertInto('contact_messages')
        .values({
          id,
          market: ctx.market,
          platform_id: ctx.platformId,
          locale: ctx.locale,
          item_id: body.item_id ?? null,
          store_id: storeId,
          sender_hash: keyedHashes(ctx.sealing, EMAIL_PURPOSE, sender)[0],
          content_sealed: seal(ctx.sealing, MESSAGE_PURPOSE, JSON.stringify(content)),
          created_at: now,
          ...(askable && { partner_id: askable.id, partner_state: 'new', last_at: now }),
        })
        .execute()
      if (askable)
        await ctx.notifyDeveloper(ctx, trx, {
          messageId: id,
          key: id,
          partnerId: askable.id,
          itemName: askable.item,
        })
      if (!mailed) return
      await queueMail(ctx, trx, {
        key: `contact ${id}`,
        to: contactMailTo as string,
        locale: ctx.locale,
        subject: ctx.t('contact.mail.subject', { subject: content.subject }),
        paragraphs: [factsOf(ctx, content, itemName), content.message],
        footnote: ctx.t('contact.mail.note', { id }),
        headers: { 'Reply-To': content.email },
      })
    })
    return { success: true as const }
  },
})

function factsOf(
  ctx: Ctx,
  given: { fullname: string; email: string; phone?: string | undefined },
  itemName: string | null,
): string {
  const domain = ctx.actor.kind === 'store' ? ctx.actor.domain : null
  return [
    `${ctx.t('contact.fullname')}: ${given.fullname}`,
    `${ctx.t('contact.email')}: ${given.email}`,
    ...(given.phone ? [`${ctx.t('contact.phone')}: ${given.phone}`] : []),
    ...(itemName === null ? [] : [`${ctx.t('contact.item')}: ${itemName}`]),
    ...(domain === null ? [] : [`${ctx.t('contact.store')}: ${domain}`]),
  ].join('\n')
}

/** The asker is not shown: the link may have been passed on. */
async function requireQuestion(ctx: Ctx, token: string): Promise<Question> {
  const id = replyTokens.read(ctx.sealing, token)
  const question = id === null ? null : await findQuestion(ctx, { id })
  if (!question || question.spam_at !== null) throw refuse('contact.link_over')
  return question
}

export const getQuestion = defineOperation({
  ...contract.getQuestion,
  run: async (ctx, { params }) => {
    const question = await requireQuestion(ctx, params.reply_token)
    const { name } = await ctx.db
      .selectFrom('partners')
      .select('name')
      .where('id', '=', question.partner_id ?? '')
      .executeTakeFirstOrThrow()
    return { data: { item: { slug: question.item_slug, name: question.item }, developer: name } }
  },
})

/** Adds a message to a question, from the same person to the same developer. */
export const writeAgain = defineOperation({
  ...contract.writeAgain,
  run: async (ctx, { params, body }) => {
    await writeFollowUp(ctx, await requireQuestion(ctx, params.reply_token), body.message)
    return { success: true as const }
  },
})
