import { wholeList } from '#lib/wire.ts'
import { implement, storeOf } from '../ctx.ts'
import { getCustomerGroups as contract } from './contract.ts'
import { askPlatform, connectorOf } from './public.ts'

export const getCustomerGroups = implement(contract, async ctx => {
  const connector = await connectorOf(ctx, storeOf(ctx).storeId)
  return wholeList(await askPlatform(() => connector.listCustomerGroups()))
})
