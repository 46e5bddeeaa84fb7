import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { isBeyond } from '#db/list-order.ts'
import { secondsAfter } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import type { PageKey } from '#lib/page-key.ts'
import { keyedHashes, seal, unseal } from '#lib/sealed.ts'
import { type Ctx, inTransaction, type Services } from '#kernel/context.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { LIMITS, mailboxOf } from './rules.ts'
import { EMAIL_PURPOSE, MESSAGE_PURPOSE, type Written } from './sealing.ts'

/**
 * Questions to the developer of an item: each is a thread of the question, later messages of the
 * asker, and the developer's answers.
 */

export const QUESTION_STATES = ['new', 'open', 'done'] as const
export type QuestionState = (typeof QUESTION_STATES)[number]
type Needs = Pick<Services, 'db' | 'sealing'>

/** The partner of an item, if one of its members reads questions. */
export const findAskable = (db: Db, itemId: string) =>
  db
    .selectFrom('items')
    .innerJoin('partners', 'partners.id', 'items.partner_id')
    .select(['partners.id', 'partners.name', 'items.name as item'])
    .where('items.id', '=', itemId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('partner_members')
          .select('person_id')
          .whereRef('partner_members.partner_id', '=', 'partners.id')
          .where('role', '<>', 'finance'),
      ),
    )
    .executeTakeFirst()

const questions = (db: Db) =>
  db
    .selectFrom('contact_messages as asked')
    .innerJoin('items', 'items.id', 'asked.item_id')
    .leftJoin('stores', 'stores.id', 'asked.store_id')
    .leftJoin('people as assignee', 'assignee.id', 'asked.assigned_to')
    .select([
      'asked.assigned_to',
      'assignee.name as assignee',
      'asked.id',
      'asked.partner_id',
      'asked.store_id',
      'asked.market',
      'asked.platform_id',
      'asked.locale',
      'asked.partner_state',
      'asked.content_sealed',
      'asked.created_at',
      'asked.last_at',
      'asked.spam_at',
      'asked.solved_at',
      'asked.disputed_at',
      'items.id as item_id',
      'items.slug as item_slug',
      'items.name as item',
      'stores.domain as store',
      sql<number>`(select count(*)::integer from contact_answers where message_id = asked.id)`.as(
        'answers',
      ),
      sql<boolean>`not exists (select from contact_answers where message_id = asked.id and created_at >= asked.last_at)`.as(
        'waits',
      ),
    ])
    .where('asked.partner_id', 'is not', null)
    .where('asked.thread_of', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof questions>['executeTakeFirstOrThrow']>>
const opened = (
  sealing: Needs['sealing'],
  { content_sealed: content, last_at: lastAt, ...row }: Row,
) => ({
  ...row,
  last_at: lastAt ?? row.created_at,
  written: JSON.parse(unseal(sealing, MESSAGE_PURPOSE, content)) as Written,
})
export type Question = ReturnType<typeof opened>

/** `state`: null for all but spam. Ordered by the newest message. */
export async function listQuestions(
  { db, sealing }: Needs,
  partnerId: string,
  {
    state,
    itemId,
    assignedTo,
    after,
    most,
  }: {
    state: QuestionState | 'spam' | null
    itemId: string | null
    /** A member's; null: nobody's; undefined: all. */
    assignedTo?: string | null | undefined
    after: PageKey | null
    most: number
  },
): Promise<Question[]> {
  let query = questions(db)
    .where('asked.partner_id', '=', partnerId)
    .where('asked.spam_at', state === 'spam' ? 'is not' : 'is', null)
  if (state !== null && state !== 'spam') query = query.where('asked.partner_state', '=', state)
  if (itemId !== null) query = query.where('asked.item_id', '=', itemId)
  if (assignedTo !== undefined)
    query =
      assignedTo === null
        ? query.where('asked.assigned_to', 'is', null)
        : query.where('asked.assigned_to', '=', assignedTo)
  return (
    await query
      .where(isBeyond(['contact_messages.last_at', 'asked.id', 'asked'], after, 'newest'))
      .orderBy('asked.last_at', 'desc')
      .orderBy('asked.id', 'desc')
      .limit(most)
      .execute()
  ).map((row) => opened(sealing, row))
}

/** What a store wrote while signed in, to developers and to the market. */
const threadsOfStore = (db: Db, storeId: string) =>
  db
    .selectFrom('contact_messages as asked')
    .leftJoin('items', 'items.id', 'asked.item_id')
    .leftJoin('partners', 'partners.id', 'asked.partner_id')
    .select(['asked.id', 'asked.content_sealed', 'asked.answer_sealed', 'asked.answered_at'])
    .select(['asked.created_at', 'partners.name as developer'])
    .select(['asked.partner_id', 'asked.solved_at', 'asked.disputed_at', 'asked.spam_at'])
    .select(['items.slug', 'items.name as item', 'items.market as item_market'])
    .where('asked.store_id', '=', storeId)
    .where('asked.thread_of', 'is', null)

export const listThreadsOfStore = (db: Db, storeId: string, most: number) =>
  threadsOfStore(db, storeId).orderBy('asked.created_at', 'desc').limit(most).execute()

export const findThreadOfStore = (db: Db, storeId: string, id: string) =>
  threadsOfStore(db, storeId).where('asked.id', '=', id).executeTakeFirst()
export type ThreadRow = Awaited<ReturnType<typeof listThreadsOfStore>>[number]

export const countNewQuestions = async (db: Db, partnerId: string): Promise<number> =>
  (
    await db
      .selectFrom('contact_messages')
      .select(sql<number>`count(*)::integer`.as('n'))
      .where('partner_id', '=', partnerId)
      .where('partner_state', '=', 'new')
      .where('thread_of', 'is', null)
      .where('spam_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).n

export async function findQuestion(
  { db, sealing }: Needs,
  key: { id: string; partnerId?: string },
): Promise<Question | null> {
  let query = questions(db).where('asked.id', '=', key.id)
  if (key.partnerId !== undefined) query = query.where('asked.partner_id', '=', key.partnerId)
  const row = await query.executeTakeFirst()
  return row ? opened(sealing, row) : null
}

interface Word {
  who: 'asker' | 'developer'
  by: string | null
  text: string
  at: Date
}

/** All messages of a question, oldest first. */
export async function listWords({ db, sealing }: Needs, question: Question): Promise<Word[]> {
  const [later, answers] = await Promise.all([
    db
      .selectFrom('contact_messages')
      .select(['content_sealed', 'created_at'])
      .where('thread_of', '=', question.id)
      .execute(),
    db
      .selectFrom('contact_answers')
      .innerJoin('people', 'people.id', 'contact_answers.person_id')
      .select(['contact_answers.content_sealed', 'contact_answers.created_at', 'people.name'])
      .where('message_id', '=', question.id)
      .execute(),
  ])
  const read = (content: string) =>
    JSON.parse(unseal(sealing, MESSAGE_PURPOSE, content)) as Pick<Written, 'message'>
  return [
    { who: 'asker' as const, by: null, text: question.written.message, at: question.created_at },
    ...later.map((row) => ({
      who: 'asker' as const,
      by: null,
      text: read(row.content_sealed).message,
      at: row.created_at,
    })),
    ...answers.map((row) => ({
      who: 'developer' as const,
      by: row.name,
      text: read(row.content_sealed).message,
      at: row.created_at,
    })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** In the caller's transaction; the caller sends the mail. */
export async function insertAnswer(
  { db, sealing }: Needs,
  question: Question,
  { text, personId, now }: { text: string; personId: string; now: Date },
): Promise<string> {
  const id = newId('ans')
  await db
    .insertInto('contact_answers')
    .values({
      id,
      message_id: question.id,
      partner_id: question.partner_id ?? '',
      person_id: personId,
      content_sealed: seal(sealing, MESSAGE_PURPOSE, JSON.stringify({ message: text })),
      created_at: now,
    })
    .execute()
  await db
    .updateTable('contact_messages')
    .set({ partner_state: 'done', last_at: now })
    .where('id', '=', question.id)
    .execute()
  return id
}

export const setQuestionState = (db: Db, id: string, state: QuestionState) =>
  db.updateTable('contact_messages').set({ partner_state: state }).where('id', '=', id).execute()

export const assignQuestion = (db: Db, id: string, personId: string | null) =>
  db.updateTable('contact_messages').set({ assigned_to: personId }).where('id', '=', id).execute()

/** The question of a partner that waits longest, beside one of them. */
export const findLongestWaiting = async (
  db: Db,
  partnerId: string,
  beside: string,
): Promise<string | null> =>
  (
    await db
      .selectFrom('contact_messages')
      .select('id')
      .where('partner_id', '=', partnerId)
      .where('partner_state', '<>', 'done')
      .where('thread_of', 'is', null)
      .where('spam_at', 'is', null)
      .where('id', '<>', beside)
      .orderBy('last_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? null

/** Reports a question as spam: operators find it among their own messages. */
export const reportQuestion = (db: Db, id: string, personId: string, now: Date) =>
  db
    .updateTable('contact_messages')
    .set({ spam_at: now, spam_by: personId, partner_state: 'done', state: 'new' })
    .where('id', '=', id)
    .where('spam_at', 'is', null)
    .execute()

/** A later message of the asker: stored, and the developer is told. */
export async function writeFollowUp(ctx: Ctx, question: Question, text: string): Promise<void> {
  await consumeRateLimits(ctx, [
    { key: `contact ip ${ctx.ip}`, ...LIMITS.contactIp },
    { key: `contact again ${question.id}`, ...LIMITS.contactAgain },
  ])
  const id = newId('msg')
  await inTransaction(ctx, async (trx) => {
    await saveFollowUp(ctx, trx, question, { id, text })
    await ctx.notifyDeveloper(ctx, trx, {
      messageId: question.id,
      key: id,
      partnerId: question.partner_id ?? '',
      itemName: question.item,
    })
  })
}

async function saveFollowUp(
  { sealing, clock, platformId, locale }: Ctx,
  trx: Db,
  question: Question,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const now = clock.now()
  await trx
    .insertInto('contact_messages')
    .values({
      id,
      market: question.market,
      platform_id: platformId,
      locale,
      item_id: question.item_id,
      store_id: question.store_id,
      sender_hash: keyedHashes(sealing, EMAIL_PURPOSE, mailboxOf(question.written.email))[0],
      content_sealed: seal(
        sealing,
        MESSAGE_PURPOSE,
        JSON.stringify({ ...question.written, message: text }),
      ),
      created_at: now,
      partner_id: question.partner_id,
      partner_state: 'done',
      last_at: now,
      thread_of: question.id,
    })
    .execute()
  await trx
    .updateTable('contact_messages')
    .set({ partner_state: 'new', last_at: now, solved_at: null })
    .where('id', '=', question.id)
    .execute()
}

interface Asked {
  id: string
  partnerId: string
  itemId: string
  storeId: string
  written: Written
}

/** Stores the first message of a conversation with the seller of an item. */
export const insertQuestion = (
  ctx: Pick<Ctx, 'sealing' | 'clock' | 'market' | 'platformId' | 'locale'>,
  trx: Db,
  { id, partnerId, itemId, storeId, written }: Asked,
) =>
  trx
    .insertInto('contact_messages')
    .values({
      id,
      market: ctx.market,
      platform_id: ctx.platformId,
      locale: ctx.locale,
      item_id: itemId,
      store_id: storeId,
      sender_hash: keyedHashes(ctx.sealing, EMAIL_PURPOSE, mailboxOf(written.email))[0],
      content_sealed: seal(ctx.sealing, MESSAGE_PURPOSE, JSON.stringify(written)),
      created_at: ctx.clock.now(),
      partner_id: partnerId,
      partner_state: 'new',
      last_at: ctx.clock.now(),
    })
    .execute()

/** Refuses stores that begin too many conversations. */
export const limitQuestions = (ctx: Ctx, storeId: string): Promise<void> =>
  consumeRateLimits(ctx, [
    { key: `contact ip ${ctx.ip}`, ...LIMITS.contactIp },
    { key: `contact store ${storeId}`, ...LIMITS.contactStore },
  ])

const MEASURED_SECONDS = 90 * 86_400
/** Fewer say nothing about how long the next answer takes. */
const FEWEST_ANSWERED = 5

/**
 * How long a seller takes for a first answer: the median of the conversations of the last 90 days,
 * in seconds. Null while fewer than five were answered.
 */
export async function findResponseSeconds(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  partnerId: string,
): Promise<number | null> {
  const since = secondsAfter(clock.now(), -MEASURED_SECONDS)
  const { rows } = await sql<{ seconds: number | null; answered: number }>`
    select percentile_cont(0.5) within group (order by extract(epoch from first.at - asked.created_at))::float8 as seconds,
      count(*)::integer as answered
    from contact_messages asked
    cross join lateral (select min(created_at) as at from contact_answers where message_id = asked.id) first
    where asked.partner_id = ${partnerId} and asked.thread_of is null and asked.spam_at is null
      and asked.created_at >= ${since} and first.at is not null`.execute(db)
  const found = rows[0]
  return found && found.answered >= FEWEST_ANSWERED && found.seconds !== null
    ? Math.round(found.seconds)
    : null
}

/** For the audit log: never the text itself. */
export const readQuestionState = (db: Db, partnerId: string, id: string) =>
  db
    .selectFrom('contact_messages')
    .select(['partner_state', 'spam_at', 'last_at', 'assigned_to'])
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
