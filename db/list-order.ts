import { type RawBuilder, sql } from 'kysely'
import type { ListSort } from '#lib/list-sort.ts'
import type { PageKey } from '#lib/page-key.ts'

/**
 * Columns by which lists with a cursor are ordered. Each is a `timestamptz(3)`: a cursor is a
 * `Date`, which has milliseconds, and a finer time would make a page begin a row too early or too
 * late (docs/decisions/0079). A column that is added here and is finer fails
 * `test/whole/list-times`.
 */
export const LIST_TIMES = [
  'audit_log.at',
  'bundles.updated_at',
  'contact_messages.answered_at',
  'contact_messages.created_at',
  'contact_messages.last_at',
  'coupons.created_at',
  'earnings_entries.at',
  'earnings_statements.closed_at',
  'installation_runs.created_at',
  'installation_runs.finished_at',
  'installations.updated_at',
  'invoices.issued_at',
  'items.updated_at',
  'ledger_differences.found_at',
  'newsletter_subscribers.created_at',
  'notes.created_at',
  'order_events.at',
  'orders.created_at',
  'owner_notices.created_at',
  'partner_applications.created_at',
  'partner_events.at',
  'partners.created_at',
  'payout_batches.created_at',
  'release_log.logged_at',
  'review_pictures.created_at',
  'reviews.created_at',
  'statements.decided_at',
  'stores.created_at',
  'submissions.decided_at',
  'submissions.publish_at',
  'submissions.submitted_at',
  'submissions.waiting_at',
  'subscription_events.at',
  'subscriptions.created_at',
  'webhook_messages.occurred_at',
] as const
export type ListTime = (typeof LIST_TIMES)[number]

/** For `orderBy`, of the time and of the id. */
export const directionOf = (sort: ListSort): 'asc' | 'desc' => (sort === 'oldest' ? 'asc' : 'desc')

/** `contact_messages.last_at` of the table read as `asked` → `asked.last_at`. */
const columnOf = (time: ListTime, as: string | undefined): string =>
  as === undefined ? time : time.replace(/^\w+/, as)

/**
 * Rows after the last one of a page, or all for the first page. `time` and `id` are the columns
 * that the list is sorted by; `as` is the alias of the time's table, where it has one.
 */
export const isBeyond = (
  [time, id, as]: readonly [time: ListTime, id: string, as?: string],
  after: PageKey | null,
  sort: ListSort,
): RawBuilder<boolean> =>
  after === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(columnOf(time, as))}, ${sql.ref(id)}) ${sort === 'oldest' ? sql`>` : sql`<`} (${after.at}::timestamptz, ${after.id})`
