import type { Counted, Effect, KillSwitch, Moment } from './kill-switch.ts'

/**
 * A step of the product in which the market may die. What it needs is made before, by a market that
 * lives.
 */
export interface Killable<Prepared extends { act(): Promise<unknown> }> {
  name: string
  prepare(): Promise<Prepared>
}

export interface KillPlan<Prepared> {
  killSwitch: KillSwitch
  kill: () => void
  /**
   * So often after an effect that lasts. Before it only once, and not at all when once is all: what
   * the world holds then is what it held after the effect before, and a market that is dead
   * remembers nothing else. Once as well where something is done inside a transaction.
   */
  times: number
  /** For `npm test`: once after each place where something lasts, or after every so manieth. */
  sample: boolean
  sampleEvery?: number
  /** Of the places of a step where something lasts, counted from 0, those that a sample takes. */
  sampleTakes?: (lasting: number) => boolean
  /** Those at which it dies; all, where nobody says otherwise. */
  takes?: (effect: Effect) => boolean
  say: (words: string) => void
  isStopping: () => boolean
  /** Told of each preparation, before it acts. */
  onPrepared: (prepared: Prepared) => void
  /** The market is dead: somebody starts it again. */
  onKilled: (fired: Counted, moment: Moment) => Promise<void>
  /** What happens after a kill, by turns. */
  afterwards: (prepared: Prepared, turn: number) => Promise<void>
}

/** What a step does to the world, from one that nothing happens to. */
export async function trace<Prepared extends { act(): Promise<unknown> }>(
  step: Killable<Prepared>,
  { killSwitch, onPrepared }: Pick<KillPlan<Prepared>, 'killSwitch' | 'onPrepared'>,
): Promise<Counted[]> {
  const prepared = await step.prepare()
  onPrepared(prepared)
  killSwitch.watch()
  await prepared.act()
  return killSwitch.rest().seen
}

/**
 * The market dies at the n-th side effect of a step, n = 1, 2, 3 … until none is left (SQLite's way
 * of testing what can fail). Inside an open transaction it dies once, for nothing of it lasts.
 */
export async function killThrough<Prepared extends { act(): Promise<unknown> }>(
  step: Killable<Prepared>,
  plan: KillPlan<Prepared>,
): Promise<void> {
  const { killSwitch, sample, isStopping } = plan
  const began = performance.now()
  const effects = await trace(step, plan)
  let [kills, lasting] = [0, -1]
  const { sampleEvery = 1, sampleTakes = () => true, takes = () => true } = plan
  for (const [place, effect] of effects.entries()) {
    if (!takes(effect) || (sample && place % sampleEvery !== 0)) continue
    const lasts = effect.kind !== 'write'
    if (lasts) lasting += 1
    if (sample && lasts && !sampleTakes(lasting)) continue
    const moments: Moment[] = !lasts ? ['before'] : plan.times > 1 ? ['before', 'after'] : ['after']
    for (const moment of sample ? (lasts ? ['after' as const] : []) : moments) {
      for (
        let turn = 0;
        turn < (lasts && moment === 'after' && !sample ? plan.times : 1);
        turn += 1
      ) {
        if (isStopping()) return
        const prepared = await step.prepare()
        plan.onPrepared(prepared)
        killSwitch.arm(effect.number, moment, plan.kill)
        await prepared.act()
        const { fired } = killSwitch.rest()
        if (fired) {
          kills += 1
          await plan.onKilled(fired, moment)
        }
        await plan.afterwards(prepared, sample || moment === 'before' ? effect.number : turn)
      }
    }
  }
  plan.say(
    `${step.name}: ${effects.length} side effects, ${kills} kills (${((performance.now() - began) / 1000).toFixed(0)} s)`,
  )
}
