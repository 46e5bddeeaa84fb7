import type { Db } from '#db/client.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { changePlatformPrices as contract } from '#modules/stores/platforms/contract.ts'
import { findPlatformPrices, updatePlatform } from '#modules/stores/platforms/public.ts'
import { refuse } from './errors.ts'
import { readUsedCurrencies } from './pricing.ts'

/** Here and not in stores, because a platform's currency is one of the market's. */
export const changePlatformPrices = defineOperation({
  ...contract,
  audit: {
    kind: 'platform',
    id: ({ params }) => String(params.platform),
    read: (db: Db, id: string) => findPlatformPrices(db, Number(id)),
  },
  run: async (ctx, { params, body: { currency, ...prices } }) => {
    if (!(await findPlatformPrices(ctx.db, params.platform))) throw refuse('not_found')
    if (currency !== undefined && !(await readUsedCurrencies(ctx)).includes(currency))
      throw refuse('input.invalid', {
        fields: { currency: { code: 'field.currency_unused', params: { currency } } },
      })
    await updatePlatform(ctx.db, params.platform, {
      ...prices,
      ...(currency !== undefined && { currency }),
    })
    return { success: true as const }
  },
})
