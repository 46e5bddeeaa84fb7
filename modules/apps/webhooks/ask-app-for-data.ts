import { secondsAfter } from '#lib/clock.ts'
import { storeOf } from '#kernel/actor.ts'
import { inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import { askAppForData as contract } from './contract.ts'
import { findCopy, findLastOf, lockCopy } from './data.ts'
import { requireCopies } from './list-app-notices.ts'
import { ANSWER_SECONDS, DATA_PAUSE_SECONDS } from './rules.ts'
import { endpointOf, notifyApp } from './tell-app.ts'

/**
 * The owner asks the app, not us: what an app has of a store lies with its maker. The app has a
 * month to answer to the store's contact. After an uninstall too: the data may still be there.
 */
export const askAppForData = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    const store = storeOf(ctx)
    if (body.store !== store.storeId && body.store !== store.domain)
      throw refuse('session.store_changed')
    const [newest = ''] = await requireCopies(ctx, params.id)
    const copy = await findCopy(ctx.db, newest)
    if (!copy || !(await endpointOf(ctx, ctx.db, copy))) throw refuse('webhooks.no_address')
    const now = ctx.clock.now()
    const answerUntil = secondsAfter(now, ANSWER_SECONDS)
    const type = body.wish === 'data' ? 'store.data_request' : 'store.erase'
    await inTransaction(ctx, async (trx) => {
      // Two at once are one request.
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
