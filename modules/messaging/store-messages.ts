import type { Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { unseal } from '#lib/sealed.ts'
import { wholeList } from '#lib/wire.ts'
import { listStoreMessages as contract } from './contract.ts'
import { listThreadsOfStore } from './questions.ts'
import { MESSAGE_PURPOSE, replyTokens, type Written } from './sealing.ts'

const SHOWN = 50

/** What this store wrote while signed in, with the answers; newest first. */
export const listStoreMessages = defineOperation({
  ...contract,
  run: async (ctx) => {
    const threads = await listThreadsOfStore(ctx.db, ctx.actor.storeId, SHOWN)
    const ids = threads.map((thread) => thread.id)
    const words = Map.groupBy(
      ids.length === 0 ? [] : await listLaterWords(ctx, ids),
      (word) => word.thread,
    )
    return wholeList(
      threads.map((thread) => {
        const written = read(ctx, thread.content_sealed)
        const answer = thread.answer_sealed
          ? [
              {
                who: 'market' as const,
                text: unseal(ctx.sealing, MESSAGE_PURPOSE, thread.answer_sealed),
                at: (thread.answered_at as Date).toISOString(),
              },
            ]
          : []
        return {
          id: thread.id,
          to: thread.developer ?? null,
          item:
            thread.slug === null || thread.item === null
              ? null
              : {
                  slug: thread.slug,
                  market: thread.item_market as 'app',
                  name: thread.item,
                },
          subject: written.subject,
          words: [
            { who: 'store' as const, text: written.message, at: thread.created_at.toISOString() },
            ...answer,
            ...(words.get(thread.id) ?? []).map(({ thread: _thread, ...word }) => word),
          ],
          // The developer has answered: the thread is open in both directions.
          reply_token: words.get(thread.id)?.some((word) => word.who === 'developer')
            ? replyTokens.write(ctx.sealing, thread.id)
            : null,
        }
      }),
    )
  },
})

type Needs = Pick<Services, 'db' | 'sealing'>

const read = ({ sealing }: Pick<Needs, 'sealing'>, content: string) =>
  JSON.parse(unseal(sealing, MESSAGE_PURPOSE, content)) as Written

/** Later messages of these threads and the developers' answers, oldest first. */
async function listLaterWords({ db, sealing }: Needs, threads: readonly string[]) {
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
  const wordOf =
    (who: 'store' | 'developer') =>
    (row: { thread: string | null; content_sealed: string; created_at: Date }) => ({
      thread: row.thread ?? '',
      who,
      text: read({ sealing }, row.content_sealed).message,
      at: row.created_at.toISOString(),
    })
  return [...later.map(wordOf('store')), ...answers.map(wordOf('developer'))].toSorted((a, b) =>
    a.at.localeCompare(b.at),
  )
}
