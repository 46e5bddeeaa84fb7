import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { newId } from '#lib/ids.ts'
import { wholeList } from '#lib/wire.ts'
import { inTransaction, type Ctx } from '#kernel/context.ts'
import { askPlatform, connectorOf, type StoreConnector } from '#modules/stores/platforms/public.ts'
import { byOwner, requireFree, requireSameStore } from './conditions.ts'
import {
  changeSideEffect,
  findLiveInstallation,
  insertRun,
  insertSideEffects,
  listSideEffects,
  listStanding,
  lockLiveInstallation,
  setInstallationState,
  type SideEffectRow,
} from './data.ts'
import { refuse } from './errors.ts'
import {
  listChangedItems as listItemsContract,
  listChangedParts as listContract,
  settleChange as contract,
  type ChangedPart,
} from './lifecycle-contract.ts'
import { changedOnStore, payloadOf, type ChangedEffect } from './ledger.ts'
import { presentInstallation } from './present.ts'
import { placementOf, textOf } from './rules.ts'
import { filesOf, sourceLines } from './source-lines.ts'
import { STEP_TITLES } from './step-titles.ts'

/** Every part that is not there as it was sent: found now, or kept so by the owner before. */
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
  const there = what === 'gone' ? null : await askPlatform(() => connector.getEffect(row.id))
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

/** D12: what somebody else changed is shown, line by line. */
export const listChangedParts = defineOperation({
  ...listContract,
  run: async (ctx, { params }) => {
    const store = storeOf(ctx)
    const there = await findLiveInstallation(ctx.db, store.storeId, params.id)
    if (!there) throw refuse('installs.not_installed')
    // While work goes on, what stands there is on its way.
    if (there.state !== 'installed') return wholeList([])
    const connector = await connectorOf(ctx, store.storeId)
    const [rows, state] = await Promise.all([
      listSideEffects(ctx.db, there.id),
      askPlatform(() => connector.getState()),
    ])
    const parts = await Promise.all(
      listChanged(rows, changedOnStore(rows, state)).map((one) => present(ctx, connector, one)),
    )
    return wholeList(parts.filter((part) => part !== null))
  },
})

/** One question to the shop for everything that is there; what is being worked on is on its way. */
export const listChangedItems = defineOperation({
  ...listItemsContract,
  run: async (ctx) => {
    const { storeId } = storeOf(ctx)
    const rows = await listStanding(ctx.db, storeId)
    if (rows.length === 0) return wholeList([])
    const state = await askPlatform(async () => (await connectorOf(ctx, storeId)).getState())
    const changed = Map.groupBy(changedOnStore(rows, state), (one) => one.row.installation_id)
    return wholeList(
      [...changed].map(([installation, parts]) => ({ installation, parts: parts.length })),
    )
  },
})

/**
 * The owner's word on a part that somebody else changed. Kept, it is the part as it stands from now
 * on: updates leave it, a pause brings it back. Put again, it takes the place of what stands there,
 * in a run of its own.
 */
export const settleChange = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = storeOf(ctx)
    requireSameStore(store, body.store)
    const there = await findLiveInstallation(ctx.db, store.storeId, params.id)
    if (!there) throw refuse('installs.not_installed')
    requireFree(there.state)
    const connector = await connectorOf(ctx, store.storeId)
    const [rows, state] = await Promise.all([
      listSideEffects(ctx.db, there.id),
      askPlatform(() => connector.getState()),
    ])
    const found = listChanged(rows, changedOnStore(rows, state)).find(
      (one) => one.row.id === body.part,
    )
    if (!found || (found.settled && body.keep === 'theirs'))
      throw refuse('installs.nothing_changed')
    const shown =
      body.keep === 'theirs' && found.what === 'changed'
        ? await askPlatform(() => connector.getEffect(found.row.id))
        : null
    const now = ctx.clock.now()
    await inTransaction(ctx, async (trx) => {
      const locked = await lockLiveInstallation(trx, store.storeId, params.id)
      if (locked?.id !== there.id) throw refuse('installs.not_installed')
      requireFree(locked.state)
      const { theirs: _theirs, ...sent } = payloadOf(found.row)
      if (body.keep === 'theirs')
        return changeSideEffect(trx, found.row.id, {
          payload: { ...sent, theirs: shown?.content ?? null },
        })
      // What is gone comes back under its own name; what was changed makes way in one step for a new
      // effect in its place.
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
      const run = await insertRun(
        trx,
        { id: newId('run'), installationId: there.id, kind: 'repair', by: byOwner(store) },
        [
          { kind: 'package', effectId: null, title: STEP_TITLES.package },
          { kind: 'apply', effectId: id, title: sent.title },
          { kind: 'check', effectId: null, title: STEP_TITLES.check },
        ],
        now,
      )
      if (!run) throw refuse('installs.busy')
      await setInstallationState(trx, there.id, 'updating', now)
      await ctx.jobs.enqueue(trx, 'run-installation', { id: run.id })
    })
    return { data: await presentInstallation(ctx, there.id) }
  },
})
