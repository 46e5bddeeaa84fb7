import { AHEAD_SECONDS, type TestBed } from './test-bed.ts'
import { CARDS, type Buyer } from './buyer.ts'
import { countPending } from './ledgers.ts'
import { finish } from './finish.ts'
import { killThrough } from '../harness/kill-through.ts'
import { KILL_STEPS, type KillStep } from './kill-steps.ts'
import { inParallel, type Part, type PartRun } from './part.ts'
import type { Violation } from './violation.ts'

/**
 * More than the machine has processors: a good part of the time goes by in waiting for what the
 * market does by itself.
 */
const LANES = 3
/**
 * In small: every second place of the one, and the others of the other. Both make the same rows,
 * the attempt and its end, around a call to the bank.
 */
const SAMPLE_STEPS: readonly string[] = ['pay, charged at once', 'return']

interface Lane {
  testBed: TestBed
  buyers: Buyer[]
  kills: number
  points: Set<string>
  run: PartRun
}

/**
 * What happens after a kill goes round: nothing, the same again, the same with another card, a
 * look at the status.
 */
async function afterwards(
  lane: Lane,
  step: Awaited<ReturnType<KillStep['prepare']>>,
  turn: number,
): Promise<void> {
  if (turn % 4 === 1) await step.again()
  if (turn % 4 === 2 && step.buyer.addressId !== '')
    await step.buyer.pay({ key: crypto.randomUUID(), card: CARDS.another })
  if (turn % 4 === 3) await step.buyer.status()
}

const killAt = (lane: Lane, step: KillStep): Promise<void> => {
  const { testBed, run } = lane
  return killThrough(
    { name: step.name, prepare: () => step.prepare(testBed) },
    {
      killSwitch: testBed.killSwitch,
      kill: testBed.killMarkets,
      times: run.times,
      sample: run.sample,
      sampleTakes: (nth) => nth % 4 === SAMPLE_STEPS.indexOf(step.name),
      say: run.say,
      isStopping: run.isStopping,
      onPrepared({ buyer }) {
        buyer.case = step.name
        lane.buyers.push(buyer)
      },
      async onKilled(fired, moment) {
        lane.kills += 1
        Object.assign(lane.buyers.at(-1) ?? {}, {
          case: `${step.name}, killed ${moment} ${fired.kind} ${fired.number} (${fired.what})`,
        })
        lane.points.add(`${step.name} ${moment} ${fired.kind} ${fired.number}`)
        await testBed.startMarkets()
      },
      afterwards: (prepared, turn) => afterwards(lane, prepared, turn),
    },
  )
}

/**
 * Wrecks of every kind, and a market that dies at the n-th side effect of clearing them up, again
 * and again until all is cleared.
 */
async function killRecovery(lane: Lane, rounds: readonly number[]): Promise<void> {
  const { testBed, run } = lane
  for (const round of rounds) {
    if (run.isStopping()) return
    for (const step of KILL_STEPS) {
      const prepared = await step.prepare(testBed)
      prepared.buyer.case = `${step.name}, recovery round ${round}`
      lane.buyers.push(prepared.buyer)
      // Where most of it is done and nobody knows of it.
      testBed.killSwitch.arm(
        step.name.startsWith('pay') ? 12 - round : 3 + round,
        'after',
        testBed.killMarkets,
      )
      await prepared.act()
      if (testBed.killSwitch.rest().fired) lane.kills += 1
      await testBed.startMarkets()
    }
    testBed.killMarkets()
    for (let number = 1; number < 60; number += 1) {
      testBed.killSwitch.arm(number, number % 2 === 0 ? 'before' : 'after', testBed.killMarkets)
      await testBed.startMarkets(AHEAD_SECONDS)
      await untilIdle(testBed)
      const { fired } = testBed.killSwitch.rest()
      if (!fired) break
      lane.kills += 1
      lane.points.add(`recovery ${fired.kind} ${fired.what}`)
    }
    testBed.killMarkets()
    await testBed.startMarkets()
  }
}

async function untilIdle({ db, killSwitch }: TestBed): Promise<void> {
  for (let turn = 0; turn < 100 && !killSwitch.fired; turn += 1) {
    if (turn > 5 && (await countPending(db)) === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** SIGKILL at every side effect of checkout and of clearing up after it. */
export const killLoop: Part = async (run) => {
  const violations: Violation[] = []
  const steps = KILL_STEPS.filter((step) => !run.sample || SAMPLE_STEPS.includes(step.name))
  /** Each lane takes the next one. */
  const left = [...steps.filter((step) => step.waits), ...steps.filter((step) => !step.waits)]
  const lanes = await Promise.all(
    Array.from({ length: run.sample ? 1 : LANES }, async (): Promise<Lane> => {
      const testBed = await run.open({ stores: run.sample ? 6 : 80, items: run.sample ? 6 : 12 })
      return { testBed, buyers: [], kills: 0, points: new Set(), run }
    }),
  )
  try {
    await inParallel(lanes, lanes.length, async (lane) => {
      await lane.testBed.startMarkets()
      // The bank's notices get lost here, but for those that a step delivers: nobody else comes to
      // clear up.
      lane.testBed.front.holdNotices(true)
      for (let step = left.shift(); step; step = left.shift()) await killAt(lane, step)
      // Each round once, in one lane or another.
      if (!run.sample)
        await killRecovery(
          lane,
          Array.from({ length: run.times }, (_, round) => round).filter(
            (round) => round % lanes.length === lanes.indexOf(lane),
          ),
        )
      const under = await lane.testBed.settle()
      run.say(`${lane.kills} kills at ${lane.points.size} points; ${under} left under way`)
      violations.push(...(await lane.testBed.check()))
      if (run.sample) return
      for (const buyer of lane.buyers) violations.push(...(await finish(buyer)))
      await lane.testBed.settle()
      violations.push(...(await lane.testBed.check()))
    })
  } finally {
    await Promise.all(lanes.map((lane) => lane.testBed.close()))
  }
  const [kills, points] = [
    lanes.reduce((sum, lane) => sum + lane.kills, 0),
    new Set(lanes.flatMap((lane) => [...lane.points])).size,
  ]
  return {
    done: `${kills} kills at ${points} points of checkout and recovery, ${lanes.reduce((sum, lane) => sum + lane.buyers.length, 0)} orders`,
    violations,
  }
}
