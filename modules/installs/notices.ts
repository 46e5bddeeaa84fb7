import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { wholeList } from '#lib/wire.ts'
import { type SaleItem, findItem } from '#modules/catalog/public.ts'
import * as contract from './notice-contract.ts'
import {
  NOTICE_TOPICS,
  TOPIC_OF,
  channelsOf,
  isMailFixed,
  isNeverMailed,
  type NoticeKind,
  type NoticeTopic,
} from './notice-rules.ts'

const SHOWN = 50

export const listNotices = defineOperation({
  ...contract.listNotices,
  run: async (ctx) => {
    const { storeId } = ctx.actor
    const [rows, chosen] = await Promise.all([
      listRows(ctx.db, storeId),
      listChoices(ctx.db, storeId),
    ])
    const channels = (topic: NoticeTopic) =>
      channelsOf(
        topic,
        chosen.find((one) => one.topic === topic),
      )
    const shown = rows.filter((row) => channels(TOPIC_OF[row.kind as NoticeKind]).product)
    const items = await findItems(ctx, shown)
    return {
      ...wholeList(shown.map((row) => present(ctx, row, items.get(itemIdOf(row))))),
      choices: NOTICE_TOPICS.map((topic) => ({
        topic,
        ...channels(topic),
        mail_fixed: isMailFixed(topic),
        mail_never: isNeverMailed(topic),
      })),
    }
  },
})

const listRows = (db: Db, storeId: string) =>
  db
    .selectFrom('owner_notices')
    .select(['id', 'kind', 'facts', 'created_at', 'read_at'])
    .where('store_id', '=', storeId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()

type Row = Awaited<ReturnType<typeof listRows>>[number]

const itemIdOf = (row: Row) => (row.facts as { itemId?: string }).itemId ?? ''

/** The items that these notices are about, by id. */
async function findItems(ctx: Ctx, rows: readonly Row[]) {
  const ids = [...new Set(rows.map(itemIdOf))].filter((id) => id !== '')
  const found = await Promise.all(ids.map((id) => findItem(ctx, { id }, ctx.locale)))
  return new Map(found.flatMap((item) => (item ? [[item.id, item] as const] : [])))
}

const listChoices = (db: Db, storeId: string) =>
  db
    .selectFrom('owner_notice_choices')
    .select(['topic', 'product', 'mail'])
    .where('store_id', '=', storeId)
    .execute()

function present(ctx: Ctx, row: Row, item: SaleItem | undefined) {
  const kind = row.kind as NoticeKind
  const facts = row.facts as {
    version?: string
    objectName?: string
    came?: boolean
    threadId?: string
    person?: string
  }
  const key =
    kind === 'theme_failed' && facts.came === false
      ? ('notices.theme_failed_back' as const)
      : (`notices.${kind}` as const)
  return {
    id: row.id,
    kind,
    topic: TOPIC_OF[kind],
    at: row.created_at.toISOString(),
    is_read: row.read_at !== null,
    item: item ? { slug: item.slug, market: item.market, name: item.name } : null,
    thread: facts.threadId ?? null,
    text: ctx.t(key, {
      item: `\u2068${item?.name ?? facts.objectName ?? ''}\u2069`,
      version: facts.version ?? '',
      person: `\u2068${facts.person ?? ''}\u2069`,
    }),
  }
}

export const markNoticesRead = defineOperation({
  ...contract.markNoticesRead,
  run: async (ctx) => {
    await ctx.db
      .updateTable('owner_notices')
      .set({ read_at: ctx.clock.now() })
      .where('store_id', '=', ctx.actor.storeId)
      .where('read_at', 'is', null)
      .execute()
    return { success: true as const }
  },
})

export const chooseNotices = defineOperation({
  ...contract.chooseNotices,
  run: async (ctx, { body }) => {
    if (body.choices.length > 0)
      await ctx.db
        .insertInto('owner_notice_choices')
        .values(
          // The last one of a topic counts.
          [...new Map(body.choices.map((one) => [one.topic, one])).values()].map((one) => ({
            store_id: ctx.actor.storeId,
            topic: one.topic,
            product: one.product,
            mail: one.mail || isMailFixed(one.topic),
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['store_id', 'topic']).doUpdateSet((on) => ({
            product: on.ref('excluded.product'),
            mail: on.ref('excluded.mail'),
          })),
        )
        .execute()
    return { success: true as const }
  },
})

const UNREAD = prepared<{ n: number }>(`
  select count(*)::int as n from owner_notices where store_id = $1 and read_at is null
  and kind not in (select kind from (values
    ${Object.entries(TOPIC_OF)
      .map(([kind, topic]) => `('${kind}', '${topic}')`)
      .join(', ')}) as known (kind, topic)
    join owner_notice_choices chosen on chosen.topic = known.topic and chosen.store_id = $1 and not chosen.product)`)

/** Of topics that the owner wants to hear of in the product. */
export const countUnread = async (db: Db, storeId: string): Promise<number> =>
  (await UNREAD(db, [storeId]))[0]?.n ?? 0

/** Whether a store wants mails of this kind. */
export async function wantsMail(db: Db, storeId: string, kind: NoticeKind): Promise<boolean> {
  const topic = TOPIC_OF[kind]
  const chosen = (await listChoices(db, storeId)).find((one) => one.topic === topic)
  return channelsOf(topic, chosen).mail
}
