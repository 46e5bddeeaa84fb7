import { defineOperation } from '#kernel/define-operation.ts'
import { newId } from '#lib/ids.ts'
import { keyedHashes } from '#lib/sealed.ts'
import { inTransaction, type Ctx } from '#kernel/context.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { getQuestion as getContract, writeAgain as writeContract } from './contract.ts'
import { EMAIL_PURPOSE } from './data.ts'
import { refuse } from './errors.ts'
import { findQuestion, keepLater, type Question } from './questions.ts'
import { replyTokens } from './sealed-id.ts'
import { LIMITS, mailboxOf } from './rules.ts'

/**
 * What an answer's link leads to. Nothing of whoever asked is shown: the link may have been passed
 * on.
 */
async function requireQuestion(ctx: Ctx, token: string): Promise<Question> {
  const id = replyTokens.read(ctx.sealing, token)
  const question = id === null ? null : await findQuestion(ctx, { id })
  if (!question || question.spam_at !== null) throw refuse('contact.link_over')
  return question
}

export const getQuestion = defineOperation({
  ...getContract,
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

/** To the same developer, about the same item, as the same person. */
export const writeAgain = defineOperation({
  ...writeContract,
  run: async (ctx, { params, body }) => {
    const question = await requireQuestion(ctx, params.reply_token)
    const sender = mailboxOf(question.written.email)
    await consumeRateLimits(ctx, [
      { key: `contact ip ${ctx.ip}`, ...LIMITS.contactIp },
      { key: `contact again ${question.id}`, ...LIMITS.contactAgain },
    ])
    const id = newId('msg')
    await inTransaction(ctx, async (trx) => {
      await keepLater({ ...ctx, db: trx }, question, {
        text: body.message,
        ctx: {
          id,
          platformId: ctx.platformId,
          senderHash: keyedHashes(ctx.sealing, EMAIL_PURPOSE, sender)[0],
          locale: ctx.locale,
          now: ctx.clock.now(),
        },
      })
      await ctx.notifyDeveloper(ctx, trx, {
        messageId: question.id,
        key: id,
        partnerId: question.partner_id ?? '',
        itemName: question.item,
      })
    })
    return { success: true as const }
  },
})
