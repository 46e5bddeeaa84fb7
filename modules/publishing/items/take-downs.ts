import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import {
  changeReleaseStateIn,
  findStop,
  liftStop as lift,
  publishItemAgain as publishAgain,
  stopItem as stop,
  unpublishItem as unpublish,
} from '#modules/catalog/public.ts'
import { recordStoreNotices } from '#modules/installs/public.ts'
import { refuse } from '../errors.ts'
import type { AnsweredAppeal } from '../statements/statements.ts'
import { endStatements, stateReasons } from '../statements/state-reasons.ts'
import {
  countItemStores,
  findDecidedItem,
  findDecidedRelease,
  readItem,
  readRelease,
} from './operator-items.ts'
import * as operatorContract from './operator-contract.ts'

const done = { success: true as const }
const itemAudit = {
  kind: 'item',
  id: ({ params }: { params: { item: string } }) => params.item,
  read: readItem,
}
type OfRelease = { params: { item: string; version: string } }
const releaseAudit = {
  kind: 'release',
  id: ({ params }: OfRelease) => params.item,
  read: (db: ConsoleCtx['db'], id: string, { params }: OfRelease) =>
    readRelease(db, id, params.version),
}

async function requireItem(ctx: ConsoleCtx, id: string) {
  const item = await findDecidedItem(ctx.db, id)
  if (!item) throw refuse('not_found')
  return item
}

export const unpublishItem = defineOperation({
  ...operatorContract.unpublishItem,
  audit: itemAudit,
  run: async (ctx, { params, body: { notice, ...reasons } }) => {
    const item = await requireItem(ctx, params.item)
    if (!(await unpublish(ctx.db, ctx.clock.now(), { itemId: item.id, notice })))
      throw refuse('backoffice.not_published')
    await stateReasons(ctx, {
      about: 'item',
      objectId: item.id,
      objectName: item.name,
      partnerId: item.partner_id,
      decision: 'unpublished',
      ...reasons,
    })
    return done
  },
})

/** Publishes an item again and ends the statement against it. */
async function bringBack(ctx: ConsoleCtx, itemId: string): Promise<boolean> {
  const isBack = await publishAgain(ctx.db, ctx.clock.now(), itemId)
  if (isBack) await endStatements(ctx, itemId, ['unpublished'])
  return isBack
}

export const publishItemAgain = defineOperation({
  ...operatorContract.publishItemAgain,
  audit: itemAudit,
  run: async (ctx, { params }) => {
    const item = await requireItem(ctx, params.item)
    if (await findStop(ctx.db, item.id)) throw refuse('backoffice.stopped')
    if (!(await bringBack(ctx, item.id))) throw refuse('backoffice.not_taken_down')
    return done
  },
})

/**
 * PKG-13: from the commit on every process refuses the item, because each asks the database; caches
 * are invalidated by the database's own notification.
 */
export const stopItem = defineOperation({
  ...operatorContract.stopItem,
  audit: itemAudit,
  run: async (ctx, { params, body: { notice, ...reasons } }) => {
    const item = await requireItem(ctx, params.item)
    const stopId = await stop(ctx.db, ctx.clock.now(), { itemId: item.id, notice })
    if (stopId === null) throw refuse('backoffice.stopped')
    await stateReasons(ctx, {
      about: 'item',
      objectId: item.id,
      objectName: item.name,
      partnerId: item.partner_id,
      decision: 'stopped',
      ...reasons,
    })
    await recordStoreNotices(ctx, ctx.db, 'item_stopped', {
      stopId,
      facts: { itemId: item.id, notice },
    })
    return { ...done, stores: await countItemStores(ctx.db, item.id) }
  },
})

async function liftAndTell(ctx: ConsoleCtx, itemId: string): Promise<boolean> {
  const stopId = await lift(ctx.db, ctx.clock.now(), itemId)
  if (stopId === null) return false
  await endStatements(ctx, itemId, ['stopped'])
  await recordStoreNotices(ctx, ctx.db, 'item_lifted', { stopId, facts: { itemId, notice: '' } })
  return true
}

export const liftStop = defineOperation({
  ...operatorContract.liftStop,
  audit: itemAudit,
  run: async (ctx, { params }) => {
    const item = await requireItem(ctx, params.item)
    if (!(await liftAndTell(ctx, item.id))) throw refuse('backoffice.not_stopped')
    return done
  },
})

export const takeReleaseBack = defineOperation({
  ...operatorContract.takeReleaseBack,
  audit: releaseAudit,
  run: async (ctx, { params, body: { notice, to, ...reasons } }) => {
    const release = await findDecidedRelease(ctx.db, {
      itemId: params.item,
      version: params.version,
    })
    if (!release) throw refuse('not_found')
    const changed = await changeReleaseStateIn(ctx.db, ctx.clock.now(), {
      itemId: release.item_id,
      version: release.version,
      to,
      reason: notice,
    })
    if (!changed.done) throw refuse('backoffice.release_state')
    await stateReasons(ctx, {
      about: 'release',
      objectId: release.id,
      objectName: `${release.name} ${release.version}`,
      partnerId: release.partner_id,
      decision: to,
      ...reasons,
    })
    return done
  },
})

async function offerAgain(
  ctx: ConsoleCtx,
  release: { id: string; item_id: string; version: string },
): Promise<boolean> {
  const changed = await changeReleaseStateIn(ctx.db, ctx.clock.now(), {
    itemId: release.item_id,
    version: release.version,
    to: 'published',
    reason: 'Offered again',
  })
  if (changed.done) await endStatements(ctx, release.id, ['halted'])
  return changed.done
}

export const offerReleaseAgain = defineOperation({
  ...operatorContract.offerReleaseAgain,
  audit: releaseAudit,
  run: async (ctx, { params }) => {
    const release = await findDecidedRelease(ctx.db, {
      itemId: params.item,
      version: params.version,
    })
    if (!release) throw refuse('not_found')
    if (await findStop(ctx.db, release.item_id)) throw refuse('backoffice.stopped')
    if (!(await offerAgain(ctx, release))) throw refuse('backoffice.release_state')
    return done
  },
})

/**
 * Undoes a decision about an item or a release after a successful appeal, as far as possible: a
 * withdrawn version stays withdrawn.
 */
export async function undoDecision(
  ctx: ConsoleCtx,
  { about, objectId, decision }: AnsweredAppeal,
): Promise<void> {
  if (about === 'item' && decision === 'unpublished') await bringBack(ctx, objectId)
  if (about === 'item' && decision === 'stopped') await liftAndTell(ctx, objectId)
  if (about === 'release' && decision === 'halted') {
    const release = await findDecidedRelease(ctx.db, { id: objectId })
    if (release && !(await findStop(ctx.db, release.item_id))) await offerAgain(ctx, release)
  }
}
