import { type Insertable, type Updateable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { isBeyond } from '#db/list-order.ts'
import type { WebhookEndpoints, WebhookMessages, WebhookTries } from '#db/types.gen.ts'
import type { AppEvent } from '#lib/market.ts'
import type { PageKey } from '#lib/page-key.ts'
import { refuse } from '#lib/refusal.ts'
import type { DeliveryOutcome } from './rules.ts'

/** An installation with the facts that messages contain. */
export const findCopy = (db: Db, installationId: string) =>
  db
    .selectFrom('installations')
    .innerJoin('stores', 'stores.id', 'installations.store_id')
    .innerJoin('releases', 'releases.id', 'installations.release_id')
    .select([
      'installations.id',
      'installations.item_id',
      'installations.store_id',
      'installations.release_id',
      'installations.state',
      'installations.granted',
      'releases.version',
      'releases.manifest',
      'stores.domain',
      'stores.url',
    ])
    .select(
      sql<string[] | null>`(select payload -> 'effect' -> 'content' -> 'scopes' from side_effects
      where installation_id = installations.id and kind = 'web_service_user' and state = 'applied' limit 1)`.as(
        'scopes',
      ),
    )
    .where('installations.id', '=', installationId)
    .executeTakeFirst()

/** The address's row; created with this secret when missing. */
export async function upsertEndpoint(
  db: Db,
  row: { id: string; item_id: string; url: string; secret_sealed: string },
  at: Date,
) {
  await db
    .insertInto('webhook_endpoints')
    .values({ ...row, created_at: at })
    .onConflict((conflict) => conflict.columns(['item_id', 'url']).doNothing())
    .execute()
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('item_id', '=', row.item_id)
    .where('url', '=', row.url)
    .executeTakeFirstOrThrow()
}

export const lockEndpoint = (db: Db, id: string) =>
  db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

export const changeSecret = (db: Db, id: string, change: Updateable<WebhookEndpoints>) =>
  db.updateTable('webhook_endpoints').set(change).where('id', '=', id).execute()

/** The row of failures goes on, or is over. */
export const changeFailures = (
  db: Db,
  id: string,
  change: Pick<
    Updateable<WebhookEndpoints>,
    'failures' | 'failing_since' | 'paused_at' | 'probe_at' | 'told_at'
  >,
) => db.updateTable('webhook_endpoints').set(change).where('id', '=', id).execute()

/** Paused addresses of an item are tried now: its partner says that they take messages again. */
export const allowTry = (db: Db, itemId: string, at: Date) =>
  db
    .updateTable('webhook_endpoints')
    .set({ probe_at: at })
    .where('item_id', '=', itemId)
    .where('paused_at', 'is not', null)
    .execute()

/** Everything that waits for an address may be tried now. */
export const hastenWaiting = (db: Db, endpointId: string, at: Date) =>
  db
    .updateTable('webhook_messages')
    .set({ next_try_at: at })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .where('next_try_at', '>', at)
    .execute()

/** Addresses of an item that fail now, the paused ones first. */
export const listFailingEndpoints = (db: Db, itemId: string, most: number) =>
  db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'failures', 'failing_since', 'paused_at', 'probe_at'])
    .where('item_id', '=', itemId)
    .where('failures', '>', 0)
    .orderBy(sql`paused_at is null`)
    .orderBy('failing_since')
    .orderBy('id')
    .limit(most)
    .execute()

/** Paused addresses of all items, the oldest first. */
export const listPausedEndpoints = (db: Db, most: number) =>
  db
    .selectFrom('webhook_endpoints')
    .innerJoin('items', 'items.id', 'webhook_endpoints.item_id')
    .select(['webhook_endpoints.id', 'items.id as itemId', 'items.name', 'url', 'paused_at'])
    .where('paused_at', 'is not', null)
    .orderBy('paused_at')
    .orderBy('webhook_endpoints.id')
    .limit(most)
    .execute()

/**
 * Messages since then about installations of these releases, by release and day: delivered by their
 * first try, or not.
 */
export async function listWebhookDays(
  db: Db,
  releaseIds: readonly string[],
  since: Date,
): Promise<{ releaseId: string; day: string; sent: number; unsent: number }[]> {
  const { rows } = await sql<{ releaseId: string; day: string; sent: number; unsent: number }>`
    select release_id as "releaseId", (occurred_at at time zone 'UTC')::date::text as day,
      count(*) filter (where state <> 'waiting' or tries > 0)::integer as sent,
      count(*) filter (where state = 'dead' or tries > 1
        or (state = 'waiting' and tries > 0 and leased_until is null))::integer as unsent
    from webhook_messages
    where release_id = any(${[...releaseIds]}::text[]) and occurred_at >= ${since}
      and state <> 'dropped'
    group by 1, 2`.execute(db)
  return rows
}

export const setDisabled = (db: Db, id: string, at: Date | null) =>
  db.updateTable('webhook_endpoints').set({ disabled_at: at }).where('id', '=', id).execute()

/**
 * The next number of this installation. The row stays locked until the transaction ends, so numbers
 * follow the order of commits.
 */
export const nextSequence = async (db: Db, installationId: string): Promise<number> =>
  (
    await db
      .insertInto('webhook_counters')
      .values({ installation_id: installationId, last: 1 })
      .onConflict((conflict) =>
        conflict
          .column('installation_id')
          .doUpdateSet({ last: sql<number>`webhook_counters.last + 1` }),
      )
      .returning('last')
      .executeTakeFirstOrThrow()
  ).last

export const insertMessage = (
  db: Db,
  row: Omit<Insertable<WebhookMessages>, 'state' | 'next_try_at' | 'occurred_at'>,
  at: Date,
) =>
  db
    .insertInto('webhook_messages')
    .values({ ...row, state: 'waiting', next_try_at: at, occurred_at: at })
    .execute()

export const findMessage = (db: Db, id: string) =>
  db.selectFrom('webhook_messages').selectAll().where('id', '=', id).executeTakeFirst()

export const lockMessage = (db: Db, id: string) =>
  db.selectFrom('webhook_messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Open tries to this address. */
export const countUnderWay = async (db: Db, endpointId: string, now: Date): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('webhook_messages')
        .select((on) => on.fn.countAll().as('count'))
        .where('endpoint_id', '=', endpointId)
        .where('leased_until', '>', now)
        .executeTakeFirstOrThrow()
    ).count,
  )

export const changeMessage = (db: Db, id: string, change: Updateable<WebhookMessages>) =>
  db.updateTable('webhook_messages').set(change).where('id', '=', id).execute()

/** Drops everything that waits for an address that is gone. */
export const dropWaiting = (db: Db, endpointId: string, at: Date) =>
  db
    .updateTable('webhook_messages')
    .set({ state: 'dropped', ended_at: at, leased_until: null })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .execute()

/** Returns the try's number. */
export async function insertTry(
  db: Db,
  messageId: string,
  byHand: boolean,
  at: Date,
): Promise<number> {
  const row = await db
    .insertInto('webhook_tries')
    .values((on) => ({
      message_id: messageId,
      by_hand: byHand,
      started_at: at,
      number: on
        .selectFrom('webhook_tries')
        .select(sql<number>`coalesce(max(number), 0) + 1`.as('next'))
        .where('message_id', '=', messageId),
    }))
    .returning('number')
    .executeTakeFirstOrThrow()
  return row.number
}

export const endTry = (db: Db, messageId: string, number: number, end: Updateable<WebhookTries>) =>
  db
    .updateTable('webhook_tries')
    .set(end)
    .where('message_id', '=', messageId)
    .where('number', '=', number)
    .execute()

/** Messages that are due and not leased; for the recovery job. */
export const listDue = (db: Db, now: Date, isReplayed = false) =>
  db
    .selectFrom('webhook_messages')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', now)
    .$if(isReplayed, (query) => query.where('replayed_at', 'is not', null))
    .where((on) => on.or([on('leased_until', 'is', null), on('leased_until', '<', now)]))
    .orderBy('next_try_at')
    .limit(200)
    .execute()

/** Messages about these installations with their tries, newest first. */
export async function listMessages(db: Db, installationIds: readonly string[], limit: number) {
  const messages =
    installationIds.length === 0
      ? []
      : await db
          .selectFrom('webhook_messages')
          .selectAll()
          .where('installation_id', 'in', installationIds)
          .orderBy('occurred_at', 'desc')
          .orderBy('sequence', 'desc')
          .limit(limit)
          .execute()
  const tries =
    messages.length === 0
      ? []
      : await db
          .selectFrom('webhook_tries')
          .selectAll()
          .where(
            'message_id',
            'in',
            messages.map((one) => one.id),
          )
          .orderBy('number')
          .execute()
  return messages.map((message) => ({
    ...message,
    log: tries.filter((one) => one.message_id === message.id),
  }))
}

export const purgeMessagesEndedBefore = (db: Db, before: Date) =>
  db
    .deleteFrom('webhook_messages')
    .where('state', '<>', 'waiting')
    .where('ended_at', '<', before)
    .execute()

/** Locks the installation until the transaction ends. */
export const lockCopy = (db: Db, installationId: string) =>
  db
    .selectFrom('installations')
    .select('id')
    .where('id', '=', installationId)
    .forUpdate()
    .executeTakeFirst()

export const findLastOf = (db: Db, installationId: string, type: AppEvent) =>
  db
    .selectFrom('webhook_messages')
    .select('occurred_at')
    .where('installation_id', '=', installationId)
    .where('type', '=', type)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Refuses an item that is not this partner's as one that does not exist. */
export async function requireOwnItem(
  db: Db,
  { partner, item }: { partner: string; item: string },
): Promise<{ prefix: string | null }> {
  const own = await db
    .selectFrom('items')
    .select('prefix')
    .where('id', '=', item)
    .where('partner_id', '=', partner)
    .executeTakeFirst()
  if (!own) throw refuse('not_found')
  return own
}

/** A message as its partner's log shows it, with its last try. */
export interface LoggedMessage {
  id: string
  type: string
  state: 'waiting' | 'delivered' | 'dead' | 'dropped'
  tries: number
  next_try_at: Date
  occurred_at: Date
  replayed_at: Date | null
  endpoint_id: string
  url: string
  is_gone: boolean
  store: string | null
  number: number | null
  status: number | null
  failure: string | null
  duration_ms: number | null
}

const OUTCOMES = {
  delivered: sql`message.state = 'delivered'`,
  waiting: sql`message.state <> 'delivered' and message.state = 'waiting' and message.tries = 0`,
  retrying: sql`message.state <> 'delivered' and message.state = 'waiting' and message.tries > 0`,
  failed: sql`message.state <> 'delivered' and message.state in ('dead', 'dropped')`,
} as const

interface AskedLog {
  itemId: string
  messageId?: string
  event?: string | undefined
  outcome?: DeliveryOutcome | undefined
  endpoint?: string | undefined
  from?: string | undefined
  to?: string | undefined
  after?: PageKey | null
  most: number
}

/** Messages of an item with their last try, newest first. */
export async function listLoggedMessages(db: Db, asked: AskedLog): Promise<LoggedMessage[]> {
  const { messageId, event, outcome, endpoint, from, to, after } = asked
  const conditions = [
    sql`message.item_id = ${asked.itemId}`,
    ...(messageId === undefined ? [] : [sql`message.id = ${messageId}`]),
    ...(event === undefined ? [] : [sql`message.type = ${event}`]),
    ...(outcome === undefined ? [] : [OUTCOMES[outcome]]),
    ...(endpoint === undefined ? [] : [sql`message.endpoint_id = ${endpoint}`]),
    ...(from === undefined ? [] : [sql`message.occurred_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`message.occurred_at < ${to}::timestamptz`]),
    isBeyond(['webhook_messages.occurred_at', 'message.id', 'message'], after ?? null, 'newest'),
  ]
  const { rows } = await sql<LoggedMessage>`
    select message.id, message.type, message.state, message.tries, message.next_try_at,
      message.occurred_at, message.replayed_at, endpoint.id as endpoint_id, endpoint.url,
      endpoint.disabled_at is not null as is_gone, stores.domain as store,
      last.number, last.status, last.failure, last.duration_ms
    from webhook_messages message
    join webhook_endpoints endpoint on endpoint.id = message.endpoint_id
    left join installations on installations.id = message.installation_id
    left join stores on stores.id = installations.store_id
    left join lateral (
      select number, status, failure, duration_ms from webhook_tries
      where message_id = message.id order by number desc limit 1
    ) last on true
    where ${sql.join(conditions, sql` and `)}
    order by message.occurred_at desc, message.id desc
    limit ${asked.most}`.execute(db)
  return rows
}
