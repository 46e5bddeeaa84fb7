import { implement, storeOf } from '../ctx.ts'
import { listInstallations as contract } from './contract.ts'
import { listStoreInstallations } from './data.ts'
import { presentInstallation } from './present.ts'

export const listInstallations = implement(contract, async ctx => {
  const rows = await listStoreInstallations(ctx.db, storeOf(ctx).storeId)
  return { data: await Promise.all(rows.map(row => presentInstallation(ctx, row))) }
})
