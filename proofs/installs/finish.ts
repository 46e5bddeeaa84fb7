import type { TestBed, Place } from './test-bed.ts'
import { stateOf, untilDone } from './kill-steps.ts'
import type { Violation } from './violation.ts'

/** Whatever happened before: now its owner takes the item off, and it must go. */
export async function takeOff(testBed: TestBed, place: Place): Promise<Violation[]> {
  testBed.misbehaviors.delete(place.owner.externalId)
  await testBed.system.refuse(place, false)
  const where = `${place.owner.name} ${place.item.prefix}`
  for (let tries = 0; tries < 3; tries += 1) {
    const state = await stateOf(testBed, place)
    if (state === undefined || state === 'uninstalled') return []
    const { status, body } = await place.owner.uninstall(place.item)
    if (status !== 200 && status !== 409)
      return [
        { invariant: 'LIVE', where, what: `cannot be taken off: ${status} ${body?.code ?? ''}` },
      ]
    await untilDone(testBed, place)
  }
  const state = await stateOf(testBed, place)
  return state === 'uninstalled'
    ? []
    : [
        {
          invariant: 'LIVE',
          where,
          what: `was taken off and is ${state}: ${await lastRuns(testBed, place)}`,
        },
      ]
}

/** Why it stands as it does: the last runs of it, newest first. */
async function lastRuns({ db }: TestBed, { owner, item }: Place): Promise<string> {
  const runs = await db
    .selectFrom('installation_runs')
    .innerJoin('installations', 'installations.id', 'installation_id')
    .select(['kind', 'installation_runs.state', 'failure', 'tries', 'put_off'])
    .where('store_id', '=', owner.storeId)
    .where('item_id', '=', item.id)
    .orderBy('turn', 'desc')
    .limit(4)
    .execute()
  return runs
    .map(
      (run) =>
        `${run.kind} ${run.state}${run.failure === null ? '' : ` (${run.failure})`} after ${run.tries} tries, put off ${run.put_off} times`,
    )
    .join(', ')
}
