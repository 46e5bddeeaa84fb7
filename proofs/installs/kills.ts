import type { Effect } from '../harness/kill-switch.ts'
import { killThrough } from '../harness/kill-through.ts'
import { AHEAD_SECONDS, type TestBed, type Place } from './test-bed.ts'
import { countOpenRuns } from './ledgers.ts'
import { takeOff } from './finish.ts'
import { killSteps, type KillStep, type Prepared } from './kill-steps.ts'
import { inParallel, type Part, type PartRun } from './part.ts'
import { NEW } from './seed-items.ts'
import type { OpenSystem } from './systems/other-system.ts'
import type { Violation } from './violation.ts'

/** Where, and how much of it. */
interface Extent {
  system: OpenSystem
  /**
   * More than the machine has processors: a good part of the time goes by in waiting for what the
   * market does by itself.
   */
  lanes: number
  stores: number
  items: number
  /**
   * Of the side effects, those at which it dies; what is the same whatever is installed on need not
   * be done on every system.
   */
  takes?: (effect: Effect) => boolean
}

interface Lane {
  testBed: TestBed
  places: Place[]
  kills: number
  points: Set<string>
  run: PartRun
  takes?: (effect: Effect) => boolean
}

/** What happens after a kill goes round: nothing, the same again, the opposite, a look. */
async function afterwards({ owner, item, again }: Prepared, turn: number): Promise<void> {
  if (turn % 4 === 1) await again()
  if (turn % 4 === 2) await owner.uninstall(item)
  if (turn % 4 === 3) await owner.look(item)
}

const killAt = (lane: Lane, step: KillStep): Promise<void> =>
  killThrough(step, {
    killSwitch: lane.testBed.killSwitch,
    kill: lane.testBed.killMarkets,
    times: lane.run.times,
    sample: lane.run.sample,
    sampleEvery: 30,
    ...(lane.takes && { takes: lane.takes }),
    say: lane.run.say,
    isStopping: lane.run.isStopping,
    onPrepared: (place) => void lane.places.push(place),
    async onKilled(fired, moment) {
      lane.kills += 1
      lane.points.add(`${step.name} ${moment} ${fired.kind} ${fired.number}`)
      await lane.testBed.startMarkets()
    },
    afterwards,
  })

/**
 * Wrecks of every kind, and a market that dies at the n-th side effect of clearing them up, again
 * and again until all is cleared.
 */
async function killRecovery(lane: Lane, wrecks: readonly KillStep[]): Promise<void> {
  const { testBed, run } = lane
  for (let round = 0; round < (run.sample ? 1 : run.times) && !run.isStopping(); round += 1) {
    for (const step of wrecks) {
      const prepared = await step.prepare()
      lane.places.push(prepared)
      // In the midst of it, a little further each time.
      testBed.killSwitch.arm(
        12 + 5 * round,
        round % 2 === 0 ? 'after' : 'before',
        testBed.killMarkets,
      )
      await prepared.act()
      if (testBed.killSwitch.rest().fired) lane.kills += 1
      await testBed.startMarkets()
    }
    testBed.killMarkets()
    testBed.moveAhead(AHEAD_SECONDS)
    for (let number = 1; number < 200; number += number < 20 ? 1 : 4) {
      testBed.killSwitch.arm(number, number % 2 === 0 ? 'before' : 'after', testBed.killMarkets)
      await testBed.startMarkets()
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
    if (turn > 5 && (await countOpenRuns(db)) === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/**
 * SIGKILL at every side effect of install, update, uninstall, the way back, and of what is taken
 * back by itself; and of clearing up after it.
 */
export const killsOn =
  ({ system, lanes: count, stores, items, takes }: Extent): Part =>
  async (run) => {
    const violations: Violation[] = []
    const lanes = await Promise.all(
      Array.from({ length: run.sample ? 1 : count }, async (): Promise<Lane> => ({
        testBed: await run.open({ system, stores: run.sample ? 30 : stores, items }),
        places: [],
        kills: 0,
        points: new Set(),
        run,
        ...(takes && { takes }),
      })),
    )
    const left = lanes[0]
      ? killSteps(lanes[0].testBed)
          .map((step) => step.name)
          .filter((name) => !run.sample || name === 'update')
      : []
    try {
      await inParallel(lanes, lanes.length, async (lane) => {
        await lane.testBed.startMarkets()
        const steps = killSteps(lane.testBed)
        // Each lane takes the next one.
        for (let name = left.shift(); name !== undefined; name = left.shift())
          for (const step of steps.filter((one) => one.name === name)) await killAt(lane, step)
        if (!run.sample)
          await killRecovery(
            lane,
            steps.filter((_, n) => n % lanes.length === lanes.indexOf(lane)),
          )
        const open = await lane.testBed.settle()
        run.say(`${lane.kills} kills at ${lane.points.size} points; ${open} runs left open`)
        violations.push(...(await lane.testBed.check()))
        await inParallel(lane.places, 6, async (place) => {
          violations.push(...(await takeOff(lane.testBed, place)))
        })
        violations.push(...(await lane.testBed.check()))
      })
    } finally {
      await Promise.all(lanes.map((lane) => lane.testBed.close()))
    }
    const [deaths, points] = [
      lanes.reduce((sum, lane) => sum + lane.kills, 0),
      new Set(lanes.flatMap((lane) => [...lane.points])).size,
    ]
    return {
      done: `${deaths} kills at ${points} points of install, update to ${NEW}, the way back, uninstall and recovery, ${lanes.reduce((sum, lane) => sum + lane.places.length, 0)} places`,
      violations,
    }
  }
