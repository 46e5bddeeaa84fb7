import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { monthsAfter, secondsAfter } from '#lib/clock.ts'
import { pickText, type Text } from '#lib/locale.ts'
import { type Currency, toMajor } from '#lib/money.ts'
import type { Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { isPaying } from '#modules/orders/public.ts'
import * as contract from './developer-contract.ts'
import { requireTestGateway } from './developer-stores.ts'
import { refuse } from './errors.ts'
import { advanceSubscription } from './run-subscription.ts'

/** At most so far at once. */
const MOST_MONTHS = 24
/** Of a job; the next one goes on. */
const MOST_STEPS = 400
const PAGE = 50

const selectTestStores = (db: Db, partnerId: string) =>
  db
    .selectFrom('developer_stores')
    .innerJoin('stores', 'stores.id', 'developer_stores.store_id')
    .leftJoin('test_clocks', 'test_clocks.store_id', 'developer_stores.store_id')
    .select(['stores.id', 'stores.domain', 'stores.name', 'developer_stores.created_at'])
    .select(['now_at', 'target_at', 'from_at', 'steps'])
    .select((on) =>
      on
        .selectFrom('subscriptions')
        .innerJoin('items', 'items.id', 'subscriptions.item_id')
        .select((inner) => inner.fn.countAll<number>().as('live'))
        .whereRef('subscriptions.store_id', '=', 'stores.id')
        .where('items.partner_id', '=', partnerId)
        .where('state', '<>', 'ended')
        .as('live'),
    )
    .where('developer_stores.partner_id', '=', partnerId)
type TestStore = Awaited<ReturnType<ReturnType<typeof selectTestStores>['execute']>>[number]

async function requireTestStore(db: Db, partnerId: string, storeId: string): Promise<TestStore> {
  const row = await selectTestStores(db, partnerId)
    .where('developer_stores.store_id', '=', storeId)
    .executeTakeFirst()
  if (!row) throw refuse('billing.no_test_store')
  return row
}

interface Clock {
  now_at: Date
  target_at: Date
  from_at: Date | null
  steps: number
}

function presentClock({ now_at: now, target_at: target, from_at: from, steps }: Clock) {
  const way = target.getTime() - (from ?? now).getTime()
  const gone = now.getTime() - (from ?? now).getTime()
  return {
    now_at: now.toISOString(),
    target_at: target.toISOString(),
    is_moving: now < target,
    progress: way <= 0 ? 1 : Math.min(1, gone / way),
    steps,
  }
}

const presentStore = (row: TestStore) => ({
  id: row.id,
  domain: row.domain,
  name: row.name,
  since: row.created_at.toISOString(),
  live: row.live ?? 0,
  clock:
    row.now_at && row.target_at
      ? presentClock({
          now_at: row.now_at,
          target_at: row.target_at,
          from_at: row.from_at,
          steps: row.steps ?? 0,
        })
      : null,
})

export const listTestStores = defineOperation({
  ...contract.listTestStores,
  run: async (ctx, { params }) => ({
    is_offered: ctx.gateway.capabilities.isTest,
    stores: (
      await selectTestStores(ctx.db, params.partner)
        .orderBy('developer_stores.created_at', 'desc')
        .limit(100)
        .execute()
    ).map(presentStore),
  }),
})

/** `30d`, `1m`, `2y` after a moment. */
export function laterBy(at: Date, by: string): Date {
  const count = Number(by.slice(0, -1))
  switch (by.at(-1)) {
    case 'y':
      return monthsAfter(at, count * 12)
    case 'm':
      return monthsAfter(at, count)
    default:
      return secondsAfter(at, count * 86_400)
  }
}

const readClock = (db: Db, storeId: string) =>
  db
    .selectFrom('test_clocks')
    .select(['now_at', 'target_at'])
    .where('store_id', '=', storeId)
    .executeTakeFirst()

export const advanceTestClock = defineOperation({
  ...contract.advanceTestClock,
  audit: { kind: 'test_clock', id: ({ params }) => params.store, read: readClock },
  run: async (ctx, { params, body }) => {
    requireTestGateway(ctx)
    const { now_at: now } = await requireTestStore(ctx.db, params.partner, params.store)
    if (!now) throw refuse('billing.no_test_store')
    const target = laterBy(now, body.by)
    if (target > monthsAfter(now, MOST_MONTHS))
      throw refuse('input.invalid', { fields: { by: { code: 'billing.clock_too_far' } } })
    const moved = await ctx.db
      .updateTable('test_clocks')
      .set({ target_at: target, from_at: now, steps: 0, updated_at: ctx.clock.now() })
      .where('store_id', '=', params.store)
      .whereRef('now_at', '=', 'target_at')
      .returning(['now_at', 'target_at', 'from_at', 'steps'])
      .executeTakeFirst()
    if (!moved) throw refuse('billing.clock_moves')
    await ctx.jobs.enqueue(ctx.db, 'move-test-clock', { id: params.store })
    return presentClock(moved)
  },
})

const findNextAction = async (db: Db, storeId: string): Promise<Date | null> =>
  (
    await db
      .selectFrom('subscriptions')
      .select((on) => on.fn.min('next_action_at').as('next'))
      .where('store_id', '=', storeId)
      .executeTakeFirst()
  )?.next ?? null

const findDue = async (db: Db, storeId: string, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('subscriptions')
      .select('id')
      .where('store_id', '=', storeId)
      .where('next_action_at', '<=', now)
      .orderBy('next_action_at')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/**
 * The job `move-test-clock`: moves the clock from one action to the next and does each, until the
 * target is reached. It waits for payments under way, whose gateway knows no test clock: the
 * recovery goes on when they have ended.
 */
export async function moveTestClock(services: Services, storeId: string): Promise<void> {
  const { db, clock, jobs, gateway } = services
  if (!gateway.capabilities.isTest) return
  for (let steps = 0; steps < MOST_STEPS;) {
    if (await isPaying(db, storeId)) return
    const row = await readClock(db, storeId)
    if (!row) return
    const due = await findDue(db, storeId, row.now_at)
    if (due.length === 0) {
      if (row.now_at >= row.target_at) return
      const next = await findNextAction(db, storeId)
      const at = next && next < row.target_at ? next : row.target_at
      await setClock(db, storeId, row.now_at, { now_at: at, updated_at: clock.now() })
      continue
    }
    for (const id of due) await advanceSubscription(services, id)
    await addSteps(db, storeId, due.length)
    steps += due.length
  }
  await jobs.enqueue(db, 'move-test-clock', { id: storeId })
}

const setClock = (
  db: Db,
  storeId: string,
  before: Date,
  change: { now_at: Date; updated_at: Date },
) =>
  db
    .updateTable('test_clocks')
    .set(change)
    .where('store_id', '=', storeId)
    .where('now_at', '=', before)
    .execute()

const addSteps = (db: Db, storeId: string, count: number) =>
  db
    .updateTable('test_clocks')
    .set({ steps: sql<number>`steps + ${count}` })
    .where('store_id', '=', storeId)
    .execute()

/** Clocks that are on their way. Where one stands still, nothing happens. */
export async function findMovingClocks({
  db,
  gateway,
}: Pick<Services, 'db' | 'gateway'>): Promise<string[]> {
  if (!gateway.capabilities.isTest) return []
  const rows = await db
    .selectFrom('test_clocks')
    .select('store_id')
    .whereRef('now_at', '<', 'target_at')
    .limit(100)
    .execute()
  return rows.map(({ store_id: id }) => id)
}

export const getTestTimeline = defineOperation({
  ...contract.getTestTimeline,
  run: async (ctx, { params, query }) => {
    const store = await requireTestStore(ctx.db, params.partner, params.store)
    const rows = await ctx.db
      .selectFrom('subscription_events as event')
      .innerJoin('subscriptions', 'subscriptions.id', 'event.subscription_id')
      .innerJoin('items', 'items.id', 'subscriptions.item_id')
      .leftJoin('orders', (join) =>
        join.on('orders.number', '=', sql<string>`event.facts ->> 'order'`),
      )
      .select(['event.id', 'event.kind', 'event.facts', 'event.at', 'event.subscription_id'])
      .select(['items.name', 'orders.number', 'orders.total_minor', 'orders.currency'])
      .select(
        sql<Text | null>`(select json_object_agg(locale, name) from item_texts where item_id = items.id)`.as(
          'names',
        ),
      )
      .where('subscriptions.store_id', '=', params.store)
      .where('items.partner_id', '=', params.partner)
      .$if(query.after !== undefined, (one) => one.where('event.id', '<', query.after as number))
      .orderBy('event.id', 'desc')
      .limit(PAGE + 1)
      .execute()
    const shown = rows.slice(0, PAGE)
    return {
      store: presentStore(store),
      events: shown.map((row) => ({
        id: String(row.id),
        kind: row.kind,
        at: row.at.toISOString(),
        subscription: row.subscription_id,
        item: pickText(row.names ?? {}, ctx.locale) || row.name,
        ...presentFacts(row),
      })),
      next: rows.length > PAGE ? String(shown.at(-1)?.id) : null,
    }
  },
})

interface Facts {
  kind: string
  facts: unknown
  number: string | null
  total_minor: number | null
  currency: string | null
}

/** An owner's words about a cancellation are none of them. */
function presentFacts({ kind, facts, number, total_minor: total, currency }: Facts) {
  const said = facts as { reason?: string; refund_minor?: number }
  const minor = said.refund_minor ?? total
  return {
    order: number,
    amount: minor === null || currency === null ? null : toMajor(minor, currency),
    currency: currency as Currency | null,
    reason: kind === 'ended' || kind === 'charge_failed' ? (said.reason ?? null) : null,
  }
}
