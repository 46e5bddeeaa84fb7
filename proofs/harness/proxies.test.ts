import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, type Db } from '#db/client.ts'
import { createDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'
import { KillSwitch } from './kill-switch.ts'
import { makeRandom } from './random.ts'

let database: TestDatabase
let proxy: DatabaseProxy
let direct: Db
let through: Db
const killSwitch = new KillSwitch()

beforeAll(async () => {
  database = await createDatabase()
  proxy = await openDatabaseProxy(database.url, killSwitch)
  ;[direct, through] = [
    openDb({ url: database.url, poolSize: 1 }),
    openDb({ url: proxy.url, poolSize: 2 }),
  ]
  await sql`create table marks (name text)`.execute(direct)
})
afterAll(async () => {
  await Promise.all([direct.destroy(), through.destroy()])
  await proxy.close()
  await database.drop()
})

const marks = async () =>
  (await sql<{ name: string }>`select name from marks order by name`.execute(direct)).rows.map(
    (row) => row.name,
  )
const mark = (db: Db, name: string) => sql`insert into marks values (${name})`.execute(db)

test('the database proxy counts writes only', async () => {
  killSwitch.watch()
  await sql`select 1`.execute(through)
  await mark(through, 'a')
  await through.transaction().execute(async (trx) => {
    await mark(trx, 'b')
    await sql`select name from marks for update`.execute(trx)
  })
  expect(killSwitch.rest().seen.map(({ kind, number }) => `${number} ${kind}`)).toEqual([
    '1 commit',
    '2 write',
    '3 commit',
  ])
  expect(await marks()).toEqual(['a', 'b'])
})

test('a process killed before an effect has not executed it; one killed after it has; neither receives the result', async () => {
  const deaths: string[] = []
  killSwitch.arm(1, 'before', () => deaths.push('before'))
  await expect(mark(through, 'c')).rejects.toThrow(/connection/i)
  killSwitch.arm(2, 'after', () => deaths.push('after'))
  await expect(through.transaction().execute((trx) => mark(trx, 'd'))).rejects.toThrow(
    /connection/i,
  )
  expect(killSwitch.rest().fired).toMatchObject({ kind: 'commit', number: 2 })
  killSwitch.arm(2, 'before', () => deaths.push('before the commit'))
  await expect(through.transaction().execute((trx) => mark(trx, 'e'))).rejects.toThrow(
    /connection/i,
  )
  killSwitch.rest()
  expect(deaths).toEqual(['before', 'after', 'before the commit'])
  expect(await marks()).toEqual(['a', 'b', 'd'])
})

test('random choices repeat with their seed', () => {
  const draw = (seed: number) => {
    const random = makeRandom(seed)
    return Array.from({ length: 50 }, () => random.below(1000))
  }
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  expect(new Set(draw(7)).size).toBeGreaterThan(40)
})
