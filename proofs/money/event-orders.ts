import type { TestBed } from './test-bed.ts'
import {
  answerChallenge,
  CARDS,
  challengeOf,
  returnToMarket,
  type Buyer,
  type ReturnForm,
} from './buyer.ts'
import { finish } from './finish.ts'
import { ownCard } from './own-cards.ts'
import { inParallel, type Part } from './part.ts'
import type { Violation } from './violation.ts'

const EVENTS = ['return', 'notice', 'poll', 'retry', 'cancel'] as const
type Event = (typeof EVENTS)[number]

/** How the payment stands when the events come. */
const SITUATIONS = {
  /** The challenge was passed and nobody has asked for the money yet. */
  passed: CARDS.pays,
  /** The bank took the money, and its answer got lost: the market says "unknown". */
  'charged, unknown': ownCard('reset_after'),
  /** The bank will say no when it is asked for the money: a decline that comes late. */
  'will be declined': CARDS.declined,
  /** The holder has the bank's page open still. */
  'challenge open': CARDS.pays,
} as const
type Situation = keyof typeof SITUATIONS

/** All orders of a list: 120 of five. */
export function permutations<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]]
  return list.flatMap((one, n) =>
    permutations([...list.slice(0, n), ...list.slice(n + 1)]).map((rest) => [one, ...rest]),
  )
}

/**
 * So much later does the second process live: for it a payment is old enough that a poll asks the
 * bank.
 */
const LATER_SECONDS = 5

interface Scene {
  testBed: TestBed
  buyer: Buyer
  url: string
  form: ReturnForm | null
  wasPaid: boolean
}

async function prepareScene(testBed: TestBed, situation: Situation): Promise<Scene> {
  const buyer = await testBed.newBuyer().prepare()
  const reply = await buyer.pay({ card: SITUATIONS[situation] })
  const url = challengeOf(reply)
  const form = situation === 'challenge open' ? null : await answerChallenge(testBed.world, url)
  if (situation === 'charged, unknown' && form) await returnToMarket(testBed.world, form)
  return { testBed, buyer, url, form, wasPaid: false }
}

/** Each event as the world makes it; a notice is delivered as often as it has come. */
async function deliverEvent(scene: Scene, event: Event): Promise<void> {
  const { testBed, buyer, url } = scene
  switch (event) {
    case 'return': {
      scene.form ??= await answerChallenge(testBed.world, url)
      if (scene.form) await returnToMarket(testBed.world, scene.form)
      return
    }
    case 'notice':
      for (const notice of testBed.front.held.filter((one) => one.body.includes(buyer.orderNumber)))
        await testBed.front.deliver(notice)
      return
    case 'poll':
      await buyer.status()
      return
    case 'retry':
      // The same click again, and another card in another tab.
      await Promise.all([buyer.pay(), buyer.pay({ key: crypto.randomUUID(), card: CARDS.another })])
      return
    case 'cancel': {
      const left = await answerChallenge(testBed.world, url, 'cancel')
      if (left) await returnToMarket(testBed.world, left)
    }
  }
}

/**
 * All orders of return, notice, poll, retry and cancel, each twice at once, on payments that stand
 * in four ways; and the notices once more at the end.
 */
export const eventOrders: Part = async (run) => {
  const all = permutations(EVENTS)
  // Of 24 that begin with the same event one: each comes first, and meets two situations; each
  // situation is met.
  const sample = all.filter((_, n) => n % 48 === run.seed % 48)
  const situations = Object.keys(SITUATIONS) as Situation[]
  const scenes = (run.sample ? sample : all).flatMap((order, n) =>
    situations
      .filter((_, one) => !run.sample || (one + n) % 2 === 0)
      .map((situation) => ({ order, situation })),
  )
  const violations: Violation[] = []
  // No divisor of the situations: else some stores would get all the declines, up to their limit.
  const testBed = await run.open({ markets: 2, stores: run.sample ? 13 : 121, items: 6 })
  try {
    testBed.markets[1]?.kill()
    await testBed.startMarkets([0, LATER_SECONDS])
    testBed.front.holdNotices(true)
    let done = 0
    await inParallel(scenes, 6, async ({ order, situation }) => {
      if (run.isStopping()) return
      const scene = await prepareScene(testBed, situation)
      const { buyer } = scene
      buyer.case = `${order.join(', ')}; ${situation}`
      for (const event of order) {
        await Promise.all([deliverEvent(scene, event), deliverEvent(scene, event)])
        const outcome = (await buyer.status()).body?.data?.outcome
        if (scene.wasPaid && outcome !== 'confirmed')
          violations.push({
            invariant: 'I9',
            order: buyer.orderNumber,
            what: `was paid and is ${outcome}`,
            case: buyer.case,
          })
        scene.wasPaid ||= outcome === 'confirmed'
      }
      for (let turn = 0; turn < 3; turn += 1) await deliverEvent(scene, 'notice')
      violations.push(...(await finish(buyer)))
      await deliverEvent(scene, 'notice')
      done += 1
      if (done % 60 === 0) run.say(`${done} of ${scenes.length}`)
    })
    const left = await testBed.settle()
    if (left > 0) run.say(`${left} left under way`)
    violations.push(...(await testBed.check()))
  } finally {
    await testBed.close()
  }
  return {
    done: `${scenes.length} orders of events (${run.sample ? sample.length : all.length} of 120, ${situations.length} situations), each event twice at once`,
    violations,
  }
}
