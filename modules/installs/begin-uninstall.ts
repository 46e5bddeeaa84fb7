import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import type { Text } from '#lib/locale.ts'
import type { Services } from '#kernel/context.ts'
import { cancelProductOrders } from '#modules/orders/public.ts'
import {
  chooseData,
  insertRun,
  listSideEffects,
  setInstallationState,
  type InstallationRow,
  type NewStep,
  type StartedBy,
} from './data.ts'
import { STEP_TITLES } from './step-titles.ts'

/**
 * Writes down what an uninstall takes off and lets it begin; false while another run is under way.
 * The installation is locked.
 */
export async function beginUninstall(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  there: InstallationRow,
  keepData: boolean,
  by: StartedBy,
): Promise<boolean> {
  const now = clock.now()
  // Last in, first out: what was put on last is taken off first.
  const effects = (await listSideEffects(trx, there.id))
    .filter((effect) => effect.state !== 'reverted')
    .reverse()
  const steps: NewStep[] = [
    ...effects.map((effect): NewStep => ({
      kind: 'revert',
      effectId: effect.id,
      title: (effect.payload as unknown as { title: Text }).title,
    })),
    { kind: 'check', effectId: null, title: STEP_TITLES.checkGone },
  ]
  const run = await insertRun(
    trx,
    { id: newId('run'), installationId: there.id, kind: 'uninstall', by },
    steps,
    now,
  )
  if (!run) return false
  await setInstallationState(trx, there.id, 'uninstalling', now)
  await chooseData(trx, there.id, keepData)
  await cancelProductOrders(trx, there.store_id, there.item_id, now)
  await jobs.enqueue(trx, 'run-installation', { id: run.id })
  return true
}
