import { defineOperation } from '#kernel/define-operation.ts'
import { wholeList } from '#lib/wire.ts'
import { siteOrigin } from '#kernel/site-origin.ts'
import { listPlatforms as contract } from './contract.ts'
import { logoPath, MAIN_PLATFORM, PLATFORMS } from './registry.ts'

export const listPlatforms = defineOperation({
  ...contract,
  run: async (ctx) =>
    wholeList(
      PLATFORMS.map(({ id, key, name }) => ({
        id,
        name,
        logo: `${siteOrigin(ctx, ctx.market, ctx.platformId)}${logoPath(key)}`,
        main: id === MAIN_PLATFORM,
      })),
    ),
})
