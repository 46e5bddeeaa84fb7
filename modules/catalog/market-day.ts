import { sql } from 'kysely'
import type { Services } from '#kernel/context.ts'

/**
 * Lets the market's day be today (UTC): what "in the last 30 days" counts from. True when it was
 * another one.
 */
export async function turnMarketDay({
  db,
  clock,
}: {
  db: Services['db']
  clock: Pick<Services['clock'], 'now'>
}): Promise<boolean> {
  const today = clock.now().toISOString().slice(0, 10)
  const {
    rows: [turned],
  } = await sql<{ turned: boolean }>`select turn_market_day(${today}::date) as turned`.execute(db)
  return turned?.turned ?? false
}
