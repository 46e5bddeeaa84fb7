import { type StoreCtx, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { requireSameStore } from '#modules/installs/public.ts'
import { requireApp } from '../access/rights.ts'
import { refuse } from '../errors.ts'
import * as contract from './contract.ts'
import { findCopy, findLastOf, listMessages, lockCopy } from './data.ts'
import { presentMessage } from './app-webhooks.ts'
import { ANSWER_SECONDS, DATA_PAUSE_SECONDS } from './deliver-webhook.ts'
import { ensureEndpoint, notifyApp } from './notify-app.ts'
import { secondsAfter } from '#lib/clock.ts'

/** Present and past installations of an app on the signed-in store, newest first. */
async function requireCopies(ctx: StoreCtx, id: string): Promise<string[]> {
  const item = await requireApp(ctx, id)
  const rows = await ctx.db
    .selectFrom('installations')
    .select('id')
    .where('store_id', '=', ctx.actor.storeId)
    .where('item_id', '=', item.id)
    .where('installed_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
  if (rows.length === 0) throw refuse('installs.not_installed')
  return rows.map((row) => row.id)
}

/** What an app was sent about this store. Delivery details are between the market and the app. */
export const listAppNotices = defineOperation({
  ...contract.listAppNotices,
  run: async (ctx, { params }) => {
    const copies = await requireCopies(ctx, params.id)
    const newest = await findCopy(ctx.db, copies[0] as string)
    const told = newest && (await ensureEndpoint(ctx, ctx.db, newest))
    const messages = (await listMessages(ctx.db, copies, 50)).map(presentMessage)
    const since = ctx.clock.now().getTime() - DATA_PAUSE_SECONDS * 1000
    const wasAsked = (type: string) =>
      messages.some((one) => one.type === type && Date.parse(one.occurred_at) > since)
    return {
      data: {
        told: Boolean(told),
        messages,
        may_ask: told
          ? [
              ...(wasAsked('store.data_request') ? [] : ['data' as const]),
              ...(wasAsked('store.erase') ? [] : ['erase' as const]),
            ]
          : [],
      },
    }
  },
})

/**
 * Passes an owner's data request to the app, whose developer holds the data. The app has a month to
 * answer the store's contact. Also possible after an uninstall: the data may still exist.
 */
export const requestAppData = defineOperation({
  ...contract.requestAppData,
  run: async (ctx, { params, body }) => {
    requireSameStore(ctx, body.store)
    const [newest = ''] = await requireCopies(ctx, params.id)
    const copy = await findCopy(ctx.db, newest)
    if (!copy || !(await ensureEndpoint(ctx, ctx.db, copy))) throw refuse('webhooks.no_address')
    const now = ctx.clock.now()
    const answerUntil = secondsAfter(now, ANSWER_SECONDS)
    const type = body.wish === 'data' ? 'store.data_request' : 'store.erase'
    await inTransaction(ctx, async (trx) => {
      // Serialize requests so that two at the same time count as one.
      await lockCopy(trx, newest)
      const last = await findLastOf(trx, newest, type)
      if (last && last.occurred_at > secondsAfter(now, -DATA_PAUSE_SECONDS))
        throw refuse('webhooks.data_asked')
      await notifyApp(ctx, trx, {
        type,
        installationId: newest,
        data: { why: 'owner', answer_until: answerUntil.toISOString() },
      })
    })
    return { data: { asked_at: now.toISOString(), answer_until: answerUntil.toISOString() } }
  },
})
