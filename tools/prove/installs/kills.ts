import type { Effect } from '../harness/fuse.ts'
import { killThrough } from '../harness/kill-through.ts'
import { AHEAD_SECONDS, type Arena, type Place } from './arena.ts'
import { countOpenRuns } from './books.ts'
import { takeOff } from './finish.ts'
import { killSteps, type KillStep, type Prepared } from './kill-steps.ts'
import { inParallel, type Part, type PartRun } from './part.ts'
import { NEW } from './stock.ts'
import type { OpenSystem } from './systems/other-system.ts'
import type { Violation } from './violation.ts'

/** Where, and how much of it. */
interface Extent {
  system: OpenSystem
  /** More than the machine has processors: a good part of the time goes by in waiting for what the market does by itself. */
  lanes: number
  stores: number
  items: number
  /** Of the side effects, those at which it dies; what is the same whatever is installed on need not be done on every system. */
  takes?: (effect: Effect) => boolean
}

interface Lane { arena: Arena; places: Place[]; kills: number; points: Set<string>; run: PartRun; takes?: (effect: Effect) => boolean }

/** What happens after a death goes round: nothing, the same again, the opposite, a look. */
async function afterwards({ owner, item, again }: Prepared, turn: number): Promise<void> {
  if (turn % 4 === 1) await again()
  if (turn % 4 === 2) await owner.uninstall(item)
  if (turn % 4 === 3) await owner.look(item)
}

const killAt = (lane: Lane, step: KillStep): Promise<void> => killThrough(step, {
  fuse: lane.arena.fuse, kill: lane.arena.killMarkets, times: lane.run.times, sample: lane.run.sample, sampleEvery: 30, ...(lane.takes && { takes: lane.takes }), say: lane.run.say, isStopping: lane.run.isStopping,
  onPrepared: place => void lane.places.push(place),
  async onKilled(fired, moment) {
    lane.kills += 1
    lane.points.add(`${step.name} ${moment} ${fired.kind} ${fired.number}`)
    await lane.arena.startMarkets()
  },
  afterwards,
})

/** Wrecks of every kind, and a market that dies at the n-th side effect of clearing them up, again and again until all is cleared. */
async function killRecovery(lane: Lane, wrecks: readonly KillStep[]): Promise<void> {
  const { arena, run } = lane
  for (let round = 0; round < (run.sample ? 1 : run.times) && !run.isStopping(); round += 1) {
    for (const step of wrecks) {
      const prepared = await step.prepare()
      lane.places.push(prepared)
      // In the midst of it, a little further each time.
      arena.fuse.arm(12 + 5 * round, round % 2 === 0 ? 'after' : 'before', arena.killMarkets)
      await prepared.act()
      if (arena.fuse.rest().fired) lane.kills += 1
      await arena.startMarkets()
    }
    arena.killMarkets()
    arena.moveAhead(AHEAD_SECONDS)
    for (let number = 1; number < 200; number += number < 20 ? 1 : 4) {
      arena.fuse.arm(number, number % 2 === 0 ? 'before' : 'after', arena.killMarkets)
      await arena.startMarkets()
      await untilIdle(arena)
      const { fired } = arena.fuse.rest()
      if (!fired) break
      lane.kills += 1
      lane.points.add(`recovery ${fired.kind} ${fired.what}`)
    }
    arena.killMarkets()
    await arena.startMarkets()
  }
}

async function untilIdle({ db, fuse }: Arena): Promise<void> {
  for (let turn = 0; turn < 100 && !fuse.fired; turn += 1) {
    if (turn > 5 && await countOpenRuns(db) === 0) return
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** SIGKILL at every side effect of install, update, uninstall, the way back, and of what is taken back by itself; and of clearing up after it. */
export const killsOn = ({ system, lanes: count, stores, items, takes }: Extent): Part => async run => {
  const violations: Violation[] = []
  const lanes = await Promise.all(Array.from({ length: run.sample ? 1 : count }, async (): Promise<Lane> =>
    ({ arena: await run.open({ system, stores: run.sample ? 30 : stores, items }), places: [], kills: 0, points: new Set(), run, ...(takes && { takes }) })))
  const left = lanes[0] ? killSteps(lanes[0].arena).map(step => step.name).filter(name => !run.sample || name === 'update') : []
  try {
    await inParallel(lanes, lanes.length, async lane => {
      await lane.arena.startMarkets()
      const steps = killSteps(lane.arena)
      // Each lane takes the next one.
      for (let name = left.shift(); name !== undefined; name = left.shift()) for (const step of steps.filter(one => one.name === name)) await killAt(lane, step)
      if (!run.sample) await killRecovery(lane, steps.filter((_, n) => n % lanes.length === lanes.indexOf(lane)))
      const open = await lane.arena.settle()
      run.say(`${lane.kills} kills at ${lane.points.size} points; ${open} runs left open`)
      violations.push(...await lane.arena.check())
      await inParallel(lane.places, 6, async place => { violations.push(...await takeOff(lane.arena, place)) })
      violations.push(...await lane.arena.check())
    })
  } finally {
    await Promise.all(lanes.map(lane => lane.arena.close()))
  }
  const [deaths, points] = [lanes.reduce((sum, lane) => sum + lane.kills, 0), new Set(lanes.flatMap(lane => [...lane.points])).size]
  return { done: `${deaths} kills at ${points} points of install, update to ${NEW}, the way back, uninstall and recovery, ${lanes.reduce((sum, lane) => sum + lane.places.length, 0)} places`, violations }
}
