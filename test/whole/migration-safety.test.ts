import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MigrationReader } from '#test/support/migrations/unsafe-statements.ts'
import { ROOT } from '#tools/launch/settings.ts'

/** The last migration from before two releases had to run on one schema. */
const BEFORE_RULE = '0073-shop-finding-kinds.sql'

/**
 * Why a release can run beside a migration with such a statement: nothing of it uses what goes
 * away (the contract of an expansion in the release before), or nothing of it breaks the stricter
 * rule. `migration: statement`, and the reason.
 */
const REASONS: Readonly<Record<string, string>> = {}

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
