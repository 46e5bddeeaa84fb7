import type { StoreActor } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import type { StoreCtx } from '#kernel/context.ts'
import type { Text } from '#lib/locale.ts'
import {
  type ReleaseFacts,
  findInstalledRelease,
  findInstalledReleases,
  findItem,
} from '#modules/catalog/public.ts'
import { recordConsents } from '#modules/orders/public.ts'
import { type StoreState, callPlatform, connectorOf } from '#modules/stores/platforms/public.ts'
import { byOwner, requireFree, requireSameStore } from './conditions.ts'
import { listSideEffects } from './data.ts'
import { refuse } from './errors.ts'
import { answersTo, buildForm, checkAnswers, inputsOf } from './install-form.ts'
import {
  findInstallationFacts,
  type InstallationFacts,
  presentFacts,
  presentInstallation,
} from './installation-facts.ts'
import { changedOnStore, isRemovedByOwner } from './ledger.ts'
import {
  newOrderStepParts,
  orderPartsOf,
  orderStepsConsents,
  requireOrderSteps,
} from './order-steps.ts'
import { presentDifference, slotsOf } from './present-plan.ts'
import { type PlannedChange, grantedChanges, planChanges, withoutScopes } from './rules.ts'
import * as contract from './settings-contract.ts'
import {
  type Answers,
  type PastChange,
  changedNames,
  describeChanges,
  undoUntil,
  wordsOf,
  withoutChange,
} from './settings-rules.ts'
import { beginUpdate } from './start-update.ts'
import { differencesOf, planUpdate, standingEffects } from './update-plan.ts'

interface Installed {
  row: InstallationFacts
  release: ReleaseFacts
  /** As they are on the shop. */
  live: Record<string, string | number | boolean>
}

async function requireInstalled(
  ctx: StoreCtx,
  store: StoreActor,
  itemId: string,
): Promise<Installed> {
  const row = await findInstallationFacts(ctx.db, store.storeId, itemId)
  const release = row && (await findInstalledRelease(ctx, row.release_id))
  if (!row || !release) throw refuse('installs.not_installed')
  return { row, release, live: answersTo(release.manifest, row.inputs as Answers) }
}

const yesNo = (ctx: StoreCtx) => ({ yes: ctx.t('settings.yes'), no: ctx.t('settings.no') })

/** What the shop would have with these answers; refuses while somebody else's changes are open. */
async function changesWith(
  ctx: StoreCtx,
  { row, release }: Installed,
  inputs: Record<string, string | number | boolean>,
) {
  const connector = await connectorOf(ctx, row.store_id)
  const [ledger, state] = await Promise.all([
    listSideEffects(ctx.db, row.id),
    callPlatform(() => connector.getState()),
  ])
  if (changedOnStore(ledger, state).some((one) => !isRemovedByOwner(one.row)))
    throw refuse('installs.changed_on_store')
  const changes = grantedChanges(
    withoutScopes(planChanges(release.manifest, inputs), row.refused_scopes),
    row.granted as [],
    slotsOf(state),
  )
  return { ledger, state, changes, atOrderSteps: newOrderStepParts(orderPartsOf(ledger), changes) }
}

export const planSettings = defineOperation({
  ...contract.planSettings,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
    const found = await requireInstalled(ctx, store, params.id)
    requireFree(found.row.state)
    const inputs = await checkAnswers(ctx, store.storeId, found.release.manifest, body.inputs)
    const [plan, fields] = await Promise.all([
      changesWith(ctx, found, inputs),
      buildForm(ctx, found.release.manifest),
    ])
    return {
      data: {
        changes: describeChanges(fields, found.live, inputs, yesNo(ctx)),
        parts: presentParts(ctx, found, plan),
      },
    }
  },
})

/** The parts of the shop that change, in the words of a change of settings. */
function presentParts(
  ctx: StoreCtx,
  { row, release }: Installed,
  plan: {
    ledger: Awaited<ReturnType<typeof listSideEffects>>
    state: StoreState
    changes: PlannedChange[]
    atOrderSteps: PlannedChange[]
  },
) {
  const titles = new Map(
    plan.ledger.map((effect) => [effect.id, (effect.payload as { title: Text }).title]),
  )
  const within = planUpdate(row, release, release, [])
  return differencesOf(standingEffects(plan.ledger), plan.changes, release.sha256)
    .filter((difference) => difference.what !== 'kept')
    .map((difference) => ({
      ...presentDifference(ctx, difference, within, titles, { state: plan.state, themeName: '' }),
      now: ctx.t('settings.part_now'),
      after: ctx.t('settings.part_after'),
      order_step: difference.what !== 'removed' && plan.atOrderSteps.includes(difference.change),
    }))
}

/** Starts the update within the release that gives the item other answers. */
async function beginSettings(
  ctx: StoreCtx,
  store: StoreActor,
  found: Installed,
  given: Answers,
  agreedOrderSteps: boolean,
) {
  const { row, release, live } = found
  requireFree(row.state)
  const inputs = await checkAnswers(ctx, store.storeId, release.manifest, given)
  if (changedNames([], live, inputs).length === 0) throw refuse('installs.same_settings')
  const { changes, atOrderSteps } = await changesWith(ctx, found, inputs)
  requireOrderSteps(atOrderSteps, agreedOrderSteps)
  const item = await findItem(ctx, { id: row.item_id }, ctx.locale)
  if (!item) throw refuse('catalog.item_not_found')
  await beginUpdate(ctx, {
    installed: row,
    from: release,
    to: release,
    inputs,
    granted: row.granted,
    changes,
    by: byOwner(store),
    purpose: 'settings',
    besides: (trx) =>
      recordConsents(trx, ctx, store, {
        orderId: row.order_id,
        item: { ...item, latest: release },
        consents: orderStepsConsents(ctx, release, atOrderSteps),
      }),
  })
  return { data: await presentInstallation(ctx, row.id) }
}

/**
 * S7.15: other answers for an installed item. The effects that name them are replaced in place, as
 * by an update; everything else stays.
 */
export const changeSettings = defineOperation({
  ...contract.changeSettings,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
    const found = await requireInstalled(ctx, store, params.id)
    return beginSettings(ctx, store, found, body.inputs, body.order_steps)
  },
})

export const undoSettings = defineOperation({
  ...contract.undoSettings,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
    const found = await requireInstalled(ctx, store, params.id)
    const change = (await listPastChanges(ctx, found.row.id)).find((one) => one.id === body.change)
    const live = { releaseId: found.release.id, answers: found.live }
    if (!change || !undoUntil(change, live, ctx.clock.now())) throw refuse('installs.not_undoable')
    return beginSettings(ctx, store, found, withoutChange(found.live, change), false)
  },
})

const SHOWN = 50

async function listPastChanges(
  ctx: StoreCtx,
  installationId: string,
): Promise<(PastChange & { id: string; name: string | null; version: string })[]> {
  const rows = await ctx.db
    .selectFrom('installation_runs')
    .select(['id', 'inputs', 'from_inputs', 'finished_at', 'started_name', 'to_release_id'])
    .where('installation_id', '=', installationId)
    .where('purpose', '=', 'settings')
    .where('state', '=', 'succeeded')
    .orderBy('turn', 'desc')
    .limit(SHOWN)
    .execute()
  const releases = await findInstalledReleases(
    ctx,
    rows.flatMap((row) => row.to_release_id ?? []),
  )
  return rows.flatMap((row) => {
    const release = releases.get(row.to_release_id ?? '')
    if (!release || !row.finished_at) return []
    return [
      {
        id: row.id,
        name: row.started_name,
        version: release.version,
        releaseId: release.id,
        finishedAt: row.finished_at,
        before: (row.from_inputs ?? {}) as Answers,
        // A run also carries the answers of other releases.
        after: answersTo(release.manifest, (row.inputs ?? {}) as Answers),
      },
    ]
  })
}

export const getSettings = defineOperation({
  ...contract.getSettings,
  run: async (ctx, { params }) => {
    const found = await requireInstalled(ctx, ctx.actor, params.id)
    const { properties } = inputsOf(found.release.manifest)
    const [fields, past] = await Promise.all([
      buildForm(ctx, found.release.manifest, found.live),
      listPastChanges(ctx, found.row.id),
    ])
    const live = { releaseId: found.release.id, answers: found.live }
    return {
      data: {
        installation: presentFacts(ctx, found.row),
        inputs: fields.map((field) => ({
          ...field,
          live: wordsOf(field, found.live[field.name], yesNo(ctx)),
          standard: properties[field.name]?.default ?? null,
        })),
        history: past.map((change) => ({
          id: change.id,
          at: change.finishedAt.toISOString(),
          name: change.name,
          version: change.version,
          changes: describeChanges(fields, change.before, change.after, yesNo(ctx)),
          undo_until: undoUntil(change, live, ctx.clock.now())?.toISOString() ?? null,
        })),
      },
    }
  },
})
