import { unseal } from '#lib/sealed.ts'
import { wholeList } from '#lib/wire.ts'
import type { StoreActor } from '#kernel/actor.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import * as contract from './contract.ts'
import { refuse } from './errors.ts'
import {
  findQuestion,
  findThreadOfStore,
  listThreadsOfStore,
  writeFollowUp,
  type Question,
  type ThreadRow,
} from './questions.ts'
import type { ThreadState } from './rules.ts'
import { MESSAGE_PURPOSE, type Written } from './sealing.ts'

const SHOWN = 50
const done = { success: true as const }

/** What this store wrote while signed in, with the answers; newest first. */
export const listStoreMessages = defineOperation({
  ...contract.listStoreMessages,
  run: async (ctx) => {
    const threads = await listThreadsOfStore(ctx.db, ctx.actor.storeId, SHOWN)
    const words = await listLaterWords(
      ctx,
      threads.map((thread) => thread.id),
    )
    return wholeList(threads.map((thread) => present(ctx, thread, words.get(thread.id) ?? [])))
  },
})

export const getStoreMessage = defineOperation({
  ...contract.getStoreMessage,
  run: async (ctx, { params }) => {
    const thread = await findThreadOfStore(ctx.db, ctx.actor.storeId, params.message)
    if (!thread) throw refuse('contact.thread_unknown')
    const words = await listLaterWords(ctx, [thread.id])
    return {
      data: {
        ...present(ctx, thread, words.get(thread.id) ?? []),
        shared: read(ctx, thread.content_sealed).shared ?? null,
        may_write: thread.partner_id !== null && thread.spam_at === null,
        disputed_at: thread.disputed_at?.toISOString() ?? null,
      },
    }
  },
})

interface Word {
  who: 'store' | 'developer' | 'market'
  text: string
  at: string
}

function present(ctx: Needs, thread: ThreadRow, later: readonly Word[]) {
  const written = read(ctx, thread.content_sealed)
  const answer: Word[] = thread.answer_sealed
    ? [
        {
          who: 'market',
          text: unseal(ctx.sealing, MESSAGE_PURPOSE, thread.answer_sealed),
          at: (thread.answered_at as Date).toISOString(),
        },
      ]
    : []
  const words = [
    { who: 'store' as const, text: written.message, at: thread.created_at.toISOString() },
    ...[...answer, ...later].toSorted((a, b) => a.at.localeCompare(b.at)),
  ]
  const last = words.at(-1) as Word
  return {
    id: thread.id,
    to: thread.developer ?? null,
    item:
      thread.slug === null || thread.item === null
        ? null
        : { slug: thread.slug, market: thread.item_market as 'app', name: thread.item },
    subject: written.subject,
    state: stateOf(thread, last),
    last_at: last.at,
    words,
  }
}

const stateOf = (thread: ThreadRow, last: Word): ThreadState =>
  thread.solved_at !== null ? 'solved' : last.who === 'store' ? 'waiting' : 'answered'

type Needs = Pick<Services, 'db' | 'sealing'>

const read = ({ sealing }: Pick<Needs, 'sealing'>, content: string) =>
  JSON.parse(unseal(sealing, MESSAGE_PURPOSE, content)) as Written

/** Later messages of these threads and the developers' answers, by thread, oldest first. */
async function listLaterWords(
  { db, sealing }: Needs,
  threads: readonly string[],
): Promise<Map<string, Word[]>> {
  if (threads.length === 0) return new Map()
  const [later, answers] = await Promise.all([
    db
      .selectFrom('contact_messages')
      .select(['thread_of as thread', 'content_sealed', 'created_at'])
      .where('thread_of', 'in', threads)
      .execute(),
    db
      .selectFrom('contact_answers')
      .select(['message_id as thread', 'content_sealed', 'created_at'])
      .where('message_id', 'in', threads)
      .execute(),
  ])
  const words = new Map<string, Word[]>(threads.map((thread) => [thread, []]))
  const add =
    (who: 'store' | 'developer') =>
    (row: { thread: string | null; content_sealed: string; created_at: Date }) =>
      words.get(row.thread ?? '')?.push({
        who,
        text: read({ sealing }, row.content_sealed).message,
        at: row.created_at.toISOString(),
      })
  later.forEach(add('store'))
  answers.forEach(add('developer'))
  return words
}

/** A conversation of this store with a seller, in which messages can be added. */
async function requireOpen(ctx: Ctx, { storeId }: StoreActor, id: string): Promise<Question> {
  const question = await findQuestion(ctx, { id })
  if (question?.store_id !== storeId) throw refuse('contact.thread_unknown')
  if (question.spam_at !== null) throw refuse('contact.thread_closed')
  return question
}

/** Adds a message of the owner and mails the seller; a solved conversation is open again. */
export const writeInThread = defineOperation({
  ...contract.writeInThread,
  run: async (ctx, { params, body }) => {
    await writeFollowUp(ctx, await requireOpen(ctx, ctx.actor, params.message), body.message)
    return done
  },
})

/** For the seller a solved conversation is done, and a reopened one waits for them. */
export const setThreadSolved = defineOperation({
  ...contract.setThreadSolved,
  run: async (ctx, { params, body }) => {
    const question = await requireOpen(ctx, ctx.actor, params.message)
    await ctx.db
      .updateTable('contact_messages')
      .set(
        body.solved
          ? { solved_at: ctx.clock.now(), partner_state: 'done' }
          : { solved_at: null, partner_state: 'new' },
      )
      .where('id', '=', question.id)
      .where('solved_at', body.solved ? 'is' : 'is not', null)
      .execute()
    return done
  },
})

/** From now on operators find it in their inbox, and may read it. */
export const askMarketAboutThread = defineOperation({
  ...contract.askMarketAboutThread,
  run: async (ctx, { params }) => {
    const question = await requireOpen(ctx, ctx.actor, params.message)
    await ctx.db
      .updateTable('contact_messages')
      .set({ disputed_at: ctx.clock.now(), state: 'new' })
      .where('id', '=', question.id)
      .where('disputed_at', 'is', null)
      .execute()
    return done
  },
})
