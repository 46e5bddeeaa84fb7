import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StoreActor } from '#kernel/actor.ts'
import { writeListings } from '#modules/catalog/write-listings.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { addStore, bareListing, ctxOf, giveItem, preparePartner } from '#test/support/reviewers.ts'
import { eraseReviewText, replyToReview, verifyReviewLog } from './public.ts'
import { checkReviewLog, findLogEnd } from './review-log.ts'
import { changeReview, deleteReview, writeReview } from './reviews.ts'

let market: Marketplace
let stores: StoreActor[]
const item = { id: 'itm_logged', partner_id: 'par_x' }
const ids: string[] = []

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  await preparePartner(market)
  await market.services.db
    .transaction()
    .execute((trx) => writeListings(trx, [bareListing(item.id), bareListing('itm_other')]))
  stores = await Promise.all(['a', 'b', 'c'].map((name) => addStore(market, name)))
  for (const [n, store] of stores.entries()) {
    await giveItem(market, store, item.id, { days: 10 })
    const { data } = (await writeReview.run(ctxOf(market, store), {
      body: { item_id: item.id, rating: 5, text: `Text ${n}` },
    })) as { data: { id: string } }
    ids.push(data.id)
  }
  await replyToReview(market.services, {
    partnerId: item.partner_id,
    reviewId: ids[0]!,
    text: 'Thank you',
  })
})
afterAll(() => market.stop())

const faults = (...noted: Parameters<typeof verifyReviewLog>[1] & object) =>
  verifyReviewLog(market.services.db, noted)
/**
 * What somebody with the database in their hands could do: seen by `look`, and undone afterwards.
 */
async function tampered<T>(change: ReturnType<typeof sql>, look: () => Promise<T>): Promise<T> {
  const { db } = market.services
  const tables = ['reviews', 'review_replies', 'review_log'] as const
  for (const table of tables)
    await sql`create table ${sql.table(`kept_${table}`)} as table ${sql.table(table)}`.execute(db)
  await sql`alter table review_log disable trigger append_only`.execute(db)
  try {
    await change.execute(db)
    return await look()
  } finally {
    for (const table of [...tables].reverse())
      await sql`delete from ${sql.table(table)}`.execute(db)
    for (const table of tables)
      await sql`insert into ${sql.table(table)} select * from ${sql.table(`kept_${table}`)}`.execute(
        db,
      )
    for (const table of tables) await sql`drop table ${sql.table(`kept_${table}`)}`.execute(db)
    await sql`alter table review_log enable trigger append_only`.execute(db)
  }
}

describe('the log of reviews (D14)', () => {
  beforeEach(async () => expect(await faults()).toEqual([]))

  test('finds a review that was removed behind its back, with its reply', async () => {
    const { id: reply } = await market.services.db
      .selectFrom('review_replies')
      .select('id')
      .executeTakeFirstOrThrow()
    expect(await tampered(sql`delete from reviews where id = ${ids[0]}`, faults)).toEqual([
      { kind: 'row_missing', subject: ids[0] },
      { kind: 'row_missing', subject: reply },
    ])
  })

  test.each([
    ['its stars', sql`update reviews set stars = 1 where id = `],
    ['its text', sql`update reviews set text = 'Bad' where id = `],
    ['its version', sql`update reviews set version = '9.9.9' where id = `],
    ['its salt', sql`update reviews set salt = '\\x00' where id = `],
  ])('finds a review that was changed: %s', async (_, change) => {
    expect(await tampered(sql`${change}${ids[1]}`, faults)).toEqual([
      { kind: 'row_changed', subject: ids[1] },
    ])
  })

  test('finds one that was put in, and a reply that was changed', async () => {
    const put = sql`insert into reviews (id, item_id, store_id, stars, text, version, installed_days, still_installed, salt, created_at, updated_at)
      select 'rev_put', (select id from items where id <> ${item.id} limit 1), store_id, 5, 'Wonderful', version, 1, true, salt, now(), now() from reviews limit 1`
    expect(await tampered(put, faults)).toEqual([{ kind: 'row_unknown', subject: 'rev_put' }])
    expect(await tampered(sql`update review_replies set text = 'No'`, faults)).toMatchObject([
      { kind: 'row_changed' },
    ])
  })

  test('finds a line that was taken out or written over', async () => {
    expect(await tampered(sql`delete from review_log where position = 2`, faults)).toMatchObject([
      { kind: 'broken_line', position: 3 },
      { kind: 'row_unknown', subject: ids[1] },
    ])
    expect(
      await tampered(
        sql`update review_log set entry = replace(entry, 'written', 'deleted') where position = 2`,
        faults,
      ),
    ).toMatchObject([{ kind: 'broken_line', position: 2 }, { kind: 'row_unknown' }])
  })

  test('finds a cut end by an end that somebody noted, even with the reviews gone, too', async () => {
    const noted = await findLogEnd(market.services.db)
    const cut = sql`with gone as (delete from review_log where position >= 3) delete from reviews where id in (${ids[2]}, ${ids[0]})`
    const restart = sql`with gone as (delete from review_log) delete from reviews`
    expect(await tampered(restart, faults)).toEqual([])
    expect(await tampered(restart, () => faults(noted))).toEqual([
      { kind: 'lost_end', position: noted.position },
    ])
    expect(await tampered(cut, () => faults(noted))).toContainEqual({
      kind: 'lost_end',
      position: noted.position,
    })
    expect(await faults(noted)).toEqual([])
  })

  test('cannot be changed, shortened or emptied by a statement', async () => {
    for (const change of [
      sql`update review_log set entry = '{}'`,
      sql`delete from review_log where position = 1`,
      sql`truncate review_log`,
    ]) {
      await expect(change.execute(market.services.db)).rejects.toThrow('append-only')
    }
  })

  test('stays whole when reviews are changed, erased and taken back, and keeps nothing by which a text could be guessed', async () => {
    const noted = await findLogEnd(market.services.db)
    const as = (n: number) => ctxOf(market, stores[n])
    await changeReview.run(as(0), { body: { item_id: item.id, rating: 2, text: 'Changed' } })
    await eraseReviewText(market.services, ids[1]!)
    await deleteReview.run(as(2), { body: { item_id: item.id } })
    expect(await faults(noted)).toEqual([])
    await deleteReview.run(as(0), { body: { item_id: item.id } })
    expect(await faults(noted)).toEqual([])
    const log = await market.services.db
      .selectFrom('review_log')
      .selectAll()
      .orderBy('position')
      .execute()
    expect(log.map((line) => (JSON.parse(line.entry) as { action: string }).action)).toEqual([
      'written',
      'written',
      'written',
      'replied',
      'changed',
      'erased',
      'deleted',
      'deleted',
      'deleted',
    ])
    expect(JSON.stringify(log)).not.toMatch(/Text|Changed|Thank|sto_/)
    expect(await market.services.db.selectFrom('review_replies').selectAll().execute()).toEqual([])
  })

  test('is read through once a day by whoever comes first; what is wrong is reported and kept, and a noted end finds a log that was begun anew', async () => {
    const { services, clock } = market
    // At noon, so that the hour below ends on the same day whenever this runs.
    clock.moveSeconds((36 * 3_600_000 - (clock.now().getTime() % 86_400_000)) / 1000)
    const said: { level: number; msg: string; faults?: unknown }[] = []
    const log = pino({}, { write: (line) => said.push(JSON.parse(line)) })
    const check = () => checkReviewLog({ ...services, log })
    const checks = () =>
      services.db
        .selectFrom('review_log_checks')
        .select(['position', 'fault_count', 'faults', 'finished_at'])
        .orderBy('day')
        .execute()
    expect((await Promise.all([check(), check(), check()])).filter(Boolean)).toEqual([[]])
    expect(await check()).toBeNull()
    const end = await findLogEnd(services.db)
    expect(await checks()).toMatchObject([{ position: end.position, fault_count: 0, faults: [] }])
    expect(said).toMatchObject([{ level: 30, end }])

    clock.moveSeconds(86_400)
    const found = await tampered(
      sql`with gone as (delete from review_log), replies as (delete from review_replies) delete from reviews`,
      check,
    )
    expect(found).toEqual([{ kind: 'lost_end', position: end.position }])
    expect(said.at(-1)).toMatchObject({
      level: 50,
      msg: 'the log of reviews does not hold',
      faults: found,
    })
    expect((await checks())[1]).toMatchObject({ fault_count: 1, faults: found })

    // a worker that died in the middle of it is taken over from after an hour
    clock.moveSeconds(86_400)
    await services.db
      .insertInto('review_log_checks')
      .values({
        day: sql`${clock.now().toISOString().slice(0, 10)}::date`,
        started_at: clock.now(),
      })
      .execute()
    expect(await check()).toBeNull()
    clock.moveSeconds(3_601)
    expect(await check()).toEqual([])
    expect((await checks()).every((one) => one.finished_at !== null)).toBe(true)
  })

  test('has one end however many write at once', async () => {
    const more = await Promise.all(
      Array.from({ length: 6 }, (_, n) => addStore(market, `at-once-${n}`)),
    )
    for (const store of more) await giveItem(market, store, item.id)
    await Promise.all(
      more.map((store) =>
        writeReview.run(ctxOf(market, store), { body: { item_id: item.id, rating: 3 } }),
      ),
    )
    expect(await faults()).toEqual([])
  })
})
