import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { secondsAfter } from '#lib/clock.ts'
import { dismissSiteNotice as contract } from './contract.ts'
import { dismissSite } from './site-data.ts'

const DISMISSED_SECONDS = 30 * 86_400

export const dismissSiteNotice = defineOperation({
  ...contract,
  run: async (ctx) => {
    const until = secondsAfter(ctx.clock.now(), DISMISSED_SECONDS)
    await dismissSite(ctx.db, storeOf(ctx).storeId, until)
    return { data: { dismissed_until: until.toISOString() } }
  },
})
