import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import type { Addresses, OrderEvents, OrderLines, Orders, PaymentAttempts } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Text } from '#lib/locale.ts'
import { divide } from '#lib/money.ts'
import { endUse } from './coupons.ts'
import {
  ATTEMPT_MOVES,
  type AttemptState,
  CHALLENGE_LOOK_SECONDS,
  isLive,
  LIVE_ATTEMPTS,
  ORDER_MOVES,
  type OrderState,
  SETTLE_AFTER_SECONDS,
} from './rules.ts'

/** An order with its first line: what is sold, at which price and rate. */
export type OrderRow = Selectable<Orders> & Pick<Selectable<OrderLines>, (typeof LINE)[number]>
export type LineRow = Selectable<OrderLines>
export type AttemptRow = Selectable<PaymentAttempts>
export type AddressRow = Selectable<Addresses>

// All columns by name: PostgreSQL keeps no plan of a statement with `*` (db/client.ts).
const ORDER = [
  'id',
  'number',
  'store_id',
  'platform_id',
  'plan_version_id',
  'subscription_id',
  'period_no',
  'purpose',
  'parts',
  'state',
  'currency',
  'prices_include_tax',
  'subtotal_minor',
  'discount_minor',
  'tax_minor',
  'tax_exemption',
  'total_minor',
  'surcharge_minor',
  'refunded_minor',
  'bundle_id',
  'coupon_id',
  'coupon_code',
  'coupon_terms',
  'address_id',
  'address_sealed',
  'created_at',
  'expires_at',
  'paid_at',
] as const satisfies readonly (keyof Orders)[]
/** What stands in the line only. */
const LINE = [
  'place',
  'item_id',
  'plan_id',
  'product_id',
  'product_kind',
  'product',
  'list_price_minor',
  'source_price_minor',
  'source_currency',
  'exchange_rate',
  'rate_day',
  'tax_rate_bp',
  'refunded_at',
  'use_ends_at',
  'use_ended_at',
] as const satisfies readonly (keyof OrderLines)[]
/** What an order has as the sums of its lines. */
const AMOUNTS = [
  'subtotal_minor',
  'discount_minor',
  'tax_minor',
  'total_minor',
  'refunded_minor',
] as const satisfies readonly (keyof OrderLines & keyof Orders)[]
const ALL = [...ORDER, ...LINE] as const
export const ORDER_COLUMNS = [
  ...ORDER.map((name) => `orders.${name}` as const),
  ...LINE.map((name) => `order_lines.${name}` as const),
] as const

/** A row for each thing that an order sells; every module reads it with this or `selectOrders`. */
export const selectOrderLines = (db: Db) =>
  db.selectFrom('orders').innerJoin('order_lines', 'order_lines.order_id', 'orders.id')

/** A row for each order, with one of its lines: the first, which most orders have alone. */
export const selectOrders = (db: Db, place = 1) =>
  db
    .selectFrom('orders')
    .innerJoin('order_lines', (join) =>
      join.onRef('order_lines.order_id', '=', 'orders.id').on('order_lines.place', '=', place),
    )

export const listLines = (db: Db, orderId: string): Promise<LineRow[]> =>
  db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('place')
    .execute()

const ATTEMPT = [
  'id',
  'order_id',
  'turn',
  'state',
  'gateway',
  'gateway_ref',
  'amount_minor',
  'currency',
  'surcharge_minor',
  'installments',
  'captured_minor',
  'captured_at',
  'returning_minor',
  'card_brand',
  'card_last_four',
  'card_name',
  'saved_card_id',
  'without_buyer',
  'is_final',
  'challenge_url',
  'challenge_sealed',
  'return_sealed',
  'decline_reason',
  'framed',
  'limit_keys',
  'looks',
  'next_look_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof PaymentAttempts)[]
export const ATTEMPT_COLUMNS = ATTEMPT.map((name) => `payment_attempts.${name}` as const)

const ADDRESS = [
  'id',
  'store_id',
  'name',
  'invoice_type',
  'tax_office',
  'tax_number',
  'address',
  'city',
  'district',
  'country',
  'zip_code',
  'firstname',
  'lastname',
  'phone',
  'company',
  'identity_number_sealed',
  'registration_number',
  'building_number',
  'additional_number',
  'vat_state',
  'vat_answered_at',
  'vat_consultation',
  'vat_next_check_at',
  'vat_tries',
  'email',
  'is_default',
  'created_at',
  'updated_at',
  'deleted_at',
] as const satisfies readonly (keyof Addresses)[]
export const ADDRESS_COLUMNS = ADDRESS.map((name) => `addresses.${name}` as const)

/**
 * Values as text of a statement: only so does one plan for all values find an index that is
 * partial by them.
 */
export const literals = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => sql.lit(value))

/** Only the store's own orders are found. */
export const findOrder = (db: Db, number: string, storeId: string) =>
  selectOrders(db)
    .select(ORDER_COLUMNS)
    .where('number', '=', number)
    .where('orders.store_id', '=', storeId)
    .executeTakeFirst()

/** A line of a bundle with its item. */
export interface SoldLine {
  place: number
  item_id: string
  market: string
  slug: string
  name: string
  names: Text | null
  icon: string | null
  version: string | null
  list_price_minor: number
  subtotal_minor: number
  discount_minor: number
  tax_minor: number
  tax_rate_bp: number
  total_minor: number
  refunded_minor: number
  surcharge_minor: number
  was_returned: boolean
}

/** All that a bundle's order sells, as a column of a query of orders; null for other orders. */
export const SOLD_LINES = sql<SoldLine[] | null>`case when orders.bundle_id is not null then (
  select json_agg(json_build_object('place', line.place, 'item_id', line.item_id,
    'market', sold.market, 'slug', sold.slug, 'name', sold.name, 'icon', sold.icon,
    'names', (select json_object_agg(locale, item_texts.name) from item_texts where item_texts.item_id = sold.id),
    'version', (select version from releases where releases.id = sold.latest_release_id
      and releases.status = 'published' and package_sha256 is not null),
    'list_price_minor', line.list_price_minor, 'subtotal_minor', line.subtotal_minor,
    'discount_minor', line.discount_minor, 'tax_minor', line.tax_minor,
    'tax_rate_bp', line.tax_rate_bp, 'total_minor', line.total_minor,
    'refunded_minor', line.refunded_minor, 'surcharge_minor', line.surcharge_minor,
    'was_returned', exists (select from order_lines same where same.store_id = line.store_id
      and same.item_id = line.item_id and same.returned_at is not null)) order by line.place)
  from order_lines line join items sold on sold.id = line.item_id
  where line.order_id = orders.id) end`

/** The bundle as it is now, as a column of a query of orders; null when there is none any more. */
const BUNDLE = sql<{
  slug: string
  names: Text
  isOffered: boolean
} | null>`(select json_build_object('slug', slug, 'names', names, 'isOffered', state = 'published') from bundles where bundles.id = orders.bundle_id)`

export const selectShownOrders = (db: Db) =>
  selectOrders(db)
    .innerJoin('items', 'items.id', 'order_lines.item_id')
    .leftJoin('releases', (join) =>
      join
        .onRef('releases.id', '=', 'items.latest_release_id')
        .on('releases.status', '=', 'published')
        .on('package_sha256', 'is not', null),
    )
    .select(ORDER_COLUMNS)
    .select([
      'items.market',
      'items.slug',
      'items.name as item_name',
      'items.icon',
      'items.status as item_status',
      'releases.version',
    ])
    .select([SOLD_LINES.as('sold_lines'), BUNDLE.as('bundle')])
    .select(
      sql<Text | null>`(select json_object_agg(locale, item_texts.name) from item_texts where item_texts.item_id = items.id)`.as(
        'names',
      ),
    )

export const findShownOrder = (db: Db, number: string, storeId: string) =>
  selectShownOrders(db)
    .where('orders.number', '=', number)
    .where('orders.store_id', '=', storeId)
    .executeTakeFirst()
export type ShownOrder = NonNullable<Awaited<ReturnType<typeof findShownOrder>>>

/**
 * Serializes decisions about an order. Read other rows afterwards: a statement that waited for a
 * lock still sees them as before. `no key update` lets events be inserted meanwhile.
 */
export const lockOrder = (db: Db, key: { number: string; storeId: string } | { id: string }) => {
  // The line is locked as well: of a row that is not, a statement that waited has the old one.
  const query = selectOrders(db).select(ORDER_COLUMNS).forNoKeyUpdate(['orders', 'order_lines'])
  return (
    'id' in key
      ? query.where('orders.id', '=', key.id)
      : query.where('number', '=', key.number).where('orders.store_id', '=', key.storeId)
  ).executeTakeFirst()
}

/** The store's open order for the item itself, not for products inside it. */
export const findOpenOrder = (db: Db, storeId: string, itemId: string) =>
  selectOrderLines(db)
    .select(ORDER_COLUMNS)
    .where('order_lines.store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .where('product_id', 'is', null)
    .where('claim', '=', 'open')
    .executeTakeFirst()

export type NewOrder = Omit<Insertable<Orders>, 'parts'> & {
  parts?: string
} & Omit<Insertable<OrderLines>, 'order_id' | 'place' | 'store_id' | 'claim' | 'surcharge_minor'>

type Columns = readonly (keyof OrderRow)[]
const pick = <Row extends object>(row: Row, columns: Columns) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => columns.some((one) => one === name)))

/**
 * Its line, the order and its first event in one statement. Undefined when the store has an open
 * order of the item or product, perhaps of another request.
 */
export const insertOrder = (
  db: Db,
  row: NewOrder,
  { facts, at }: { facts: object; at: Date },
): Promise<OrderRow | undefined> => {
  const order = pick(row, ORDER)
  const line = {
    ...(pick(row, [...LINE, ...AMOUNTS]) as Omit<NewOrder, keyof Orders>),
    order_id: row.id,
    place: 1,
    store_id: row.store_id,
    claim: row.subscription_id ? null : 'open',
  } as Insertable<OrderLines>
  const made = db
    .with('line', (query) =>
      query
        .insertInto('order_lines')
        .values(line)
        .onConflict((conflict) =>
          row.product_id
            ? conflict
                .columns(['store_id', 'item_id', 'product_id', 'claim'])
                .where('product_id', 'is not', null)
                .where('claim', 'is not', null)
                .doNothing()
            : conflict
                .columns(['store_id', 'item_id', 'claim'])
                .where('product_id', 'is', null)
                .where('claim', 'is not', null)
                .doNothing(),
        )
        .returning(LINE),
    )
    .with('made', (query) =>
      query
        .insertInto('orders')
        .columns(Object.keys(order) as (keyof Orders)[])
        .expression((on) =>
          on
            .selectFrom('line')
            .select(Object.entries(order).map(([name, value]) => sql.val(value).as(name))),
        )
        .returning(ORDER),
    )
    .with('logged', (query) =>
      query
        .insertInto('order_events')
        .columns(['order_id', 'kind', 'to_state', 'facts', 'at'])
        .expression((on) =>
          on
            .selectFrom('made')
            .select([
              'id',
              sql<string>`'order'`.as('kind'),
              'state',
              sql<string>`${JSON.stringify(facts)}::jsonb`.as('facts'),
              sql<Date>`${at}::timestamptz`.as('at'),
            ]),
        ),
    )
  return made.selectFrom(['made', 'line']).select(ALL).executeTakeFirst()
}

/** A line that is to be sold, with its part of the amounts. */
export type NewLine = Omit<NewOrder, keyof Orders> &
  Pick<Insertable<OrderLines>, (typeof AMOUNTS)[number]>

/**
 * An order of several lines with its first event. Throws a unique violation when the store has just
 * opened another one of an item.
 */
export async function insertOrderOfLines(
  trx: Db,
  order: Insertable<Orders>,
  lines: readonly NewLine[],
  { facts, at }: { facts: object; at: Date },
): Promise<void> {
  await trx.insertInto('orders').values(order).execute()
  await trx
    .insertInto('order_lines')
    .values(
      lines.map((line, index) => ({
        ...line,
        order_id: order.id,
        place: index + 1,
        store_id: order.store_id,
        claim: 'open',
      })),
    )
    .execute()
  await insertEvent(trx, { order_id: order.id, kind: 'order', to_state: order.state, facts, at })
}

export type OrderChange = Partial<Omit<OrderRow, 'id' | 'state'>>
/** A change of the columns that lines do not have. */
export type OrderOnlyChange = Omit<OrderChange, (typeof LINE | typeof AMOUNTS)[number]>

/** Changes an order and its line, with an event unless it is null. */
export const changeOrder = (
  db: Db,
  id: string,
  change: OrderChange & Pick<OrderRow, 'total_minor' | 'tax_rate_bp'>,
  event: Omit<NewEvent, 'order_id'> | null = null,
): Promise<OrderRow> => {
  const changed = db
    .with('line', (query) =>
      query
        .updateTable('order_lines')
        .set(pick(change, [...LINE, ...AMOUNTS]))
        .where('order_id', '=', id)
        .where('place', '=', 1)
        .returning(LINE),
    )
    .with('changed', (query) =>
      query.updateTable('orders').set(pick(change, ORDER)).where('id', '=', id).returning(ORDER),
    )
  if (event === null)
    return changed.selectFrom(['changed', 'line']).select(ALL).executeTakeFirstOrThrow()
  return changed
    .with('logged', (query) =>
      query.insertInto('order_events').values(eventValues({ order_id: id, ...event })),
    )
    .selectFrom(['changed', 'line'])
    .select(ALL)
    .executeTakeFirstOrThrow()
}

/** A line of an order. */
export interface LineKey {
  orderId: string
  place: number
}

/**
 * What of a line has gone back, and when all of it had, which ends the entitlement. The caller
 * changes the order's own sum with its state.
 */
export async function recordRefundOfLine(
  db: Db,
  { orderId, place }: LineKey,
  change: Pick<LineRow, 'refunded_minor' | 'refunded_at' | 'use_ends_at'>,
): Promise<void> {
  await db
    .updateTable('order_lines')
    .set(change)
    .where('order_id', '=', orderId)
    .where('place', '=', place)
    .execute()
  if (change.refunded_at !== null) await endEntitlement(db, { orderId, place }, change.refunded_at)
}

/** Gives each line its part of what the bank takes for paying in parts. */
export async function divideSurcharge(
  db: Db,
  orderId: string,
  surchargeMinor: number,
): Promise<void> {
  const lines = await listLines(db, orderId)
  const parts = divide(
    surchargeMinor,
    lines.map((line) => line.total_minor),
  )
  for (const [index, { place }] of lines.entries())
    await db
      .updateTable('order_lines')
      .set({ surcharge_minor: parts[index] ?? 0 })
      .where('order_id', '=', orderId)
      .where('place', '=', place)
      .execute()
}

/** States that end an order's use of a coupon. A refund does not give it back. */
const COUPON_USE_ENDS: Partial<Record<OrderState, 'redeemed' | 'released'>> = {
  paid: 'redeemed',
  cancelled: 'released',
  expired: 'released',
}

const statesBefore = <State extends string>(moves: Record<State, readonly State[]>, to: State) =>
  (Object.keys(moves) as State[]).filter((state) => moves[state].includes(to))
export const orderStatesBefore = (to: OrderState): OrderState[] => statesBefore(ORDER_MOVES, to)
export const attemptStatesBefore = (to: AttemptState): AttemptState[] =>
  statesBefore(ATTEMPT_MOVES, to)

/**
 * Moves an order along ORDER_MOVES, ends its coupon use and writes the events. False when the move
 * is not allowed from its current state.
 */
export async function moveOrder(
  db: Db,
  id: string,
  to: OrderState,
  at: Date,
  change: OrderOnlyChange & { refunded_minor?: number } = {},
  attemptId: string | null = null,
): Promise<boolean> {
  // One statement, so the row and its event change together.
  const before = await db
    .with('before', (query) =>
      query
        .selectFrom('orders')
        .select(['id', 'state', 'coupon_id', 'coupon_code'])
        .where('id', '=', id)
        .where('state', 'in', orderStatesBefore(to))
        .forNoKeyUpdate(),
    )
    .with('moved', (query) =>
      query
        .updateTable('orders')
        .from('before')
        .set({ state: to, ...change })
        .whereRef('orders.id', '=', 'before.id')
        .returning('orders.id'),
    )
    .with('logged', (query) =>
      query
        .insertInto('order_events')
        .columns(['order_id', 'attempt_id', 'kind', 'from_state', 'to_state', 'at'])
        .expression((on) =>
          on
            .selectFrom('before')
            .innerJoin('moved', 'moved.id', 'before.id')
            .select([
              'before.id',
              sql<string | null>`${attemptId}::text`.as('attempt_id'),
              sql<string>`'order'`.as('kind'),
              'before.state',
              sql<string>`${to}::text`.as('to_state'),
              sql<Date>`${at}::timestamptz`.as('at'),
            ]),
        ),
    )
    .selectFrom('before')
    .innerJoin('moved', 'moved.id', 'before.id')
    .select(['coupon_id', 'coupon_code'])
    .executeTakeFirst()
  if (!before) return false
  await endCouponOf(db, { id, ...before }, to, at, attemptId)
  if (to === 'paid') await grantEntitlement(db, id, at)
  return true
}

/** Redeems or releases the order's coupon when its new state requires it. */
export async function endCouponOf(
  db: Db,
  order: Pick<OrderRow, 'id' | 'coupon_id' | 'coupon_code'>,
  to: OrderState,
  at: Date,
  attemptId: string | null = null,
): Promise<void> {
  const ends = COUPON_USE_ENDS[to]
  if (ends && order.coupon_id !== null && (await endUse(db, order.coupon_id, order.id, ends, at))) {
    await insertEvent(db, {
      order_id: order.id,
      attempt_id: attemptId,
      kind: 'coupon',
      to_state: ends,
      facts: { code: order.coupon_code },
      at,
    })
  }
}

type NewEvent = Omit<Insertable<OrderEvents>, 'facts'> & { facts?: object }
export const eventValues = (event: NewEvent) => ({
  ...event,
  facts: JSON.stringify(event.facts ?? {}),
})
export const insertEvent = (db: Db, event: NewEvent) =>
  db.insertInto('order_events').values(eventValues(event)).execute()

export const findAttempt = (db: Db, id: string) =>
  db.selectFrom('payment_attempts').select(ATTEMPT_COLUMNS).where('id', '=', id).executeTakeFirst()
export const lockAttempt = (db: Db, id: string) =>
  db
    .selectFrom('payment_attempts')
    .select(ATTEMPT_COLUMNS)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const findLiveAttempt = (db: Db, orderId: string) =>
  db
    .selectFrom('payment_attempts')
    .select(ATTEMPT_COLUMNS)
    .where('order_id', '=', orderId)
    .where('state', 'in', literals(LIVE_ATTEMPTS))
    .executeTakeFirst()

type AttemptChange = Partial<Omit<AttemptRow, 'id' | 'state'>>

/** Columns that change with every move of an attempt. */
export const columnsOfMove = (to: AttemptState, at: Date) => ({
  ...(to !== 'challenge' && { challenge_sealed: null }),
  ...(!isLive({ state: to }) && { return_sealed: null }),
  updated_at: at,
  looks: 0,
  next_look_at: isLive({ state: to })
    ? secondsAfter(at, to === 'challenge' ? CHALLENGE_LOOK_SECONDS : SETTLE_AFTER_SECONDS)
    : null,
})

/**
 * Moves an attempt along ATTEMPT_MOVES and writes the event. False when the move is not allowed.
 * With `ifWanted` only while its order can be paid with exactly this amount; locks order, then
 * attempt.
 */
export async function moveAttempt(
  db: Db,
  id: string,
  to: AttemptState,
  at: Date,
  change: AttemptChange = {},
  { ifWanted = false } = {},
): Promise<boolean> {
  const facts = JSON.stringify({ reason: change.decline_reason ?? undefined })
  // One statement, so the row and its event change together.
  const { numInsertedOrUpdatedRows } = await db
    .with('before', (query) => {
      const attempt = query
        .selectFrom('orders')
        .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.id')
        .select(['payment_attempts.id', 'payment_attempts.order_id', 'payment_attempts.state'])
        .where('payment_attempts.id', '=', id)
        .where('payment_attempts.state', 'in', attemptStatesBefore(to))
      if (!ifWanted) return attempt.forNoKeyUpdate('payment_attempts')
      return attempt
        .where('orders.state', 'in', orderStatesBefore('paid'))
        .whereRef('orders.currency', '=', 'payment_attempts.currency')
        .where((on) =>
          on(
            on('orders.total_minor', '+', on.ref('payment_attempts.surcharge_minor')),
            '=',
            on.ref('payment_attempts.amount_minor'),
          ),
        )
        .forNoKeyUpdate(['orders', 'payment_attempts'])
    })
    .with('moved', (query) =>
      query
        .updateTable('payment_attempts')
        .from('before')
        .set({ state: to, ...columnsOfMove(to, at), ...change })
        .whereRef('payment_attempts.id', '=', 'before.id')
        .returning('payment_attempts.id'),
    )
    .insertInto('order_events')
    .columns(['order_id', 'attempt_id', 'kind', 'from_state', 'to_state', 'facts', 'at'])
    .expression((query) =>
      query
        .selectFrom('before')
        .innerJoin('moved', 'moved.id', 'before.id')
        .select([
          'before.order_id',
          'before.id',
          sql<string>`'attempt'`.as('kind'),
          'before.state',
          sql<string>`${to}::text`.as('to_state'),
          sql<string>`${facts}::jsonb`.as('facts'),
          sql<Date>`${at}::timestamptz`.as('at'),
        ]),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The sealed challenge document until it is shown; null deletes it. */
export const storeSealedChallenge = (db: Db, id: string, sealed: string | null) =>
  db
    .updateTable('payment_attempts')
    .set({ challenge_sealed: sealed })
    .where('id', '=', id)
    .where('state', 'in', ['created', 'challenge'])
    .execute()

export const findAttemptAsked = (db: Db, id: string) =>
  db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .select(ATTEMPT_COLUMNS)
    .select('orders.number')
    .where('payment_attempts.id', '=', id)
    .executeTakeFirst()
export type AttemptAsked = NonNullable<Awaited<ReturnType<typeof findAttemptAsked>>>

/** Identity numbers and the address frozen in an order are sealed for this purpose (D23). */
export const ADDRESS_PURPOSE = 'address'

/** A paid order grants its items; products inside an app and subscriptions do not. */
const grantEntitlement = (db: Db, orderId: string, at: Date): Promise<unknown> =>
  db
    .insertInto('entitlements')
    .columns(['order_id', 'line_place', 'store_id', 'item_id', 'valid_from'])
    .expression(
      selectOrderLines(db)
        .select([
          'orders.id',
          'order_lines.place',
          'orders.store_id',
          'order_lines.item_id',
          sql<Date>`${at}::timestamptz`.as('at'),
        ])
        .where('orders.id', '=', orderId)
        .where('product_id', 'is', null)
        .where('plan_version_id', 'is', null),
    )
    .onConflict((conflict) => conflict.columns(['order_id', 'line_place']).doNothing())
    .execute()

const endEntitlement = (db: Db, { orderId, place }: LineKey, at: Date): Promise<unknown> =>
  db
    .updateTable('entitlements')
    .set({ valid_until: sql<Date>`greatest(valid_from, ${at}::timestamptz)` })
    .where('order_id', '=', orderId)
    .where('line_place', '=', place)
    .where('valid_until', 'is', null)
    .execute()
