import type { ConsoleKey } from '#locales/keys.ts'
import { plainAmount, toMinor } from '#lib/money.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import type { listAllSubscriptions } from '#modules/billing/operator-contract.ts'
import type { listAudit } from '#modules/identity/operator-contract.ts'
import type { listStores } from '#modules/installs/operator-contract.ts'
import type { listOrders } from '#modules/orders/operator-contract.ts'
import type { listAllItems } from '#modules/publishing/items/operator-contract.ts'
import type { listAllPartners } from '#modules/publishing/partners/contract.ts'
import type { listAllReviews } from '#modules/reviews/console-contract.ts'

/** The lists of operators that can be taken as a file. */
export const LIST_NAMES = [
  'orders',
  'items',
  'subscriptions',
  'stores',
  'partners',
  'reviews',
  'audit',
] as const
export type ListName = (typeof LIST_NAMES)[number]

export const LIST_LABELS: Readonly<Record<ListName, ConsoleKey>> = {
  orders: 'console.nav.orders',
  items: 'console.nav.items',
  subscriptions: 'console.subs.nav',
  stores: 'console.nav.stores',
  partners: 'console.nav.partners',
  reviews: 'console.nav.reviews',
  audit: 'console.nav.audit',
}

export type Cell = string | number | boolean | null

/**
 * What can be chosen for a file, and the fields that it becomes there: an amount is also its minor
 * units, an object also its id. The names of fields are not translated, for programs.
 */
export interface ListColumn<Line> {
  id: string
  label: ConsoleKey
  fields: readonly string[]
  /** As many as `fields`. */
  cells(line: Line): readonly Cell[]
}

const plain = <Line>(
  id: string,
  label: ConsoleKey,
  read: (line: Line) => Cell | undefined,
): ListColumn<Line> => ({ id, label, fields: [id], cells: (line) => [read(line) ?? null] })

interface Named {
  id: string
  name?: string
  domain?: string
}
/** The name of an object, and its id. */
const named = <Line>(
  id: string,
  label: ConsoleKey,
  read: (line: Line) => Named,
): ListColumn<Line> => ({
  id,
  label,
  fields: [id, `${id}_id`],
  cells: (line) => {
    const one = read(line)
    return [one.name ?? one.domain ?? null, one.id]
  },
})

/** An amount with the decimals of its currency, in minor units, and the currency. */
const money = <Line>(
  id: string,
  label: ConsoleKey,
  read: (line: Line) => { amount: number; currency: string } | null,
): ListColumn<Line> => ({
  id,
  label,
  fields: [id, `${id}_minor`, `${id}_currency`],
  cells: (line) => {
    const one = read(line)
    const minor = one && toMinor(one.amount, one.currency)
    return one && minor !== null
      ? [plainAmount(minor, one.currency), minor, one.currency]
      : [null, null, null]
  },
})

const json = (value: unknown): Cell => (value === null ? null : JSON.stringify(value))

type Order = AnswerOf<typeof listOrders>['orders'][number]
const ORDERS: readonly ListColumn<Order>[] = [
  plain('number', 'console.orders.number', (one) => one.number),
  plain('state', 'console.item.state', (one) => one.state),
  named('item', 'console.orders.item', (one) => one.item),
  plain('items', 'console.exports.items', (one) => one.items),
  named('store', 'console.orders.store', (one) => one.store),
  money('total', 'console.orders.total', (one) => ({ amount: one.total, currency: one.currency })),
  money('refunded', 'console.orders.refunded', (one) => ({
    amount: one.refunded,
    currency: one.currency,
  })),
  plain('created_at', 'console.orders.at', (one) => one.created_at),
  plain('paid_at', 'console.orders.paid_at', (one) => one.paid_at),
]

type Item = AnswerOf<typeof listAllItems>['items'][number]
const ITEMS: readonly ListColumn<Item>[] = [
  plain('id', 'console.stores.id', (one) => one.id),
  plain('name', 'console.item.name', (one) => one.name),
  plain('slug', 'console.exports.slug', (one) => one.slug),
  plain('market', 'console.items.market', (one) => one.market),
  named('partner', 'console.items.partner', (one) => one.partner),
  plain('status', 'console.item.state', (one) => one.status),
  plain('stopped', 'console.items.stopped', (one) => one.stopped),
  plain('version', 'console.item.release', (one) => one.version),
  plain('installs', 'console.item.installs', (one) => one.installs),
  plain('changed_at', 'console.items.changed', (one) => one.changed_at),
]

type Subscription = AnswerOf<typeof listAllSubscriptions>['subscriptions'][number]
const SUBSCRIPTIONS: readonly ListColumn<Subscription>[] = [
  plain('id', 'console.stores.id', (one) => one.id),
  plain('state', 'console.item.state', (one) => one.state),
  named('store', 'console.orders.store', (one) => one.store),
  named('item', 'console.orders.item', (one) => one.item),
  plain('plan', 'console.exports.plan', (one) => one.plan.name),
  plain('period', 'console.exports.period', (one) => one.plan.period),
  plain('next_day', 'console.exports.next_day', (one) => one.next?.day),
  money(
    'next_amount',
    'console.exports.next_amount',
    (one) => one.next && { amount: one.next.amount, currency: one.currency },
  ),
  money('due', 'console.exports.due', (one) => one.due),
  plain('since', 'console.exports.since', (one) => one.since),
  plain('ends', 'console.exports.ends', (one) => one.ends),
  plain('end_reason', 'console.orders.reason', (one) => one.end_reason),
]

type Store = AnswerOf<typeof listStores>['stores'][number]
const STORES: readonly ListColumn<Store>[] = [
  plain('id', 'console.stores.id', (one) => one.id),
  plain('domain', 'console.stores.domain', (one) => one.domain),
  plain('name', 'console.item.name', (one) => one.name),
  plain('platform', 'console.stores.platform', (one) => one.platform),
  plain('status', 'console.item.state', (one) => one.status),
  plain('installations', 'console.stores.installed', (one) => one.installations),
  plain('since', 'console.exports.since', (one) => one.since),
]

type Partner = AnswerOf<typeof listAllPartners>['partners'][number]
const PARTNERS: readonly ListColumn<Partner>[] = [
  plain('id', 'console.stores.id', (one) => one.id),
  plain('name', 'console.item.name', (one) => one.name),
  plain('slug', 'console.exports.slug', (one) => one.slug),
  plain('items', 'console.partners.items', (one) => one.items),
  plain('members', 'console.partners.members', (one) => one.members),
  plain('invited', 'console.partners.invited', (one) => one.invited),
  plain('verified', 'console.partners.verified', (one) => one.verified !== null),
  plain('since', 'console.exports.since', (one) => one.since),
]

type Review = AnswerOf<typeof listAllReviews>['reviews'][number]
const REVIEWS: readonly ListColumn<Review>[] = [
  plain('id', 'console.stores.id', (one) => one.id),
  named('item', 'console.orders.item', (one) => one.item),
  named('store', 'console.orders.store', (one) => one.store),
  plain('stars', 'console.exports.stars', (one) => one.stars),
  plain('text', 'console.reviews.review', (one) => one.text),
  plain('version', 'console.item.release', (one) => one.version),
  plain('state', 'console.item.state', (one) => one.state),
  plain('reports', 'console.reviews.reports', (one) => one.reports),
  plain('written_at', 'console.orders.at', (one) => one.written_at),
]

type AuditLine = AnswerOf<typeof listAudit>['lines'][number]
const AUDIT: readonly ListColumn<AuditLine>[] = [
  plain('id', 'console.stores.id', (one) => one.id),
  plain('at', 'console.audit.at', (one) => one.at),
  {
    id: 'actor',
    label: 'console.items.who',
    fields: ['actor', 'actor_email', 'actor_id'],
    cells: ({ actor }) => [actor.name, actor.email, actor.id],
  },
  plain('role', 'console.exports.role', (one) => one.role),
  plain('operation', 'console.audit.what', (one) => one.operation),
  plain('kind', 'console.audit.kind', (one) => one.kind),
  plain('object', 'console.audit.object', (one) => one.object),
  plain('partner', 'console.items.partner', (one) => one.partner),
  {
    id: 'change',
    label: 'console.audit.change',
    fields: ['before', 'after'],
    cells: ({ before, after }) => [json(before), json(after)],
  },
  plain('request', 'console.exports.request', (one) => one.request),
]

export const LIST_COLUMNS: Readonly<Record<ListName, readonly ListColumn<unknown>[]>> = {
  orders: ORDERS as readonly ListColumn<unknown>[],
  items: ITEMS as readonly ListColumn<unknown>[],
  subscriptions: SUBSCRIPTIONS as readonly ListColumn<unknown>[],
  stores: STORES as readonly ListColumn<unknown>[],
  partners: PARTNERS as readonly ListColumn<unknown>[],
  reviews: REVIEWS as readonly ListColumn<unknown>[],
  audit: AUDIT as readonly ListColumn<unknown>[],
}
