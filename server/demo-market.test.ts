import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDb, type Db } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import { createDatabase, type TestDatabase } from '#test/support/database.ts'
import { DEMO_CATALOGUE, isDemoMarket } from './demo-market.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createDatabase()
  db = openDb({ url: database.url, poolSize: 2 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const begins = (wanted: boolean) => isDemoMarket({ db, clock: systemClock }, wanted)

describe('how a market begins', () => {
  test('one that began empty is never given the demo, however it is started later', async () => {
    expect(await begins(false)).toBe(false)
    expect(await begins(false)).toBe(false)
    expect(await begins(true)).toBe(false)
  })

  test('the demo is no market to begin with: refused in words that name the ways on', async () => {
    await db.updateTable('loaded').set({ name: DEMO_CATALOGUE }).execute()
    expect(await begins(true)).toBe(true)
    await expect(begins(false)).rejects.toThrow(
      /demo market is in this database.*DATABASE_URL.*ARASTA_DATA/,
    )
  })
})
