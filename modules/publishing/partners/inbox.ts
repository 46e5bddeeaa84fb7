import { FALLBACK_LOCALE, type Locale, readLocale } from '#lib/locale.ts'
import { pageOf, parsePageKey } from '#lib/page-key.ts'
import { plainText } from '#lib/text.ts'
import { personOf, PARTNER_RIGHTS } from '#kernel/actor.ts'
import { type ConsoleCtx, type Services, siteOrigin } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { recordOwnerNotice } from '#modules/installs/public.ts'
import { mailWords, queueMail } from '#modules/mail/public.ts'
import { mailPeople } from '../mail-people.ts'
import {
  type Question,
  type QuestionState,
  assignQuestion,
  countNewQuestions,
  findLongestWaiting,
  findQuestion,
  findResponseSeconds,
  insertAnswer,
  listQuestions,
  listWords,
  readQuestionState,
  replyTokens,
  reportQuestion,
  setQuestionState,
} from '#modules/messaging/public.ts'
import { refuse } from '../errors.ts'
import { findPartner } from './partners.ts'
import * as contract from './contract.ts'
import type { Db } from '#db/client.ts'
import { consumeRateLimitsSql, secondsToWait } from '#kernel/rate-limits.ts'

const MOST = 30
const done = { success: true as const }
interface Place {
  params: { partner: string; message: string }
}

const present = (row: Question, now: Date) => ({
  id: row.id,
  item: { id: row.item_id, name: row.item },
  subject: plainText(row.written.subject),
  ...senderOf(row),
  state: row.partner_state as QuestionState,
  answers: row.answers,
  asked_at: row.created_at.toISOString(),
  last_at: row.last_at.toISOString(),
  spam: row.spam_at !== null,
  assigned: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assignee ?? '' },
  waits_seconds:
    row.waits && row.spam_at === null && row.partner_state !== 'done'
      ? Math.max(0, Math.round((now.getTime() - row.last_at.getTime()) / 1000))
      : null,
})

/** Of a request for help only what the owner chose to tell. */
const senderOf = ({ written, store }: Question) =>
  written.shared
    ? { from: '', store: written.shared.shop, help: true }
    : { from: plainText(written.fullname), store, help: false }

export const listPartnerMessages = defineOperation({
  ...contract.listPartnerMessages,
  run: async (ctx, { params, query }) => {
    const after = parsePageKey(query.after)
    const [found, unread, items, responseSeconds] = await Promise.all([
      listQuestions(ctx, params.partner, {
        state: query.state ?? null,
        itemId: query.item ?? null,
        assignedTo:
          query.assigned === undefined
            ? undefined
            : query.assigned === 'me'
              ? personOf(ctx).id
              : null,
        after,
        most: MOST + 1,
      }),
      countNewQuestions(ctx.db, params.partner),
      listAskedItems(ctx.db, params.partner),
      findResponseSeconds(ctx, params.partner),
    ])
    const { rows, next } = pageOf(found, MOST, (row) => ({ at: row.last_at, id: row.id }))
    const now = ctx.clock.now()
    return {
      messages: rows.map((row) => present(row, now)),
      unread,
      items,
      response_seconds: responseSeconds,
      next,
    }
  },
})

/** A question to this partner; others are not found. */
async function requireOwn(ctx: ConsoleCtx, { params }: Place): Promise<Question> {
  const question = await findQuestion(ctx, { id: params.message, partnerId: params.partner })
  if (!question) throw refuse('not_found')
  return question
}

export const getPartnerMessage = defineOperation({
  ...contract.getPartnerMessage,
  run: async (ctx, given) => {
    const question = await requireOwn(ctx, given)
    const [words, team, next] = await Promise.all([
      listWords(ctx, question),
      listReaders(ctx.db, given.params.partner),
      findLongestWaiting(ctx.db, given.params.partner, question.id),
    ])
    return {
      ...present(question, ctx.clock.now()),
      team: team.map(({ id, name }) => ({ id, name })),
      me: personOf(ctx).id,
      next,
      language: question.locale,
      version: question.written.shared?.version ?? null,
      order: question.written.shared?.order ?? null,
      solved: question.solved_at !== null,
      words: words.map((word) => ({
        ...word,
        text: plainText(word.text),
        at: word.at.toISOString(),
      })),
    }
  },
})

/** The log contains neither question nor answer. */
const audit = {
  kind: 'message',
  id: ({ params }: Place) => params.message,
  read: (db: ConsoleCtx['db'], id: string, { params }: Place) =>
    readQuestionState(db, params.partner, id),
}

export const answerPartnerMessage = defineOperation({
  ...contract.answerPartnerMessage,

  audit,
  limits: (_ctx, { params }) => [
    { key: `answers of ${params.partner}`, most: 200, seconds: 3_600 },
    { key: `answers to ${params.message}`, most: 10, seconds: 86_400 },
  ],

  run: async (ctx, given) => {
    const question = await requireOwn(ctx, given)
    if (question.spam_at !== null) throw refuse('partners.message_spam')
    const id = await insertAnswer(ctx, question, {
      text: given.body.text,
      personId: personOf(ctx).id,
      now: ctx.clock.now(),
    })
    // Whoever asked for help hears of the answer by the channels that the store chose.
    if (!question.written.shared) await mailAnswer(ctx, question, id, given.body.text)
    if (question.store_id !== null)
      await recordOwnerNotice(ctx, ctx.db, question.store_id, {
        kind: question.written.shared ? 'help_answered' : 'question_answered',
        answerId: id,
        facts: { itemId: question.item_id, threadId: question.id },
      })
    return done
  },
})

/** Sent by the market, which alone knows the address; the reply link replaces the address. */
async function mailAnswer(
  ctx: ConsoleCtx,
  question: Question,
  id: string,
  text: string,
): Promise<void> {
  const locale: Locale = readLocale(question.locale) ?? FALLBACK_LOCALE
  const t = mailWords(locale)
  const developer = (await findPartner(ctx.db, question.partner_id ?? ''))?.name ?? ''
  const said = { developer, item: question.item }
  await queueMail(ctx, ctx.db, {
    key: `developer answer ${id}`,
    to: question.written.email,
    locale,
    platform: question.platform_id,
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
  ...contract.markPartnerMessage,
  audit,
  run: async (ctx, given) => {
    const question = await requireOwn(ctx, given)
    await setQuestionState(ctx.db, question.id, given.body.state)
    return done
  },
})

export const assignPartnerMessage = defineOperation({
  ...contract.assignPartnerMessage,
  audit,
  run: async (ctx, given) => {
    const question = await requireOwn(ctx, given)
    const { person } = given.body
    const team = await listReaders(ctx.db, given.params.partner)
    if (person !== null && !team.some((one) => one.id === person))
      throw refuse('input.invalid', { fields: { person: { code: 'field.invalid' } } })
    await assignQuestion(ctx.db, question.id, person)
    return done
  },
})

export const reportPartnerMessage = defineOperation({
  ...contract.reportPartnerMessage,
  audit,
  run: async (ctx, given) => {
    const question = await requireOwn(ctx, given)
    await reportQuestion(ctx.db, question.id, personOf(ctx).id, ctx.clock.now())
    return done
  },
})

const MAILS = { most: 20, seconds: 3_600 }

/**
 * Mails the partner's members that a question arrived, with a link instead of its text. Beyond the
 * limit the question is only in the inbox.
 */
export async function notifyDeveloper(
  services: Pick<Services, 'clock' | 'jobs' | 'sealing' | 'origins'>,
  trx: Db,
  {
    messageId,
    key,
    partnerId,
    itemName,
  }: { messageId: string; key: string; partnerId: string; itemName: string },
): Promise<void> {
  const limits = [{ key: `questions of ${partnerId}`, ...MAILS }]
  const { rows } = await consumeRateLimitsSql(limits, services.clock.now()).execute(trx)
  if (secondsToWait(limits, rows, services.clock.now()) !== null) return
  const name = itemName
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 100)
  await mailPeople(services, trx, await listReaders(trx, partnerId), (readerId, t, locale) => ({
    key: `question ${key} ${readerId}`,
    subject: t('mails.question.subject', { item: name }),
    paragraphs: [t('mails.question.lead', { item: name })],
    action: {
      label: t('mails.question.action'),
      url: `${services.origins.console}/partner/${partnerId}/messages/${messageId}?hl=${locale}`,
    },
    footnote: t('mails.question.footnote'),
  }))
}

/** Members who read questions at a partner, and are told of troubles of its apps. */
export const listReaders = (db: Db, partnerId: string) =>
  db
    .selectFrom('partner_members')
    .innerJoin('people', 'people.id', 'partner_members.person_id')
    .select(['people.id', 'people.name', 'people.email', 'people.locale'])
    .where('partner_members.partner_id', '=', partnerId)
    .where('partner_members.role', 'in', [...PARTNER_RIGHTS.answer])
    .orderBy('people.id')
    .limit(20)
    .execute()

/** Items with questions. */
const listAskedItems = (db: Db, partnerId: string) =>
  db
    .selectFrom('items')
    .select(['id', 'name'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('contact_messages')
          .select('contact_messages.id')
          .whereRef('contact_messages.item_id', '=', 'items.id')
          .where('contact_messages.partner_id', '=', partnerId),
      ),
    )
    .where('partner_id', '=', partnerId)
    .orderBy('name')
    .limit(200)
    .execute()
