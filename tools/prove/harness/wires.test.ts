import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, type Db } from '#db/client.ts'
import { createDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDatabaseWire, type DatabaseWire } from './database-wire.ts'
import { Fuse } from './fuse.ts'
import { makeRandom } from './random.ts'

let database: TestDatabase
let wire: DatabaseWire
let direct: Db
let through: Db
const fuse = new Fuse()

beforeAll(async () => {
  database = await createDatabase()
  wire = await openDatabaseWire(database.url, fuse)
  ;[direct, through] = [openDb({ url: database.url, poolSize: 1 }), openDb({ url: wire.url, poolSize: 2 })]
  await sql`create table marks (name text)`.execute(direct)
})
afterAll(async () => {
  await Promise.all([direct.destroy(), through.destroy()])
  await wire.close()
  await database.drop()
})

const marks = async () => (await sql<{ name: string }>`select name from marks order by name`.execute(direct)).rows.map(row => row.name)
const mark = (db: Db, name: string) => sql`insert into marks values (${name})`.execute(db)

test('a wire to the database counts what the database keeps, and nothing that only reads', async () => {
  fuse.watch()
  await sql`select 1`.execute(through)
  await mark(through, 'a')
  await through.transaction().execute(async trx => {
    await mark(trx, 'b')
    await sql`select name from marks for update`.execute(trx)
  })
  expect(fuse.rest().seen.map(({ kind, number }) => `${number} ${kind}`)).toEqual(['1 commit', '2 write', '3 commit'])
  expect(await marks()).toEqual(['a', 'b'])
})

test('a process that dies before an effect has not done it, one that dies after it has, and learns of neither', async () => {
  const deaths: string[] = []
  fuse.arm(1, 'before', () => deaths.push('before'))
  await expect(mark(through, 'c')).rejects.toThrow(/connection/i)
  fuse.arm(2, 'after', () => deaths.push('after'))
  await expect(through.transaction().execute(trx => mark(trx, 'd'))).rejects.toThrow(/connection/i)
  expect(fuse.rest().fired).toMatchObject({ kind: 'commit', number: 2 })
  fuse.arm(2, 'before', () => deaths.push('before the commit'))
  await expect(through.transaction().execute(trx => mark(trx, 'e'))).rejects.toThrow(/connection/i)
  fuse.rest()
  expect(deaths).toEqual(['before', 'after', 'before the commit'])
  expect(await marks()).toEqual(['a', 'b', 'd'])
})

test('what is random comes again with its seed', () => {
  const draw = (seed: number) => { const random = makeRandom(seed); return Array.from({ length: 50 }, () => random.below(1000)) }
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  expect(new Set(draw(7)).size).toBeGreaterThan(40)
})
