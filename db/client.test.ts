import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insideTransaction } from '#lib/http.ts'
import { createDatabase, type TestDatabase } from '#test/support/database.ts'
import type { Db } from './client.ts'

/** With no statements of the other tests of this process, which name at most 400 of them. */
const FRESH = './client.ts?fresh'

let database: TestDatabase
let db: Db
let nameOf: (text: string) => string | undefined
beforeAll(async () => {
  const client = (await import(FRESH)) as typeof import('./client.ts')
  nameOf = client.nameOf
  const { openDb } = client
  database = await createDatabase()
  // One connection: plans belong to connections.
  db = openDb({ url: database.url, poolSize: 1 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const planned = async (text: string): Promise<number> => {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where name like 'arasta%'`.execute(db)
  return rows.filter(({ statement }) => statement.includes(text)).length
}

test('a query that is sent again and again is planned once for a connection', async () => {
  const ask = (name: string) =>
    db.selectFrom('categories').select('slug').where('slug', '=', name).execute()
  for (let turn = 0; turn < 25; turn += 1) expect(await ask(`${turn}`)).toEqual([])
  expect(await planned('from "categories"')).toBe(1)
})

test('a query that failed can be sent again', async () => {
  const divide = (by: number) => sql`select 1 / ${by}::int as result`.execute(db)
  for (let turn = 0; turn < 25; turn += 1) {
    await expect(divide(0)).rejects.toThrow('division by zero')
    expect((await divide(1)).rows).toEqual([{ result: 1 }])
  }
  expect(await planned('select 1 /')).toBe(1)
})

test('what needs its values for its plan, and queries for all columns, are planned anew', () => {
  const often = (text: string) => Array.from({ length: 25 }, () => nameOf(text)).at(-1)
  expect(often('select "id" from "orders" where "number" = $1')).toBeDefined()
  expect(often('select "orders".* from "orders" where "id" = $1')).toBeUndefined()
  expect(often('select * from "orders" where "id" = $1')).toBeUndefined()
  // With a plan for all values no partial index would be found.
  expect(
    often('insert into "a" ("id") values ($1) on conflict ("id") where "state" = $2 do nothing'),
  ).toBeUndefined()
  expect(often('insert into "a" ("id") values ($1) returning *')).toBeUndefined()
  expect(often('select $1::integer * 2 as twice')).toBeDefined()
  expect(
    often(`insert into "a" ("id") values ($1) on conflict ("id") where "state" = 'b' do nothing`),
  ).toBeDefined()
  expect(often('insert into "orders" ("id") values ($1) on conflict do nothing')).toBeDefined()
  expect(often('update "orders" set "state" = $1 where "id" = $2')).toBeDefined()
})

test('every transaction is marked, so that HTTP clients refuse in it', async () => {
  const isMarked = async () => insideTransaction.getStore() === true
  expect(await db.transaction().execute(isMarked)).toBe(true)
  expect(await db.transaction().setIsolationLevel('repeatable read').execute(isMarked)).toBe(true)
  expect(await isMarked()).toBe(false)
})
