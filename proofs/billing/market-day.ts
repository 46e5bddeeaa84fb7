import { sql } from 'kysely'
import {
  findIdleAttempts,
  findIdleRefunds,
  finishRefund,
  processAttempt,
  expireOrders,
} from '#modules/orders/public.ts'
import { advanceSubscription, findDueSubscriptions } from '#modules/billing/public.ts'
import { GatewayUnavailable } from '#modules/orders/gateways/gateway.ts'
import { inParallel } from '../harness/part.ts'
import { makeRandom, type Random } from '../harness/random.ts'
import { countPending } from '../money/ledgers.ts'
import { Died, type Fate, withFate } from './deaths.ts'
import type { TestBed } from './test-bed.ts'

const AT_ONCE = 6
const ROUNDS = 40
/** Longer than a charge is looked for, and than a subscription waits for it. */
const LATER_SECONDS = [205, 605, 605]

const hashOf = (text: string): number => {
  let hash = 2_166_136_261
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return hash >>> 0
}

/** One piece of work in six comes to harm. */
function drawFate(random: Random): Fate | null {
  const draw = random.below(100)
  if (draw < 9)
    return {
      kind: 'statement',
      number: 1 + random.below(45),
      moment: random.below(2) === 0 ? 'before' : 'after',
    }
  if (draw < 12) return { kind: 'called' }
  if (draw < 14) return { kind: 'unanswered' }
  return draw < 16 ? { kind: 'unreached' } : null
}

async function mayDie(fate: Fate | null, work: () => Promise<void>): Promise<void> {
  if (!fate) return work()
  try {
    await withFate(fate, work)
  } catch (error) {
    if (!(error instanceof Died)) throw error
  }
}

/** A bank that is not reached and a machine that is slow are no faults: the work is done again. */
const isPassing = (error: unknown): boolean =>
  error instanceof GatewayUnavailable || (error as { code?: string }).code === QUERY_CANCELED
const QUERY_CANCELED = '57014'

/** The worker of the market: everything that is due at this moment, with all that may go wrong. */
export class Worker {
  readonly #testBed: TestBed
  readonly #seed: number
  #tick = 0
  #ids = new Map<string, number>()
  turns = 0
  readonly faults: string[] = []

  constructor(testBed: TestBed, seed: number) {
    this.#testBed = testBed
    this.#seed = seed
  }

  /** Ids are drawn anew in every run: what befalls one depends on when it was first seen. */
  #random(id: string, round: number): Random {
    const place = this.#ids.get(id) ?? this.#ids.size
    this.#ids.set(id, place)
    return makeRandom(this.#seed ^ hashOf(`${place} ${this.#tick} ${round}`))
  }

  async #each(
    ids: readonly string[],
    round: number,
    work: (id: string) => Promise<void>,
  ): Promise<void> {
    await inParallel(ids, AT_ONCE, async (id) => {
      this.turns += 1
      const random = this.#random(id, round)
      const fate = round < 4 ? drawFate(random) : null
      const run = () =>
        mayDie(fate, () => work(id)).catch((error: unknown) => {
          if (!isPassing(error)) this.faults.push(`${id}: ${String(error)}`)
        })
      await Promise.all([run(), ...(random.below(12) === 0 ? [run()] : [])])
    })
  }

  async #advanceAll(): Promise<void> {
    const { services } = this.#testBed
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = await findDueSubscriptions(services)
      if (ids.length === 0) return
      await this.#each(ids, round, (id) => advanceSubscription(services, id))
    }
    this.faults.push('subscriptions stay due however often they are advanced')
  }

  /** Everything that is due now, and what follows from it within the next half hour. */
  async work(): Promise<void> {
    this.#tick += 1
    const { services } = this.#testBed
    // What an owner did before was at another moment.
    this.#testBed.moveTo(new Date(this.#testBed.now().getTime() + 1000))
    const now = this.#testBed.now()
    const closed = await services.db
      .selectFrom('stores')
      .select('id')
      .where('status', '=', 'closed')
      .execute()
    await this.#advanceAll()
    for (const seconds of LATER_SECONDS) {
      if ((await countPending(services.db)) === 0) break
      this.#testBed.moveTo(new Date(this.#testBed.now().getTime() + seconds * 1000))
      await this.#each(await findIdleAttempts(services), 1, (id) => processAttempt(services, id))
      await this.#each(await findIdleRefunds(services), 1, (id) => finishRefund(services, id))
      await this.#advanceAll()
    }
    await expireOrders(services)
    await this.#lookForChargesOf(
      closed.map(({ id }) => id),
      now,
    )
  }

  async #lookForChargesOf(stores: string[], since: Date): Promise<void> {
    if (stores.length === 0) return
    const { rows } = await sql<{ number: string }>`
      select number from orders join payment_attempts a on a.order_id = orders.id
      where a.without_buyer and a.created_at >= ${since} and store_id = any(${stores})
        and purpose <> 'change'`.execute(this.#testBed.services.db)
    for (const { number } of rows)
      this.faults.push(`${number} was charged while its store is closed`)
  }
}
