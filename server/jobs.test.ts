import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/context.ts'
import { queueMail } from '#modules/mail/public.ts'
import { startMarketplace } from '#test/support/marketplace.ts'

test('of a payment or a refund that the sweep asks for again and again, one job waits, however long the outage', async () => {
  const market = await startMarketplace({ catalogue: false })
  try {
    const { db, jobs } = market.services
    for (let sweeps = 0; sweeps < 5; sweeps += 1) {
      for (const id of ['one', 'another']) {
        await jobs.enqueue(db, 'settle-attempt', { id: `att_${id}` })
        await jobs.enqueue(db, 'finish-refund', { id: `rfd_${id}` }, 15)
      }
      await jobs.enqueue(db, 'send-mail', { id: 'mai_same' })
    }
    const { rows } = await sql<{ name: string; id: string; count: number }>`
      select name, data->>'id' as id, count(*)::int as count from pgboss.job where state < 'completed' group by 1, 2 order by 1, 2`.execute(
      db,
    )
    expect(rows.map((row) => [row.id, row.count])).toEqual([
      ['rfd_another', 1],
      ['rfd_one', 1],
      ['mai_same', 5],
      ['att_another', 1],
      ['att_one', 1],
    ])
  } finally {
    await market.stop()
  }
})

test('what has waited through an outage is worked off without pauses between one job and the next', async () => {
  const market = await startMarketplace({ catalogue: false })
  try {
    const { db, jobs } = market.services
    // More than four hands would do in this time if each rested five seconds after a job.
    for (let n = 0; n < 100; n += 1)
      await jobs.enqueue(db, 'settle-attempt', { id: `att_nobody_${n}` })
    const waiting = async () =>
      (
        await sql<{
          count: number
        }>`select count(*)::int as count from pgboss.job where name = 'settle-attempt' and state < 'completed'`.execute(
          db,
        )
      ).rows[0]?.count
    expect(await waiting()).toBe(100)
    await market.startWorker()
    await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
  } finally {
    await market.stop()
  }
})

test('mails of many orders are taken in batches, and one that fails is tried again alone', async () => {
  const market = await startMarketplace({ catalogue: false })
  try {
    const { db, clock } = market.services
    for (let n = 0; n < 12; n += 1)
      await inTransaction(market.services, (trx) =>
        queueMail(market.services, trx, {
          key: `batch ${n}`,
          to: 'owner@shop.example',
          locale: 'tr',
          subject: 'Toplu',
          paragraphs: ['Merhaba'],
        }),
      )
    const [broken] = await db.selectFrom('mails').select('id').limit(1).execute()
    await db
      .updateTable('mails')
      .set({ content_sealed: 'unreadable', next_try_at: clock.now() })
      .where('id', '=', broken?.id ?? '')
      .execute()
    await market.startWorker()
    const countOf = async (states: string[]) =>
      (
        await sql<{
          count: number
        }>`select count(*)::int as count from pgboss.job where name = 'send-mail' and state::text = any(${states})`.execute(
          db,
        )
      ).rows[0]?.count
    await expect.poll(() => countOf(['completed']), { timeout: 20_000 }).toBe(11)
    expect(await countOf(['retry', 'active', 'created'])).toBe(1)
    const ends = await sql<{ at: Date }>`
      select distinct completed_on as at from pgboss.job where name = 'send-mail' and state = 'completed'`.execute(
      db,
    )
    // One statement records the end of a batch.
    expect(ends.rows.length).toBeLessThanOrEqual(3)
  } finally {
    await market.stop()
  }
})
