import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Limit } from '#lib/limit.ts'
import type { Ctx } from '#kernel/context.ts'
import {
  limitKey,
  consumeRateLimitsSql,
  secondsToWait,
  type RateLimitUse,
} from '#kernel/rate-limits.ts'
import { refuse } from '../errors.ts'
import { MAX_ATTEMPTS_PER_HOUR } from '../rules.ts'
import { isMoving, LIVE_ATTEMPTS } from '../transitions.ts'

const HOUR = 3_600

/**
 * Whoever tries cards out is slowed down wherever the tries come together: at a store, at an
 * address, at a card (D10, PAY-21).
 */
const limitsOf = ({ ip, payTries }: Ctx, card: string | null): Limit[] => [
  { key: `pay ip ${ip}`, most: payTries.perAddress, seconds: HOUR },
  ...(card === null ? [] : [{ key: `pay card ${card}`, most: payTries.perCard, seconds: HOUR }]),
]

/**
 * Takes the turns of one attempt and looks whether another one goes on, in one statement of the
 * transaction that writes the attempt down, behind its order's lock: what is refused, for this
 * reason or another, has cost nothing. Answers the keys of the turns, for an attempt that pays
 * gives them back, and the challenge that the buyer has left for this one.
 */
export async function takePayTurns(
  trx: Db,
  ctx: Ctx,
  { orderId, storeId, card }: { orderId: string; storeId: string; card: string | null },
): Promise<{ limitKeys: Buffer[]; left: string | null }> {
  const now = ctx.clock.now()
  const limits = limitsOf(ctx, card)
  const {
    rows: [row],
  } = await sql<{
    turns: RateLimitUse[]
    failed: number
    live: { id: string; state: string } | null
  }>`
    with turns as (${consumeRateLimitsSql(limits, now)})
    select (select json_agg(json_build_object('key', encode(key, 'hex'), 'used', used, 'ends_at', ends_at)) from turns) as turns,
      (select count(*) from payment_attempts join orders on orders.id = order_id where store_id = ${storeId} and payment_attempts.state in ('declined', 'voided')
        and payment_attempts.created_at > ${secondsAfter(now, -HOUR)}) as failed,
      (select json_build_object('id', id, 'state', state) from payment_attempts where order_id = ${orderId} and state in (${sql.join([...LIVE_ATTEMPTS])})) as live`.execute(
    trx,
  )
  if (!row) throw new Error('a statement without a row')
  if (isMoving(row.live ?? undefined)) throw refuse('checkout.payment_in_flight')
  const wait = row.failed >= MAX_ATTEMPTS_PER_HOUR ? HOUR : secondsToWait(limits, row.turns, now)
  if (wait !== null)
    throw refuse('checkout.too_many_attempts', {
      params: { minutes: Math.ceil(wait / 60) },
      retryAfter: wait,
    })
  return { limitKeys: limits.map(({ key }) => limitKey(key)), left: row.live?.id ?? null }
}
