import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MigrationReader } from '#test/support/migrations/unsafe-statements.ts'
import { ROOT } from '#tools/launch/settings.ts'

/** The last migration from before two releases had to run on one schema. */
const BEFORE_RULE = '0073-shop-finding-kinds.sql'

/** The release before leaves the column at its default, which the check allows. */
const NEW_COLUMN = 'a check of a new column'

const TIMES_OF_LISTS = [
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
  'partners.created_at',
  'payout_batches.created_at',
  'release_log.logged_at',
  'review_pictures.created_at',
  'reviews.created_at',
  'statements.decided_at',
  'stores.created_at',
  'submissions.decided_at',
  'submissions.submitted_at',
  'submissions.waiting_at',
  'subscription_events.at',
  'subscriptions.created_at',
]

/**
 * Why a release can run beside a migration with such a statement: nothing of it uses what goes
 * away (the contract of an expansion in the release before), or nothing of it breaks the stricter
 * rule. `migration: statement`, and the reason.
 */
const REASONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    TIMES_OF_LISTS.map((time) => [
      `0074-times-of-lists.sql: another type of ${time}`,
      'no release tells more than the milliseconds of a time',
    ]),
  ),
  '0074-times-of-lists.sql: stricter bulk_runs (undoes)':
    'a second undo at the same time fails instead of running twice',
  '0075-home-arrangements.sql: stricter banners.banners_days': 'forms and API refuse such days',
  '0075-home-arrangements.sql: stricter categories.categories_tags_undrawn': NEW_COLUMN,
  '0076-partner-sign-up.sql: stricter submissions.submissions_publish_at_release': NEW_COLUMN,
  '0076-partner-sign-up.sql: stricter submissions.submissions_scheduled': NEW_COLUMN,
  '0076-partner-sign-up.sql: stricter submissions.submissions_check4': 'it allows one state more',
  '0076-partner-sign-up.sql: stricter submissions (item_id)':
    'only beside a scheduled submission, which the release before cannot make',
  '0077-partner-portal.sql: another type of webhook_messages.occurred_at':
    'no release tells more than the milliseconds of a time',
  '0077-partner-portal.sql: not null webhook_messages.item_id': 'a trigger fills it in',
  '0077-partner-portal.sql: stricter webhook_messages.webhook_messages_test_check':
    'the release before writes no test events',
  '0077-partner-portal.sql: stricter contact_messages.contact_messages_assigned_check': NEW_COLUMN,
  '0078-malware-scans-and-release-health.sql: index on releases (package_sha256)':
    'writes to releases are few and wait for its seconds',
  '0078-malware-scans-and-release-health.sql: stricter submissions.submissions_scan_pending_check':
    NEW_COLUMN,
  '0078-malware-scans-and-release-health.sql: stricter webhook_endpoints.webhook_endpoints_failing_check':
    NEW_COLUMN,
  '0079-visibility-and-group-roles.sql: stricter items.items_successor_check': NEW_COLUMN,
}

const FOLDER = join(ROOT, 'db/migrations')
const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort()

async function readAll(): Promise<Map<string, string[]>> {
  const reader = new MigrationReader()
  const found = new Map<string, string[]>()
  for (const name of files)
    found.set(name, await reader.read(readFileSync(join(FOLDER, name), 'utf8')))
  return found
}

test('a migration does nothing that the release before it does not survive, or says why it may', async () => {
  const found = [...(await readAll())]
    .filter(([name]) => name > BEFORE_RULE)
    .flatMap(([name, statements]) => statements.map((one) => `${name}: ${one}`))
  expect(found.filter((one) => !REASONS[one])).toEqual([])
  expect(Object.keys(REASONS).filter((one) => !found.includes(one))).toEqual([])
})

test('what earlier migrations took away is seen', async () => {
  const found = await readAll()
  expect(found.get('0055-order-lines.sql')).toContain('drop column orders.item_id')
  expect(found.get('0050-saved-items.sql')).toContain('not null item_watches.price_minor')
  expect(found.get('0020-tax-rates.sql')).toContain('another type of tax_rates.valid_from')
  expect(found.get('0002-entitlements.sql')).toEqual([])
})

const BEFORE = `create table orders (id text primary key, state text not null default 'new' check (state in ('new', 'paid')),
  note text, constraint orders_note_short check (length(note) <= 80));`
test.each([
  ['alter table orders drop column note', ['drop column orders.note']],
  ['alter table orders rename column note to remark', ['rename orders.note']],
  ['alter table orders rename to purchases', ['rename orders']],
  ['drop table orders', ['drop table orders']],
  [
    'alter table orders alter column note type jsonb using note::jsonb',
    ['another type of orders.note'],
  ],
  ['alter table orders alter column note set not null', ['not null orders.note']],
  ['alter table orders alter column state drop default', ['drop default orders.state']],
  ['alter table orders add column seller text not null', ['required column orders.seller']],
  [
    'alter table orders add column seller text; alter table orders alter column seller set not null',
    ['not null orders.seller'],
  ],
  ['alter table orders add unique (note)', ['stricter orders (note)']],
  ['alter table orders add foreign key (note) references notes', ['stricter orders (note)']],
  ['create unique index on orders (note)', ['stricter orders (note)']],
  ['create index on orders (note)', ['index on orders (note)']],
  [
    "alter table orders drop constraint orders_state_check, add constraint orders_state_check check (state in ('paid', 'lost'))",
    ['stricter orders.orders_state_check'],
  ],
  [
    'alter table orders drop constraint orders_note_short, add constraint orders_note_short check (length(note) <= 40)',
    ['stricter orders.orders_note_short'],
  ],
  ['alter table orders rename constraint orders_note_short to orders_note', []],
  [
    "alter table orders drop constraint orders_state_check, add constraint orders_state_check check (state in ('new', 'paid', 'lost'))",
    [],
  ],
  ["alter table orders add column seller text not null default 'us'", []],
  [
    'alter table orders add column seller text check (length(seller) < 9); create index on orders (seller)',
    [],
  ],
  ['alter table orders alter column note drop not null', []],
  [
    'create table sellers (id text primary key, name text not null unique); create index on sellers (name)',
    [],
  ],
])('%s', async (text, expected) => {
  const reader = new MigrationReader()
  await reader.read(BEFORE)
  expect(await reader.read(text)).toEqual(expected)
})
