import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '#test/support/database.ts'
import { findWholeReads, openExplainer } from '#test/support/plans/check-statements.ts'
import { pretendLargeTables } from '#test/support/plans/plan-database.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await pretendLargeTables(client)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const readsOf = async (text: string, values: unknown[] = []) => {
  const explainer = await openExplainer(database.url)
  try {
    const found = await findWholeReads(explainer, { text, values, isPrepared: false })
    return found.map(({ table, how }) => `${table} ${how}`)
  } finally {
    await explainer.client.end()
  }
}

test('a statement whose index was dropped is noticed, on empty tables too', async () => {
  const orders = [
    'select * from orders where store_id = $1 order by created_at desc',
    ['s'],
  ] as const
  const consents = ['select 1 from consents where order_id = $1', ['o']] as const
  expect(await readsOf(orders[0], [...orders[1]])).toEqual([])
  expect(await readsOf(consents[0], [...consents[1]])).toEqual([])
  await client.query('drop index consents_order; drop index orders_store')
  // Others that begin with the store hold only some orders.
  expect(await readsOf(orders[0], [...orders[1]])).toEqual([
    expect.stringContaining('orders reads all of'),
  ])
  expect(await readsOf(consents[0], [...consents[1]])).toEqual([
    expect.stringContaining('consents reads all'),
  ])
})

test('an index that is read whole, or walked along in search of few rows, does not count', async () => {
  expect(await readsOf('select count(*) from stores')).toEqual([
    expect.stringContaining('stores reads all of'),
  ])
  expect(
    await readsOf(
      "select id from orders where coupon_code = 'A' order by created_at desc, id desc limit 20",
    ),
  ).toEqual([expect.stringContaining('walks along orders_newest')])
  expect(await readsOf('select * from orders order by created_at desc, id desc limit 20')).toEqual(
    [],
  )
  // The second column of an index leads nowhere.
  expect(await readsOf("select id from order_events where at > '2026-01-01'")).toEqual([
    expect.stringContaining('order_events reads all'),
  ])
})

test('small tables and what waits for a job may be read whole', async () => {
  expect(await readsOf('select * from platforms')).toEqual([])
  expect(await readsOf("select id from mails where state = 'queued'")).toEqual([])
})
