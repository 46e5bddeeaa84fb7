import { defineOperation } from '#kernel/define-operation.ts'
import { personOf } from '#kernel/actor.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { csvOf } from '#lib/csv.ts'
import type { Market } from '#lib/market.ts'
import { PAGE_ROWS, pageOf, parsePageKey } from '#lib/page-key.ts'
import {
  answerMessage,
  findMessage,
  listMessages,
  listSubscribers,
  setMessageState,
  takeOffNewsletter as takeOff,
} from './desk.ts'
import { refuse } from './errors.ts'
import {
  answerContactMessage as answerContract,
  exportNewsletter as exportContract,
  getContactMessage as getContract,
  listContactMessages as listContract,
  listNewsletterSubscribers as subscribersContract,
  markContactMessage as markContract,
  takeOffNewsletter as takeOffContract,
} from './operator-contract.ts'
import type { MessageState, SubscriberState } from './rules.ts'

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
})

export const listContactMessages = defineOperation({
  ...listContract,
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
  ...getContract,
  run: async (ctx, { params }) => {
    const row = await requireMessage(ctx, params.message)
    return {
      ...present(row),
      message: row.written.message,
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

export const answerContactMessage = defineOperation({
  ...answerContract,
  audit,
  run: async (ctx, { params, body }) => {
    const row = await requireMessage(ctx, params.message)
    // What somebody typed as a subject stands on one line already: the form takes no other.
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
  ...markContract,
  audit,
  run: async (ctx, { params, body }) => {
    const row = await requireMessage(ctx, params.message)
    await setMessageState(ctx.db, row.id, body.state)
    return done
  },
})

export const listNewsletterSubscribers = defineOperation({
  ...subscribersContract,
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

/** Whoever takes addresses out stands in the log; which ones, does not. */
export const exportNewsletter = defineOperation({
  ...exportContract,
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
  ...takeOffContract,

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
    if (!(await takeOff(ctx.db, ctx.clock.now(), params.subscriber)))
      throw refuse('backoffice.not_subscribed')
    return done
  },
})
