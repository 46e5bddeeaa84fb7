import { DEFAULT_LOCALE, type Locale, readLocale } from '#lib/locale.ts'
import { pageOf, readPageKey } from '#lib/page-key.ts'
import { plainText } from '#lib/plain-text.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { siteOrigin } from '#kernel/site-origin.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import {
  countNewQuestions,
  findQuestion,
  keepAnswer,
  listQuestions,
  listWords,
  type Question,
  type QuestionState,
  readQuestionState,
  replyTokens,
  reportQuestion,
  setQuestionState,
} from '#modules/messaging/public.ts'
import { refuse } from '../../errors.ts'
import { findPartner } from '../data.ts'
import {
  answerPartnerMessage as answerContract,
  getPartnerMessage as getContract,
  listPartnerMessages as listContract,
  markPartnerMessage as markContract,
  reportPartnerMessage as reportContract,
} from './inbox-contract.ts'
import { listAskedItems } from './inbox-data.ts'

const MOST = 30
const done = { success: true as const }
interface Place {
  params: { partner: string; message: string }
}

const present = (row: Question) => ({
  id: row.id,
  item: { id: row.item_id, name: row.item },
  subject: plainText(row.written.subject),
  from: plainText(row.written.fullname),
  store: row.store,
  state: row.partner_state as QuestionState,
  answers: row.answers,
  asked_at: row.created_at.toISOString(),
  last_at: row.last_at.toISOString(),
  spam: row.spam_at !== null,
})

export const listPartnerMessages = defineOperation({
  ...listContract,
  run: async (ctx, { params, query }) => {
    const after = query.after === undefined ? null : readPageKey(query.after)
    if (query.after !== undefined && after === null)
      throw refuse('input.invalid', { fields: { after: { code: 'field.invalid' } } })
    const [found, unread, items] = await Promise.all([
      listQuestions(ctx, params.partner, {
        state: query.state ?? null,
        itemId: query.item ?? null,
        after,
        most: MOST + 1,
      }),
      countNewQuestions(ctx.db, params.partner),
      listAskedItems(ctx.db, params.partner),
    ])
    const { rows, next } = pageOf(found, MOST, (row) => ({ at: row.last_at, id: row.id }))
    return { messages: rows.map(present), unread, items, next }
  },
})

/** A question to this partner; another's is not there. */
async function requireOwn(ctx: ConsoleCtx, { params }: Place): Promise<Question> {
  const question = await findQuestion(ctx, { id: params.message, partnerId: params.partner })
  if (!question) throw refuse('not_found')
  return question
}

export const getPartnerMessage = defineOperation({
  ...getContract,
  run: async (ctx, given) => {
    const question = await requireOwn(ctx, given)
    const words = await listWords(ctx, question)
    return {
      ...present(question),
      language: question.locale,
      words: words.map((word) => ({
        ...word,
        text: plainText(word.text),
        at: word.at.toISOString(),
      })),
    }
  },
})

/** Neither what was asked nor what was answered stands in the log. */
const audit = {
  kind: 'message',
  id: ({ params }: Place) => params.message,
  read: (db: ConsoleCtx['db'], id: string, { params }: Place) =>
    readQuestionState(db, params.partner, id),
}

export const answerPartnerMessage = defineOperation({
  ...answerContract,

  audit,
  limits: (_ctx, { params }) => [
    { key: `answers of ${params.partner}`, most: 200, seconds: 3_600 },
    { key: `answers to ${params.message}`, most: 10, seconds: 86_400 },
  ],

  run: async (ctx, given) => {
    const question = await requireOwn(ctx, given)
    if (question.spam_at !== null) throw refuse('partners.message_spam')
    const id = await keepAnswer(ctx, question, {
      text: given.body.text,
      personId: personOf(ctx).id,
      now: ctx.clock.now(),
    })
    await mailAnswer(ctx, question, id, given.body.text)
    return done
  },
})

/** From the market, to the address that only it knows; the way to write again is a link. */
async function mailAnswer(
  ctx: ConsoleCtx,
  question: Question,
  id: string,
  text: string,
): Promise<void> {
  const locale: Locale = readLocale(question.locale) ?? DEFAULT_LOCALE
  const t = mailWords(locale)
  const developer = (await findPartner(ctx.db, question.partner_id ?? ''))?.name ?? ''
  const said = { developer, item: question.item }
  await queueMail(ctx, ctx.db, {
    key: `developer answer ${id}`,
    to: question.written.email,
    locale,
    subject: `Re: ${question.written.subject}`.slice(0, 200),
    paragraphs: [t('mails.developer_answer.lead', said), text],
    action: {
      label: t('mails.developer_answer.action'),
      url: `${siteOrigin(ctx, question.market as 'app' | 'theme', question.platform_id)}/contact/${replyTokens.write(ctx.sealing, question.id)}?hl=${locale}`,
    },
    footnote: t('mails.developer_answer.footnote', said),
  })
}

export const markPartnerMessage = defineOperation({
  ...markContract,
  audit,
  run: async (ctx, given) => {
    const question = await requireOwn(ctx, given)
    await setQuestionState(ctx.db, question.id, given.body.state)
    return done
  },
})

export const reportPartnerMessage = defineOperation({
  ...reportContract,
  audit,
  run: async (ctx, given) => {
    const question = await requireOwn(ctx, given)
    await reportQuestion(ctx.db, question.id, personOf(ctx).id, ctx.clock.now())
    return done
  },
})
