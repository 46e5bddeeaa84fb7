import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { type Locale, pickText, type Text } from '#lib/locale.ts'
import { toMajor } from '#lib/money.ts'
import { dayIn } from '#lib/time-zone.ts'
import { type Happened, type HappenedPage, newestFirst } from '#kernel/happened.ts'
import { findMailStates } from '#modules/mail/public.ts'
import type { TimelineEntry } from './operator-contract.ts'
import { EVENT_KINDS, MAIL_KINDS } from './rules.ts'

/** More events than years of a subscription have. */
const MOST_EVENTS = 500

interface Whose {
  id: string
  time_zone: string
  currency: string
}

/** Everything that happened to a subscription, the newest first. */
export async function readTimeline(
  db: Db,
  subscription: Whose,
  locale: Locale,
): Promise<TimelineEntry[]> {
  const [events, charges] = await Promise.all([
    listEvents(db, subscription.id),
    listCharges(db, subscription.id),
  ])
  const facts = events.map((event) => event.facts as Facts)
  const known = await findKnown(db, facts, locale)
  const told = new Set(
    facts.flatMap(({ order_id: order, turn }) => (order ? [`${order} ${turn}`] : [])),
  )
  const entries = [
    ...events.map((event) => presentEvent(event, { ...known, subscription })),
    ...charges
      .filter(({ order_id: order, turn }) => !told.has(`${order} ${turn}`))
      .map(presentCharge),
  ]
  return entries.sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
}

/** Mails and plans that events name, read at once. */
async function findKnown(
  db: Db,
  facts: readonly Facts[],
  locale: Locale,
): Promise<Omit<Known, 'subscription'>> {
  const [mails, plans] = await Promise.all([
    findMailStates(
      db,
      facts.flatMap(({ key }) => (key === undefined ? [] : [key])),
    ),
    findPlanNames(
      db,
      facts.flatMap(({ to }) => (typeof to === 'string' ? [to] : [])),
    ),
  ])
  return { mails, planName: (id) => nameIn(plans, id, locale) }
}

/** What happened to the subscriptions of a store, all or those to one item. */
export async function listSubscriptionHappenings(
  db: Db,
  { storeId, itemId = null }: { storeId: string; itemId?: string | null },
  page: HappenedPage,
  locale: Locale,
): Promise<Happened[]> {
  const { isBefore, order } = newestFirst(
    page,
    ['subscription_events.at'],
    sql`'subscription-' || subscription_events.id`,
  )
  let query = db
    .selectFrom('subscription_events')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_events.subscription_id')
    .innerJoin('plan_versions', 'plan_versions.id', 'subscriptions.plan_version_id')
    .select([
      'subscription_events.id',
      'subscription_events.kind',
      'subscription_events.facts',
      'subscription_events.at',
      'subscriptions.id as subscription_id',
      'subscriptions.time_zone',
      'plan_versions.currency',
      'plan_versions.name',
    ])
    .where('subscriptions.store_id', '=', storeId)
    .where(isBefore)
  if (itemId !== null) query = query.where('subscriptions.item_id', '=', itemId)
  const rows = await query.orderBy(order).limit(page.most).execute()
  const known = await findKnown(
    db,
    rows.map((row) => row.facts as Facts),
    locale,
  )
  return rows.map((row) => {
    const {
      id: _id,
      at: _at,
      kind,
      ...facts
    } = presentEvent(row, {
      ...known,
      subscription: { ...row, id: row.subscription_id },
    })
    return {
      id: `subscription-${row.id}`,
      at: row.at,
      source: 'subscription',
      kind,
      facts,
      currency: row.currency,
      about: {
        kind: 'subscription',
        id: row.subscription_id,
        name: pickText(row.name as Text, locale),
      },
      text: facts.note,
    }
  })
}

/** What the events of this module note; `to` is a plan version or a cap. */
interface Facts {
  amount_minor?: number
  refund_minor?: number
  written_off_minor?: number
  used_minor?: number
  cap_minor?: number
  order?: string
  order_id?: string
  until?: string
  day?: string
  next?: string | null
  turn?: number
  days?: number
  reason?: string
  why?: string
  when?: string
  to?: string | number
  about?: string
  key?: string
  note?: string
}

const EMPTY = {
  order: null,
  amount: null,
  cap: null,
  day: null,
  turn: null,
  days: null,
  reason: null,
  plan: null,
  mail: null,
  mail_state: null,
  note: null,
} as const

interface Known {
  subscription: Whose
  mails: Awaited<ReturnType<typeof findMailStates>>
  planName: (versionId: string) => string | null
}

function presentEvent(
  { id, kind, at, facts: noted }: Awaited<ReturnType<typeof listEvents>>[number],
  { subscription, mails, planName }: Known,
): TimelineEntry {
  const facts = noted as Facts
  const money = (minor: number | undefined) =>
    minor === undefined ? null : toMajor(minor, subscription.currency)
  const until =
    facts.until === undefined ? null : dayIn(subscription.time_zone, new Date(facts.until))
  return {
    ...EMPTY,
    id: String(id),
    kind: EVENT_KINDS.find((one) => one === kind) ?? 'reminded',
    at: at.toISOString(),
    order: facts.order ?? null,
    amount: money(
      facts.refund_minor ?? facts.written_off_minor ?? facts.used_minor ?? facts.amount_minor,
    ),
    cap: money(typeof facts.to === 'number' ? facts.to : facts.cap_minor),
    day: facts.next ?? facts.day ?? until,
    turn: facts.turn ?? null,
    days: facts.days ?? null,
    // What an owner wrote at a cancellation is a note.
    reason: kind === 'cancelled' ? (facts.why ?? facts.when ?? null) : (facts.reason ?? null),
    plan: typeof facts.to === 'string' ? planName(facts.to) : null,
    mail: MAIL_KINDS.find((one) => one === facts.about) ?? null,
    mail_state: (facts.key !== undefined && mails.get(facts.key)) || null,
    note: (kind === 'cancelled' ? facts.reason : facts.note) || null,
  }
}

/** A charge of which no event tells: it was paid, or its answer came late. */
const presentCharge = (charge: Awaited<ReturnType<typeof listCharges>>[number]): TimelineEntry => ({
  ...EMPTY,
  id: `${charge.order_id} ${charge.turn}`,
  kind:
    charge.state === 'succeeded'
      ? 'charge_paid'
      : charge.state === 'declined' || charge.state === 'voided'
        ? 'charge_failed'
        : 'charge_waiting',
  at: charge.at.toISOString(),
  order: charge.number,
  amount: toMajor(charge.total_minor, charge.currency),
  turn: charge.turn,
  reason: charge.decline_reason,
})

const nameIn = (plans: ReadonlyMap<string, Text>, id: string, locale: Locale): string | null => {
  const name = plans.get(id)
  return name ? pickText(name, locale) : null
}

const listEvents = (db: Db, subscriptionId: string) =>
  db
    .selectFrom('subscription_events')
    .select(['id', 'kind', 'facts', 'at'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('id', 'desc')
    .limit(MOST_EVENTS)
    .execute()

const listCharges = (db: Db, subscriptionId: string) =>
  db
    .selectFrom('orders')
    .innerJoin('dunning_attempts', 'dunning_attempts.order_id', 'orders.id')
    .leftJoin('payment_attempts', 'payment_attempts.id', 'dunning_attempts.attempt_id')
    .select([
      'dunning_attempts.order_id',
      'dunning_attempts.turn',
      'dunning_attempts.at',
      'orders.number',
      'orders.total_minor',
      'orders.currency',
      'payment_attempts.state',
      'payment_attempts.decline_reason',
    ])
    .where('orders.subscription_id', '=', subscriptionId)
    .orderBy('orders.created_at', 'desc')
    .limit(MOST_EVENTS)
    .execute()

const findPlanNames = async (db: Db, ids: readonly string[]): Promise<Map<string, Text>> =>
  new Map(
    ids.length === 0
      ? []
      : (
          await db
            .selectFrom('plan_versions')
            .select(['id', 'name'])
            .where('id', 'in', [...new Set(ids)])
            .execute()
        ).map((row) => [row.id, row.name as Text]),
  )
