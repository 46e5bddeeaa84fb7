import type { Db } from '#db/client.ts'
import type { Limit } from '#lib/limit.ts'
import { isRefusal } from '#lib/refusal.ts'
import type { Ctx, Services } from '../../ctx.ts'
import { giveTurnsBack, limitKey, takeTurns } from '../../limits.ts'
import { countFailedAttempts } from '../data.ts'
import { refuse } from '../errors.ts'
import { MAX_ATTEMPTS_PER_HOUR } from '../rules.ts'

const HOUR = 3_600

/** Whoever tries cards out is slowed down wherever the tries come together: at a store, at an address, at a card (D10, PAY-21). */
const limitsOf = ({ ip, payTries }: Ctx, card: string | null): Limit[] => [
  { key: `pay ip ${ip}`, most: payTries.perAddress, seconds: HOUR },
  ...(card === null ? [] : [{ key: `pay card ${card}`, most: payTries.perCard, seconds: HOUR }]),
]

/**
 * Takes the turns of one attempt, in the transaction that writes it down: what is refused for another reason has cost nothing. Gives
 * what the attempt keeps, to give them back when it pays.
 */
export async function takePayTurns(trx: Db, ctx: Ctx, storeId: string, card: string | null): Promise<Buffer[]> {
  const tooMany = (seconds: number) => refuse('checkout.too_many_attempts', { params: { minutes: Math.ceil(seconds / 60) }, retryAfter: seconds })
  const since = new Date(ctx.clock.now().getTime() - HOUR * 1000)
  if (await countFailedAttempts(trx, storeId, since) >= MAX_ATTEMPTS_PER_HOUR) throw tooMany(HOUR)
  const limits = limitsOf(ctx, card)
  try {
    await takeTurns({ db: trx, clock: ctx.clock }, limits)
  } catch (error) {
    throw isRefusal(error) ? tooMany(error.details.retryAfter ?? HOUR) : error
  }
  return limits.map(({ key }) => limitKey(key))
}

/** A payment is no try: an agency that buys for many stores from one address is not stopped. */
export const returnPayTurns = (trx: Db, attempt: { limit_keys: Buffer[] | null }, { clock }: Pick<Services, 'clock'>) =>
  giveTurnsBack({ db: trx, clock }, attempt.limit_keys ?? [])
