import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import {
  connectorOf,
  letFormerGo,
  listDueMoves,
  noteChecked,
  takeDueMove,
} from '#modules/stores/platforms/public.ts'
import {
  changeSideEffect,
  insertRun,
  listStanding,
  setInstallationState,
  type NewStep,
  type SideEffectRow,
} from './data.ts'
import { changedOnStore, payloadOf } from './ledger.ts'
import { STEP_TITLES } from './step-titles.ts'

/** Sites that have moved, and about which something is still to be done. */
export const findDueMoves = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (await listDueMoves(db, clock.now())).map((move) => move.id)

/**
 * The job `settle-move`: what did not come along to the new address is put there again, then the
 * old address is told to let go.
 */
export async function settleMove(services: Services, moveId: string): Promise<void> {
  const move = await takeDueMove(services.db, moveId, services.clock.now())
  if (!move) return
  if (move.checked_at === null) await putBackWhatIsGone(services, move)
  await letFormerGo(services, move)
}

/**
 * What the ledger has and the new site has not. What is there, but not as it was sent, is its
 * owner's to settle.
 */
async function putBackWhatIsGone(
  services: Services,
  { id, store_id: storeId }: { id: string; store_id: string },
): Promise<void> {
  const rows = await listStanding(services.db, storeId)
  const gone =
    rows.length === 0
      ? []
      : changedOnStore(rows, await (await connectorOf(services, storeId)).getState())
          .filter((one) => one.what === 'gone')
          .map((one) => one.row)
  await inTransaction(services, async (trx) => {
    for (const [installationId, parts] of Map.groupBy(gone, (row) => row.installation_id))
      await repair(services, trx, installationId, parts)
    await noteChecked(trx, id, services.clock.now())
  })
}

async function repair(
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  installationId: string,
  parts: SideEffectRow[],
): Promise<void> {
  const there = await trx
    .selectFrom('installations')
    .select('state')
    .where('id', '=', installationId)
    .forUpdate()
    .executeTakeFirst()
  if (there?.state !== 'installed') return
  const ordered = parts.toSorted((one, other) => one.position - other.position)
  const steps = ordered.map((row): NewStep => ({
    kind: 'apply',
    effectId: row.id,
    title: payloadOf(row).title,
  }))
  const run = await insertRun(
    trx,
    { id: newId('run'), installationId, kind: 'repair', by: { kind: 'market' } },
    [
      { kind: 'package', effectId: null, title: STEP_TITLES.package },
      ...steps,
      { kind: 'check', effectId: null, title: STEP_TITLES.check },
    ],
    clock.now(),
  )
  if (!run) return
  // Places and what stood beside it were the old site's.
  for (const row of ordered)
    await changeSideEffect(trx, row.id, {
      state: 'planned',
      before_sha256: null,
      others: [],
      place: null,
    })
  await setInstallationState(trx, installationId, 'updating', clock.now())
  await jobs.enqueue(trx, 'run-installation', { id: run.id })
}
