import { sql } from 'kysely'
import { expect, test } from 'vitest'
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
