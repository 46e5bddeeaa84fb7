import type { TestBed } from './test-bed.ts'
import { answerChallenge, returnToMarket, type Buyer } from './buyer.ts'
import { finish } from './finish.ts'
import { refundByOperator } from './operator.ts'
import { BEHAVIORS, ownCard, STEPS, type Behavior, type Step } from './own-cards.ts'
import { inParallel, type Part } from './part.ts'
import type { Violation } from './violation.ts'

interface Case {
  name: string
  card: string
  direct: boolean
  refund: boolean
}

/** What concerns the whole payment has no step. */
const isOfWholePayment = (behaviour: Behavior): boolean =>
  /^(?:notice|return|limit)_/.test(behaviour)

/**
 * What may go wrong at every call. A bank that never takes the money after the challenge and never
 * says so is asked again until it gives the payment up, after an hour: no proof waits for that.
 */
const canLast = (behaviour: Behavior, step: Step, direct: boolean): boolean =>
  step === 'charge' && !isOfWholePayment(behaviour) && (direct || !behaviour.endsWith('_before'))

/**
 * Every behavior of the bank's own range at every step, with and without a challenge, once and at
 * every call.
 */
export function allCases(): Case[] {
  const cases: Case[] = []
  for (const behaviour of Object.keys(BEHAVIORS) as Behavior[]) {
    for (const step of isOfWholePayment(behaviour) ? ['charge' as Step] : STEPS) {
      for (const direct of [false, true]) {
        for (const everyTime of canLast(behaviour, step, direct) ? [false, true] : [false]) {
          cases.push({
            name: `${behaviour} at ${step}${direct ? ', no challenge' : ''}${everyTime ? ', every time' : ''}`,
            card: ownCard(behaviour, step, { direct, everyTime }),
            direct,
            refund: step === 'refund' || behaviour.startsWith('notice_'),
          })
        }
      }
    }
  }
  return cases
}

/** For `npm test`: what is over quickly. */
const SAMPLE: [Behavior, Step][] = [
  ['reset_after', 'charge'],
  ['reset_before', 'charge'],
  ['wrong_amount', 'charge'],
  ['answer_badly_signed', 'lookup'],
  ['error_502_after', 'start'],
  ['notice_twice', 'charge'],
  ['notice_first', 'charge'],
  ['return_badly_signed', 'charge'],
  ['wrong_order', 'charge'],
  ['limit_exceeded', 'charge'],
  ['reset_after', 'refund'],
  ['wrong_amount', 'refund'],
]

async function live(testBed: TestBed, buyer: Buyer, { card, direct, refund }: Case): Promise<void> {
  await buyer.prepare()
  const reply = await buyer.pay({ card, challenge: !direct })
  const url: string | undefined = reply.body?.challenge?.url
  const form = url === undefined ? null : await answerChallenge(testBed.world, url)
  if (form) await returnToMarket(testBed.world, form)
  const { body } = await buyer.status()
  if (!refund || body?.data?.outcome !== 'confirmed') return
  // A part, and then the rest, while the bank answers the first badly.
  await refundByOperator(testBed, buyer, 1)
  await refundByOperator(testBed, buyer, null)
}

/**
 * The bank misbehaves in every way it knows, at every step: the market finds out what happened, and
 * nobody pays twice.
 */
export const behaviors: Part = async (run) => {
  const cases = run.sample
    ? SAMPLE.map(([behaviour, step]): Case => ({
        name: behaviour,
        card: ownCard(behaviour, step),
        direct: false,
        refund: step === 'refund',
      }))
    : allCases()
  const violations: Violation[] = []
  const testBed = await run.open({ stores: Math.max(cases.length, 20), items: 2 })
  const seen: Buyer[] = []
  try {
    await testBed.startMarkets()
    let done = 0
    // A bank that hangs is waited for: many at once.
    await inParallel(cases, 24, async (one) => {
      if (run.isStopping()) return
      const buyer = testBed.newBuyer()
      buyer.case = one.name
      seen.push(buyer)
      await live(testBed, buyer, one)
      done += 1
      if (done % 40 === 0) run.say(`${done} of ${cases.length}`)
    })
    const left = await testBed.settle()
    run.say(`${left} under way after the deadline`)
    violations.push(...(await testBed.check()))
    await inParallel(seen, 8, async (buyer) => {
      violations.push(...(await finish(buyer)))
    })
    await testBed.settle()
    violations.push(...(await testBed.check()))
  } finally {
    await testBed.close()
  }
  return { done: `${cases.length} ways of the bank to misbehave`, violations }
}
