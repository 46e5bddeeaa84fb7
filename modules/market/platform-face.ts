import { defineOperation } from '#kernel/define-operation.ts'
import { findPlatformFace, updatePlatform } from '#modules/stores/platforms/public.ts'
import * as contract from './contract.ts'
import { refuse } from './errors.ts'
import { colorsOf } from './settings.ts'

/** D26: the market's name and colors at the stores of one platform; empty ones are the market's. */
export const changePlatformFace = defineOperation({
  ...contract.changePlatformFace,
  audit: {
    kind: 'platform',
    id: ({ params }) => String(params.platform),
    read: (db, id) => findPlatformFace(db, Number(id)),
  },
  run: async (ctx, { params, body }) => {
    if (!(await findPlatformFace(ctx.db, params.platform))) throw refuse('not_found')
    const brand = colorsOf(body.colours)
    await updatePlatform(ctx.db, params.platform, {
      market_name: body.market_name || null,
      brand: brand && JSON.stringify(brand),
    })
    return { success: true as const }
  },
})
