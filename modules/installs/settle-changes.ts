import { defineOperation } from '#kernel/define-operation.ts'
import { newId } from '#lib/ids.ts'
import { wholeList } from '#lib/wire.ts'
import { type Ctx, type Services, inTransaction } from '#kernel/context.ts'
import {
  type StoreConnector,
  callPlatform,
  connectorOf,
  revokeFormerSite,
  listDueMoves,
  recordMoveChecked,
  claimDueMove,
} from '#modules/stores/platforms/public.ts'
import { byOwner, requireFree, requireSameStore } from './conditions.ts'
import {
  type NewStep,
  type SideEffectRow,
  changeSideEffect,
  findLiveInstallation,
  insertSideEffects,
  listSideEffects,
  listStanding,
  lockLiveInstallation,
} from './data.ts'
import { refuse } from './errors.ts'
import {
  type ChangedPart,
  listChangedItems as listItemsContract,
  listChangedParts as listContract,
  settleChange as contract,
} from './lifecycle-contract.ts'
import { type ChangedEffect, changedOnStore, payloadOf } from './ledger.ts'
import { presentInstallation } from './installation-facts.ts'
import { placementOf, textOf } from './rules.ts'
import { filesOf, sourceLines } from './present-plan.ts'
import { STEP_TITLES, startRun } from './run-steps.ts'
import type { Db } from '#db/client.ts'

/** Parts that are not as sent: found now, or kept so by the owner before. */
function listChanged(
  rows: readonly SideEffectRow[],
  changed: readonly ChangedEffect[],
): (ChangedEffect & { settled: boolean })[] {
  const kept = rows.filter(
    (row) =>
      row.state === 'applied' &&
      payloadOf(row).theirs !== undefined &&
      !changed.some((one) => one.row.id === row.id),
  )
  return [
    ...changed.map((one) => ({ ...one, settled: false })),
    ...kept.map((row) => ({
      row,
      what: payloadOf(row).theirs === null ? ('gone' as const) : ('changed' as const),
      settled: true,
    })),
  ]
}

async function present(
  ctx: Ctx,
  connector: StoreConnector,
  { row, what, settled }: ChangedEffect & { settled: boolean },
): Promise<ChangedPart | null> {
  const { effect, key = null, title } = payloadOf(row)
  const from = { package: effect.package, files: filesOf(effect) }
  const there = what === 'gone' ? null : await callPlatform(() => connector.getEffect(row.id))
  return {
    id: row.id,
    key,
    title: textOf(title, ctx.locale),
    placement: placementOf(row.slot),
    kind: effect.kind,
    what,
    settled,
    ours: sourceLines(effect.kind, effect.content, from),
    theirs: there ? sourceLines(effect.kind, there.content, from) : '',
  }
}

/** D12: shows what somebody else changed, line by line. */
export const listChangedParts = defineOperation({
  ...listContract,
  run: async (ctx, { params }) => {
    const store = ctx.actor
    const there = await findLiveInstallation(ctx.db, store.storeId, params.id)
    if (!there) throw refuse('installs.not_installed')
    // During a run the store is in transition.
    if (there.state !== 'installed') return wholeList([])
    const connector = await connectorOf(ctx, store.storeId)
    const [rows, state] = await Promise.all([
      listSideEffects(ctx.db, there.id),
      callPlatform(() => connector.getState()),
    ])
    const parts = await Promise.all(
      listChanged(rows, changedOnStore(rows, state)).map((one) => present(ctx, connector, one)),
    )
    return wholeList(parts.filter((part) => part !== null))
  },
})

/** One call to the shop for all items; those with a run in progress are skipped. */
export const listChangedItems = defineOperation({
  ...listItemsContract,
  run: async (ctx) => {
    const { storeId } = ctx.actor
    const rows = await listStanding(ctx.db, storeId)
    if (rows.length === 0) return wholeList([])
    const state = await callPlatform(async () => (await connectorOf(ctx, storeId)).getState())
    const changed = Map.groupBy(changedOnStore(rows, state), (one) => one.row.installation_id)
    return wholeList(
      [...changed].map(([installation, parts]) => ({ installation, parts: parts.length })),
    )
  },
})

/**
 * The owner's decision about a part that somebody else changed. Kept, the change becomes the part:
 * updates leave it, a pause brings it back. Put back, the original replaces it in a run of its own.
 */
export const settleChange = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
    const there = await findLiveInstallation(ctx.db, store.storeId, params.id)
    if (!there) throw refuse('installs.not_installed')
    requireFree(there.state)
    const connector = await connectorOf(ctx, store.storeId)
    const [rows, state] = await Promise.all([
      listSideEffects(ctx.db, there.id),
      callPlatform(() => connector.getState()),
    ])
    const found = listChanged(rows, changedOnStore(rows, state)).find(
      (one) => one.row.id === body.part,
    )
    if (!found || (found.settled && body.keep === 'theirs'))
      throw refuse('installs.nothing_changed')
    const shown =
      body.keep === 'theirs' && found.what === 'changed'
        ? await callPlatform(() => connector.getEffect(found.row.id))
        : null
    await inTransaction(ctx, async (trx) => {
      const locked = await lockLiveInstallation(trx, store.storeId, params.id)
      if (locked?.id !== there.id) throw refuse('installs.not_installed')
      requireFree(locked.state)
      const { theirs: _theirs, ...sent } = payloadOf(found.row)
      if (body.keep === 'theirs')
        return changeSideEffect(trx, found.row.id, {
          payload: { ...sent, theirs: shown?.content ?? null },
        })
      // A missing effect returns under its own id; a changed one is replaced by a new effect at its
      // place.
      const id = found.what === 'gone' ? found.row.id : newId('eff')
      if (found.what === 'gone')
        await changeSideEffect(trx, id, { payload: sent, state: 'planned' })
      else {
        const { installation_id, position, kind, slot, before_sha256, others, place } = found.row
        await insertSideEffects(trx, [
          {
            id,
            installation_id,
            position,
            kind,
            slot,
            before_sha256,
            others,
            place,
            payload: sent,
            replaces: found.row.id,
          },
        ])
      }
      const runId = await startRun(
        ctx,
        trx,
        { installationId: there.id, kind: 'repair', by: byOwner(store) },
        [
          { kind: 'package', effectId: null, title: STEP_TITLES.package },
          { kind: 'apply', effectId: id, title: sent.title },
          { kind: 'check', effectId: null, title: STEP_TITLES.check },
        ],
        'updating',
      )
      if (!runId) throw refuse('installs.busy')
    })
    return { data: await presentInstallation(ctx, there.id) }
  },
})

/** Moved sites with work left to do. */
export const findDueMoves = async ({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string[]> =>
  (await listDueMoves(db, clock.now())).map((move) => move.id)

/**
 * The job `settle-move`: puts back what is missing at the new address, then disconnects the old
 * one.
 */
export async function settleMove(services: Services, moveId: string): Promise<void> {
  const move = await claimDueMove(services.db, moveId, services.clock.now())
  if (!move) return
  if (move.checked_at === null) await restoreMissingParts(services, move)
  await revokeFormerSite(services, move)
}

/** Effects of the ledger that the new site lacks. Changed ones are the owner's to settle. */
async function restoreMissingParts(
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
    await recordMoveChecked(trx, id, services.clock.now())
  })
}

/** Begins a run that puts these parts back; nothing while another is open. */
export async function repair(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  installationId: string,
  parts: readonly SideEffectRow[],
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
  const runId = await startRun(
    services,
    trx,
    { installationId, kind: 'repair', by: { kind: 'market' } },
    [
      { kind: 'package', effectId: null, title: STEP_TITLES.package },
      ...steps,
      { kind: 'check', effectId: null, title: STEP_TITLES.check },
    ],
    'updating',
  )
  if (!runId) return
  // Places and neighbors belonged to the old site.
  for (const row of ordered)
    await changeSideEffect(trx, row.id, {
      state: 'planned',
      before_sha256: null,
      others: [],
      place: null,
    })
}
