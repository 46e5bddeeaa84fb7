import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { wholeList } from '#lib/wire.ts'
import { listPlatformLanguages as contract } from './contract.ts'
import { askPlatform, connectorOf } from './public.ts'

export const listPlatformLanguages = defineOperation({
  ...contract,
  run: async (ctx) => {
    const connector = await connectorOf(ctx, storeOf(ctx).storeId)
    return wholeList(await askPlatform(() => connector.listPlatformLanguages()))
  },
})
