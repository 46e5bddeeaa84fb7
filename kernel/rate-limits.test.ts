import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, type Db } from '#db/client.ts'
import { movableClock } from '#lib/clock.ts'
import { createDatabase, type TestDatabase } from '#test/support/database.ts'
import { purgeRateLimits, consumeRateLimits } from './rate-limits.ts'

let database: TestDatabase
let db: Db
const clock = movableClock(new Date('2026-03-01T09:00:00Z'))
beforeAll(async () => {
  database = await createDatabase()
  db = openDb({ url: database.url })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const turn = (key: string) =>
  consumeRateLimits({ db, clock }, [{ key, most: 3, seconds: 60 }]).then(
    () => 'taken',
    (error: { code: string; details: { retryAfter: number } }) => error,
  )

test('a limit lets so many through, then says when to come back, and another key is not touched', async () => {
  expect(await Promise.all([turn('a'), turn('a'), turn('a')])).toEqual(['taken', 'taken', 'taken'])
  expect(await turn('a')).toMatchObject({ code: 'rate.limited', details: { retryAfter: 60 } })
  expect(await turn('b')).toBe('taken')
  clock.moveSeconds(59)
  expect(await turn('a')).toMatchObject({ details: { retryAfter: 1 } })
  clock.moveSeconds(1)
  expect(await turn('a')).toBe('taken')
})

test('a hundred at once get exactly as many turns as there are', async () => {
  const all = await Promise.all(Array.from({ length: 100 }, () => turn('crowd')))
  expect(all.filter((one) => one === 'taken')).toHaveLength(3)
})

test('what is limited and whose it is is not kept in words, and goes when its time is over', async () => {
  await turn('ip 192.0.2.1')
  expect(JSON.stringify(await db.selectFrom('limits').selectAll().execute())).not.toContain(
    '192.0.2',
  )
  clock.moveSeconds(60)
  await purgeRateLimits(db, clock.now())
  expect(await db.selectFrom('limits').selectAll().execute()).toEqual([])
})
