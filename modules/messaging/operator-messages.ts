import type { Db } from '#db/client.ts'
import { isBeyond } from '#db/list-order.ts'
import { csvOf } from '#lib/csv.ts'
import { plainText } from '#lib/text.ts'
import type { Locale } from '#lib/locale.ts'
import type { Market } from '#lib/market.ts'
import { PAGE_ROWS, pageOf, parsePageKey, type PageKey } from '#lib/page-key.ts'
import { keyedHashes, seal, unseal, type SealingKeys } from '#lib/sealed.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx, Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { shortText, type Waiting } from '#kernel/waiting.ts'
import { queueMail } from '#modules/mail/public.ts'
import { refuse } from './errors.ts'
import { unsubscribe } from './newsletter.ts'
import * as contract from './operator-contract.ts'
import { findQuestion, listWords } from './questions.ts'
import { mailboxOf, type MessageState, type SubscriberState } from './rules.ts'
import { EMAIL_PURPOSE, MESSAGE_PURPOSE, type Written } from './sealing.ts'

const done = { success: true as const }
type Row = NonNullable<Awaited<ReturnType<typeof findMessage>>>

const present = (row: Row) => ({
  id: row.id,
  market: row.market as Market,
  subject: row.written.subject,
  from: row.written.fullname,
  email: row.written.email,
  item: row.item_id === null ? null : { id: row.item_id, name: row.item ?? '' },
  store: row.store,
  state: row.state as MessageState,
  written_at: row.created_at.toISOString(),
  developer: row.developer,
  why:
    row.developer === null
      ? null
      : row.disputed_at !== null
        ? ('dispute' as const)
        : ('spam' as const),
})

export const listContactMessages = defineOperation({
  ...contract.listContactMessages,
  run: async (ctx, { query }) => {
    const found = await listMessages(ctx, {
      state: query.state ?? null,
      sender: query.email || null,
      after: parsePageKey(query.after),
      most: PAGE_ROWS + 1,
    })
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.created_at, id: row.id }))
    return { messages: rows.map(present), next }
  },
})

async function requireMessage(ctx: ConsoleCtx, id: string): Promise<Row> {
  const row = await findMessage(ctx, id)
  if (!row) throw refuse('not_found')
  return row
}

export const getContactMessage = defineOperation({
  ...contract.getContactMessage,
  run: async (ctx, { params }) => {
    const row = await requireMessage(ctx, params.message)
    return {
      ...present(row),
      message: row.developer === null ? row.written.message : null,
      phone: row.written.phone ?? null,
      language: row.locale,
      answer: row.answer,
      answered_at: row.answered_at?.toISOString() ?? null,
    }
  },
})

const readState = (db: ConsoleCtx['db'], id: string) =>
  db
    .selectFrom('contact_messages')
    .select(['state', 'answered_by'])
    .where('id', '=', id)
    .executeTakeFirst()
const audit = {
  kind: 'message',
  id: ({ params }: { params: { message: string } }) => params.message,
  read: readState,
}

/** Operators read a conversation only when it is reported or disputed, and the log says so. */
export const readThread = defineOperation({
  ...contract.readThread,
  audit,
  run: async (ctx, { params }) => {
    const row = await requireMessage(ctx, params.message)
    const question = await findQuestion(ctx, { id: row.id })
    if (!question) throw refuse('not_found')
    const words = await listWords(ctx, question)
    return {
      words: words.map((word) => ({
        ...word,
        text: plainText(word.text),
        at: word.at.toISOString(),
      })),
    }
  },
})

export const answerContactMessage = defineOperation({
  ...contract.answerContactMessage,
  audit,
  run: async (ctx, { params, body }) => {
    const row = await requireMessage(ctx, params.message)
    // The subject is one line already.
    const isFirst = await answerMessage(ctx, row.id, {
      text: body.text,
      by: personOf(ctx).id,
      subject: `Re: ${row.written.subject}`.slice(0, 200),
    })
    if (!isFirst) throw refuse('backoffice.answered_already')
    return done
  },
})

export const markContactMessage = defineOperation({
  ...contract.markContactMessage,
  audit,
  run: async (ctx, { params, body }) => {
    const row = await requireMessage(ctx, params.message)
    await setMessageState(ctx.db, row.id, body.state)
    return done
  },
})

export const listNewsletterSubscribers = defineOperation({
  ...contract.listNewsletterSubscribers,
  run: async (ctx, { query }) => {
    const found = await listSubscribers(ctx, {
      state: query.state ?? null,
      email: query.email || null,
      after: parsePageKey(query.after),
      most: PAGE_ROWS + 1,
    })
    const { rows, next } = pageOf(found, PAGE_ROWS, (row) => ({ at: row.created_at, id: row.id }))
    return {
      subscribers: rows.map((row) => ({
        id: row.id,
        email: row.email,
        language: row.locale,
        market: row.market as Market,
        state: row.state as SubscriberState,
        since: row.created_at.toISOString(),
      })),
      next,
    }
  },
})

const MOST_EXPORTED = 100_000

/** The audit log has who exported addresses, but not the addresses. */
export const exportNewsletter = defineOperation({
  ...contract.exportNewsletter,
  audit: { kind: 'newsletter', id: () => 'export' },
  run: async (ctx) => {
    const rows = await listSubscribers(ctx, {
      state: 'approved',
      email: null,
      after: null,
      most: MOST_EXPORTED,
    })
    return {
      count: rows.length,
      csv: csvOf(
        ['email', 'language', 'market', 'since'],
        rows.map((row) => [row.email, row.locale, row.market, row.created_at.toISOString()]),
      ),
    }
  },
})

export const takeOffNewsletter = defineOperation({
  ...contract.takeOffNewsletter,
  audit: {
    kind: 'newsletter',
    id: ({ params }) => params.subscriber,
    read: (db, id) =>
      db
        .selectFrom('newsletter_subscribers')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirst(),
  },

  run: async (ctx, { params }) => {
    if (!(await unsubscribe(ctx.db, ctx.clock.now(), params.subscriber, null)))
      throw refuse('backoffice.not_subscribed')
    return done
  },
})

const hashesOf = (sealing: SealingKeys, email: string) =>
  keyedHashes(sealing, EMAIL_PURPOSE, mailboxOf(email))

const messages = (db: Db) =>
  db
    .selectFrom('contact_messages')
    .leftJoin('items', 'items.id', 'contact_messages.item_id')
    .leftJoin('stores', 'stores.id', 'contact_messages.store_id')
    .leftJoin('partners', 'partners.id', 'contact_messages.partner_id')
    // Questions to developers are private until they are reported as spam or disputed.
    .where(({ or, eb }) =>
      or([
        eb('contact_messages.partner_id', 'is', null),
        eb('contact_messages.spam_at', 'is not', null),
        eb('contact_messages.disputed_at', 'is not', null),
      ]),
    )
    .select([
      'contact_messages.id',
      'contact_messages.market',
      'contact_messages.platform_id',
      'contact_messages.locale',
      'contact_messages.state',
      'contact_messages.created_at',
      'content_sealed',
      'answer_sealed',
      'answered_at',
      'spam_at',
      'disputed_at',
      'partners.name as developer',
      'items.id as item_id',
      'items.name as item',
      'stores.domain as store',
    ])

const opened = (
  sealing: SealingKeys,
  {
    content_sealed: content,
    answer_sealed: answer,
    ...row
  }: Awaited<ReturnType<ReturnType<typeof messages>['executeTakeFirstOrThrow']>>,
) => ({
  ...row,
  written: JSON.parse(unseal(sealing, MESSAGE_PURPOSE, content)) as Written,
  answer: answer === null ? null : unseal(sealing, MESSAGE_PURPOSE, answer),
})

/** `sender`: an e-mail address. Newest first. */
async function listMessages(
  { db, sealing }: Pick<Services, 'db' | 'sealing'>,
  {
    state,
    sender,
    after,
    most,
  }: { state: MessageState | null; sender: string | null; after: PageKey | null; most: number },
) {
  let query = messages(db)
  if (state !== null) query = query.where('contact_messages.state', '=', state)
  if (sender !== null) query = query.where('sender_hash', 'in', hashesOf(sealing, sender))
  return (
    await query
      .where(isBeyond(['contact_messages.created_at', 'contact_messages.id'], after, 'newest'))
      .orderBy('contact_messages.created_at', 'desc')
      .orderBy('contact_messages.id', 'desc')
      .limit(most)
      .execute()
  ).map((row) => opened(sealing, row))
}

async function findMessage({ db, sealing }: Pick<Services, 'db' | 'sealing'>, id: string) {
  const row = await messages(db).where('contact_messages.id', '=', id).executeTakeFirst()
  return row && opened(sealing, row)
}

const setMessageState = (db: Db, id: string, state: MessageState) =>
  db.updateTable('contact_messages').set({ state }).where('id', '=', id).execute()

/**
 * Answers once, by mail to the typed address: a person has read the message before. In the caller's
 * transaction; false when there is an answer already.
 */
async function answerMessage(
  ctx: Pick<Services, 'db' | 'sealing' | 'clock' | 'jobs'>,
  id: string,
  { text, by, subject }: { text: string; by: string; subject: string },
): Promise<boolean> {
  const message = await findMessage(ctx, id)
  const { numUpdatedRows } = await ctx.db
    .updateTable('contact_messages')
    .set({
      answer_sealed: seal(ctx.sealing, MESSAGE_PURPOSE, text),
      answered_by: by,
      answered_at: ctx.clock.now(),
      state: 'answered',
    })
    .where('id', '=', id)
    .where('answer_sealed', 'is', null)
    .executeTakeFirst()
  if (!message || numUpdatedRows === 0n) return false
  // Of somebody who asked for help from a panel that tells no address; their pages show the answer.
  if (message.written.email === '') return true
  await queueMail(ctx, ctx.db, {
    key: `contact answer ${id}`,
    to: message.written.email,
    locale: message.locale as Locale,
    platform: message.platform_id,
    subject,
    paragraphs: [text],
  })
  return true
}

async function listSubscribers(
  { db, sealing }: Pick<Services, 'db' | 'sealing'>,
  {
    state,
    email,
    after,
    most,
  }: { state: SubscriberState | null; email: string | null; after: PageKey | null; most: number },
) {
  let query = db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email_sealed', 'locale', 'market', 'state', 'created_at', 'updated_at'])
  if (state !== null) query = query.where('state', '=', state)
  if (email !== null) query = query.where('email_hash', 'in', hashesOf(sealing, email))
  return (
    await query
      .where(
        isBeyond(
          ['newsletter_subscribers.created_at', 'newsletter_subscribers.id'],
          after,
          'newest',
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
  ).map(({ email_sealed: sealed, ...row }) => ({
    ...row,
    email: unseal(sealing, EMAIL_PURPOSE, sealed),
  }))
}

/**
 * For the inbox: messages that nobody has read, the oldest first; of questions to developers the
 * disputed ones.
 */
export async function listNewMessages(
  { db, sealing }: Pick<Services, 'db' | 'sealing'>,
  most: number,
): Promise<Waiting[]> {
  const oldest = (of: 'market' | 'dispute') =>
    messages(db)
      .where('contact_messages.state', '=', 'new')
      .$if(of === 'market', (query) => query.where('contact_messages.partner_id', 'is', null))
      .$if(of === 'dispute', (query) => query.where('disputed_at', 'is not', null))
      .orderBy('contact_messages.created_at')
      .limit(most)
      .execute()
  const rows = [...(await oldest('market')), ...(await oldest('dispute'))].map((row) =>
    opened(sealing, row),
  )
  return rows
    .map((row) => ({
      id: row.id,
      title: shortText(row.written.subject),
      detail: shortText(row.developer === null ? (row.store ?? row.written.fullname) : row.item),
      since: row.disputed_at ?? row.created_at,
    }))
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
    .slice(0, most)
}
