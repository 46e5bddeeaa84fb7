import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '#lib/refusal.ts'
import { refuse as refuseWebhook } from '../errors.ts'
import { allowTry, listDue, requireOwnItem } from './data.ts'
import * as contract from './partner-contract.ts'
import { MOST_REPLAYED } from './rules.ts'

/**
 * Everything of a span of time that was not delivered, sent again: a job puts the messages back
 * into the queue, which tries them like new ones.
 */

/** Put back by one transaction. */
const BATCH = 500
/** So many of a replay fall due in a second: an address that just came back is not flooded. */
const DUE_PER_SECOND = 10
const SHOWN = 3
/** Of a partner, in an hour. */
const MOST_STARTED = 20

interface Span {
  itemId: string
  event: string | null
  from: Date
  to: Date
  /** What was put back since is not taken again. */
  askedAt: Date
}

/**
 * Messages of a span that failed, or are between two tries, at addresses that take messages. Ones
 * that are just being sent are left alone.
 */
const undelivered = ({ itemId, event, from, to, askedAt }: Span, now: Date) => sql`
  from webhook_messages message
  join webhook_endpoints endpoint on endpoint.id = message.endpoint_id and endpoint.disabled_at is null
  where message.item_id = ${itemId} and message.state <> 'delivered'
    and (message.state <> 'waiting' or message.tries > 0)
    and message.occurred_at >= ${from} and message.occurred_at < ${to}
    and (message.replayed_at is null or message.replayed_at < ${askedAt})
    and (message.leased_until is null or message.leased_until < ${now})
    ${event === null ? sql`` : sql`and message.type = ${event}`}`

async function countUndelivered(db: Db, span: Span, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select message.id ${undelivered(span, now)} limit ${MOST_REPLAYED + 1}
    ) found`.execute(db)
  return rows[0]?.count ?? 0
}

interface Asked {
  from: string
  to: string
  event?: string | null | undefined
}
const spanOf = (itemId: string, { from, to, event }: Asked, askedAt: Date): Span => {
  const span = { itemId, event: event ?? null, from: new Date(from), to: new Date(to), askedAt }
  if (span.from >= span.to)
    throw refuse('input.invalid', { fields: { to: { code: 'field.ends_early' } } })
  return span
}

export const countWebhookReplay = defineOperation({
  ...contract.countWebhookReplay,
  run: async (ctx, { params, query }) => {
    await requireOwnItem(ctx.db, params)
    const now = ctx.clock.now()
    const count = await countUndelivered(ctx.db, spanOf(params.item, query, now), now)
    return {
      count: Math.min(count, MOST_REPLAYED),
      is_cut: count > MOST_REPLAYED,
    }
  },
})

export const startWebhookReplay = defineOperation({
  ...contract.startWebhookReplay,
  audit: { kind: 'webhook', id: (_input, _ctx, answer) => answer?.id },
  limits: (_ctx, { params }) => [
    { key: `webhook replays of ${params.partner}`, most: MOST_STARTED, seconds: 3_600 },
  ],
  run: async (ctx, { params, body }) => {
    await requireOwnItem(ctx.db, params)
    const now = ctx.clock.now()
    const span = spanOf(params.item, body, now)
    if ((await countUndelivered(ctx.db, span, now)) === 0)
      throw refuseWebhook('webhooks.nothing_to_replay')
    const id = newId('whr')
    const made = await ctx.db
      .insertInto('webhook_replays')
      .values({
        id,
        item_id: span.itemId,
        type: span.event,
        from_at: span.from,
        until_at: span.to,
        asked_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw refuseWebhook('webhooks.replay_open')
    await allowTry(ctx.db, params.item, now)
    await ctx.jobs.enqueue(ctx.db, 'replay-webhooks', { id })
    return { id }
  },
})

/** The job `replay-webhooks`. Safe to call again after a crash: each batch is a transaction. */
export async function replayWebhooks(
  services: Pick<Services, 'db' | 'clock'>,
  id: string,
): Promise<void> {
  let hasMore = true
  while (hasMore) hasMore = await putBack(services, id)
}

/** Puts one batch back into the queue; false when it was the last. */
const putBack = ({ db, clock }: Pick<Services, 'db' | 'clock'>, id: string): Promise<boolean> =>
  inTransaction({ db }, async (trx) => {
    const replay = await trx
      .selectFrom('webhook_replays')
      .selectAll()
      .where('id', '=', id)
      .where('done_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!replay) return false
    const now = clock.now()
    const span: Span = {
      itemId: replay.item_id,
      event: replay.type,
      from: replay.from_at,
      to: replay.until_at,
      askedAt: replay.asked_at,
    }
    const most = Math.min(BATCH, MOST_REPLAYED - replay.messages)
    const { rows } = await sql<{ id: string }>`
      with chosen as (
        select message.id, message.occurred_at ${undelivered(span, now)}
        order by message.occurred_at, message.id limit ${most}
        for no key update of message skip locked
      ), placed as (
        select id, row_number() over (order by occurred_at, id) as place from chosen
      )
      update webhook_messages set state = 'waiting', tries = 0, ended_at = null,
        leased_until = null, replay_id = ${id}, replayed_at = ${now},
        next_try_at = ${now}::timestamptz
          + (${replay.messages}::integer + placed.place - 1) / ${DUE_PER_SECOND}::numeric * interval '1 second'
      from placed where webhook_messages.id = placed.id
      returning webhook_messages.id`.execute(trx)
    const messages = replay.messages + rows.length
    const isDone = rows.length < BATCH || messages >= MOST_REPLAYED
    await trx
      .updateTable('webhook_replays')
      .set({ messages, ...(isDone && { done_at: now }) })
      .where('id', '=', id)
      .execute()
    return !isDone
  })

/** For the recovery job: replays whose job was lost. */
export const findOpenReplays = async ({ db }: Pick<Services, 'db'>): Promise<string[]> =>
  (await db.selectFrom('webhook_replays').select('id').where('done_at', 'is', null).execute()).map(
    (one) => one.id,
  )

/** For the recovery job: messages to be sent again that are due. */
export const findDueReplays = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (await listDue(db, clock.now(), true)).map((one) => one.id)

interface ReplayRow {
  id: string
  type: string | null
  from_at: Date
  until_at: Date
  asked_at: Date
  done_at: Date | null
  messages: number
  delivered: number
  waiting: number
  failed: number
}

/** The newest replays of an item, or one of them, with what became of their messages. */
export async function listReplays(db: Db, itemId: string, id?: string) {
  const { rows } = await sql<ReplayRow>`
    select replay.id, replay.type, replay.from_at, replay.until_at, replay.asked_at, replay.done_at,
      replay.messages, coalesce(counted.delivered, 0) as delivered,
      coalesce(counted.waiting, 0) as waiting, coalesce(counted.failed, 0) as failed
    from webhook_replays replay
    left join lateral (
      select count(*) filter (where state = 'delivered')::integer as delivered,
        count(*) filter (where state = 'waiting')::integer as waiting,
        count(*) filter (where state in ('dead', 'dropped'))::integer as failed
      from webhook_messages where replay_id = replay.id
    ) counted on true
    where replay.item_id = ${itemId} ${id === undefined ? sql`` : sql`and replay.id = ${id}`}
    order by replay.asked_at desc
    limit ${SHOWN}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    event: row.type,
    from: row.from_at.toISOString(),
    to: row.until_at.toISOString(),
    asked_at: row.asked_at.toISOString(),
    is_queued: row.done_at !== null,
    messages: row.messages,
    delivered: row.delivered,
    waiting: row.waiting,
    failed: row.failed,
  }))
}

export const getWebhookReplay = defineOperation({
  ...contract.getWebhookReplay,
  run: async (ctx, { params }) => {
    await requireOwnItem(ctx.db, params)
    const [replay] = await listReplays(ctx.db, params.item, params.replay)
    if (!replay) throw refuse('not_found')
    return replay
  },
})

export const purgeReplaysBefore = (db: Db, before: Date) =>
  db
    .deleteFrom('webhook_replays')
    .where('done_at', 'is not', null)
    .where('asked_at', '<', before)
    .execute()
