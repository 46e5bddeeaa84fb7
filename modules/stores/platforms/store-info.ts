import { type StoreCtx, siteOrigin } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { wholeList } from '#lib/wire.ts'
import * as contract from './contract.ts'
import { callPlatform, connectorOf } from './public.ts'
import { listPlatformHosts } from './data.ts'
import { logoPath } from './logo.ts'
import type { Named, StoreConnector } from './store-connector.ts'

export const getCustomerGroups = defineOperation({
  ...contract.getCustomerGroups,
  run: (ctx) => listFromStore(ctx, (connector) => connector.listCustomerGroups()),
})

export const listStoreLanguages = defineOperation({
  ...contract.listStoreLanguages,
  run: (ctx) => listFromStore(ctx, (connector) => connector.listLanguages()),
})

export const listPlatformLanguages = defineOperation({
  ...contract.listPlatformLanguages,
  run: (ctx) => listFromStore(ctx, (connector) => connector.listPlatformLanguages()),
})

async function listFromStore(ctx: StoreCtx, list: (connector: StoreConnector) => Promise<Named[]>) {
  const connector = await connectorOf(ctx, ctx.actor.storeId)
  return wholeList(await callPlatform(() => list(connector)))
}

export const listPlatforms = defineOperation({
  ...contract.listPlatforms,
  run: async (ctx) => {
    const open = (await listPlatformHosts(ctx.db)).filter(({ state }) => state === 'open')
    return wholeList(
      open.map(({ id, key, name, logo }, n) => ({
        id,
        name,
        logo: `${siteOrigin(ctx, ctx.market, ctx.platformId)}${logoPath({ key, logo })}`,
        main: n === 0,
      })),
    )
  },
})
