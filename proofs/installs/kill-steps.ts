import type { Killable } from '../harness/kill-through.ts'
import type { TestBed, Place } from './test-bed.ts'
import type { Reply } from './owner.ts'
import { NEW, OLD } from './seed-items.ts'

export interface Prepared extends Place {
  /** Ends when the work is over or the market is dead. */
  act(): Promise<unknown>
  /** What an owner may do afterwards. */
  again(): Promise<Reply>
}

export type KillStep = Killable<Prepared>

const MOMENT_MS = 25
/** Longer than anything takes that is not stuck. */
const TIMEOUT_MS = 120_000

/** Waits for work that the market does by itself; not for one that is dead. */
export async function untilDone(
  testBed: TestBed,
  { owner, item }: Place,
  patienceMs = TIMEOUT_MS,
): Promise<void> {
  const until = performance.now() + patienceMs
  while (performance.now() < until && testBed.markets.some((market) => market.isAlive())) {
    const open = await testBed.db
      .selectFrom('installation_runs')
      .innerJoin('installations', 'installations.id', 'installation_id')
      .select('installation_runs.id')
      .where('store_id', '=', owner.storeId)
      .where('item_id', '=', item.id)
      .where('installation_runs.state', 'in', ['queued', 'running'])
      .executeTakeFirst()
    if (!open) return
    await new Promise((resolve) => setTimeout(resolve, MOMENT_MS))
  }
}

export const stateOf = async (
  { db }: TestBed,
  { owner, item }: Place,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('installations')
      .select('state')
      .where('store_id', '=', owner.storeId)
      .where('item_id', '=', item.id)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.state

/** Brings an installation into a state that it must reach when nothing is in its way. */
export async function installVersion(
  testBed: TestBed,
  place: Place,
  ask: () => Promise<Reply>,
  state: string,
): Promise<void> {
  const { status, body } = await ask()
  if (status !== 200) throw new Error(`could not be prepared: ${status} ${JSON.stringify(body)}`)
  await untilDone(testBed, place)
  const seen = await stateOf(testBed, place)
  if (seen !== state) throw new Error(`should be ${state} and is ${seen}`)
}

const step = (
  name: string,
  testBed: TestBed,
  {
    standing,
    paused,
    ask,
    refuse,
  }: {
    standing?: string
    paused?: boolean
    ask: (place: Place) => Promise<Reply>
    refuse?: boolean
  },
): KillStep => ({
  name,
  async prepare() {
    const place = await testBed.newPlace()
    const { owner, item } = place
    if (standing)
      await installVersion(testBed, place, () => owner.install(item, standing), 'installed')
    if (paused) await installVersion(testBed, place, () => owner.press(item, 'pause'), 'paused')
    const act = async () => {
      // What comes last is refused for good, so that the work is given up and taken back.
      if (refuse) await testBed.system.refuse(place, true)
      await ask(place)
      await untilDone(testBed, place)
    }
    return { ...place, act, again: () => ask(place) }
  },
})

/**
 * Everything that an owner can begin, and what the market begins by itself when it cannot be
 * finished.
 */
export const killSteps = (testBed: TestBed): KillStep[] => [
  step('install', testBed, { ask: ({ owner, item }) => owner.install(item, OLD) }),
  step('update', testBed, { standing: OLD, ask: ({ owner, item }) => owner.update(item, NEW) }),
  step('uninstall', testBed, { standing: NEW, ask: ({ owner, item }) => owner.uninstall(item) }),
  step('back to the old version', testBed, {
    standing: NEW,
    ask: ({ owner, item }) => owner.update(item, OLD),
  }),
  step('pause', testBed, { standing: OLD, ask: ({ owner, item }) => owner.press(item, 'pause') }),
  step('resume', testBed, {
    standing: OLD,
    paused: true,
    ask: ({ owner, item }) => owner.press(item, 'resume'),
  }),
  step('install, given up', testBed, {
    ask: ({ owner, item }) => owner.install(item, OLD),
    refuse: true,
  }),
  step('update, given up', testBed, {
    standing: OLD,
    ask: ({ owner, item }) => owner.update(item, NEW),
    refuse: true,
  }),
]
