import type { Killable } from '../harness/kill-through.ts'
import type { Arena, Place } from './arena.ts'
import type { Reply } from './owner.ts'
import { NEW, OLD } from './stock.ts'

export interface Prepared extends Place {
  /** Ends when the work is over or the market is dead. */
  act(): Promise<unknown>
  /** What an owner may do afterwards. */
  again(): Promise<Reply>
}

export type KillStep = Killable<Prepared>

const MOMENT_MS = 25
/** Longer than anything takes that is not stuck. */
const PATIENCE_MS = 120_000

/** Waits for work that the market does by itself; not for one that is dead. */
export async function untilDone(arena: Arena, { owner, item }: Place, patienceMs = PATIENCE_MS): Promise<void> {
  const until = performance.now() + patienceMs
  while (performance.now() < until && arena.markets.some(market => market.isAlive())) {
    const open = await arena.db.selectFrom('installation_runs').innerJoin('installations', 'installations.id', 'installation_id').select('installation_runs.id')
      .where('store_id', '=', owner.storeId).where('item_id', '=', item.id).where('installation_runs.state', 'in', ['queued', 'running']).executeTakeFirst()
    if (!open) return
    await new Promise(resolve => setTimeout(resolve, MOMENT_MS))
  }
}

export const stateOf = async ({ db }: Arena, { owner, item }: Place): Promise<string | undefined> => (await db.selectFrom('installations').select('state')
  .where('store_id', '=', owner.storeId).where('item_id', '=', item.id).orderBy('created_at', 'desc').limit(1).executeTakeFirst())?.state

/** Brings an installation into a state that it must reach when nothing is in its way. */
export async function bring(arena: Arena, place: Place, ask: () => Promise<Reply>, state: string): Promise<void> {
  const { status, body } = await ask()
  if (status !== 200) throw new Error(`could not be prepared: ${status} ${JSON.stringify(body)}`)
  await untilDone(arena, place)
  const seen = await stateOf(arena, place)
  if (seen !== state) throw new Error(`should be ${state} and is ${seen}`)
}

const step = (name: string, arena: Arena, { standing, paused, ask, refuse }: { standing?: string; paused?: boolean; ask: (place: Place) => Promise<Reply>; refuse?: boolean }): KillStep => ({
  name,
  async prepare() {
    const place = await arena.newPlace()
    const { owner, item } = place
    if (standing) await bring(arena, place, () => owner.install(item, standing), 'installed')
    if (paused) await bring(arena, place, () => owner.press(item, 'pause'), 'paused')
    const act = async () => {
      // What comes last is refused for good, so that the work is given up and taken back.
      if (refuse) await arena.system.refuse(place, true)
      await ask(place)
      await untilDone(arena, place)
    }
    return { ...place, act, again: () => ask(place) }
  },
})

/** Everything that an owner can begin, and what the market begins by itself when it cannot be finished. */
export const killSteps = (arena: Arena): KillStep[] => [
  step('install', arena, { ask: ({ owner, item }) => owner.install(item, OLD) }),
  step('update', arena, { standing: OLD, ask: ({ owner, item }) => owner.update(item, NEW) }),
  step('uninstall', arena, { standing: NEW, ask: ({ owner, item }) => owner.uninstall(item) }),
  step('back to the old version', arena, { standing: NEW, ask: ({ owner, item }) => owner.update(item, OLD) }),
  step('pause', arena, { standing: OLD, ask: ({ owner, item }) => owner.press(item, 'pause') }),
  step('resume', arena, { standing: OLD, paused: true, ask: ({ owner, item }) => owner.press(item, 'resume') }),
  step('install, given up', arena, { ask: ({ owner, item }) => owner.install(item, OLD), refuse: true }),
  step('update, given up', arena, { standing: OLD, ask: ({ owner, item }) => owner.update(item, NEW), refuse: true }),
]
