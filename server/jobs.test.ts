import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startMarketplace } from '#test/support/marketplace.ts'

test('what has waited through an outage is worked off without pauses between one job and the next', async () => {
  const market = await startMarketplace({ catalogue: false })
  try {
    const { db, jobs } = market.services
    // More than four hands would do in this time if each rested five seconds after a job.
    for (let n = 0; n < 100; n += 1) await jobs.enqueue(db, 'settle-attempt', { id: `att_nobody_${n}` })
    const waiting = async () => (await sql<{ count: number }>`select count(*)::int as count from pgboss.job where name = 'settle-attempt' and state < 'completed'`.execute(db)).rows[0]?.count
    expect(await waiting()).toBe(100)
    await market.startWorker()
    await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
  } finally {
    await market.stop()
  }
})
