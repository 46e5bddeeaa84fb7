import { z } from 'zod'
import { one } from '#lib/wire.ts'
import { declareOperation } from '#kernel/operation.ts'

/** Shops of one account are opened from each other (decision 0071). */

const success = z.object({ success: z.literal(true) })
const storeId = z.string().max(60)
const personId = z.string().min(1).max(200).describe('id of the person at the platform')

export const linkShops = declareOperation({
  id: 'linkShops',
  summary: "Link the other shops that the platform's token names as this person's",
  tag: 'Team',
  source: 'D5',
  method: 'post',
  path: '/shops/link',
  policy: { who: 'store', needs: 'install' },
  output: z.object({ linked: z.number().int() }),
  refusals: [],
})

export const openShop = declareOperation({
  id: 'openShop',
  summary: 'The address at which the person goes on in a linked shop: good once, for five minutes',
  tag: 'Team',
  source: 'D5',
  method: 'post',
  path: '/shops/{store}/open',
  policy: { who: 'store', needs: 'install' },
  params: z.object({ store: storeId }),
  query: z.object({
    next: z
      .string()
      .max(500)
      .optional()
      .describe('path of ours to go on to; without one, what is installed there'),
  }),
  output: one(z.object({ url: z.string() })),
  refusals: [],
})

export const endShopLink = declareOperation({
  id: 'endShopLink',
  summary: 'End a link: to another shop, or of a person to this one',
  tag: 'Team',
  source: 'D5',
  method: 'post',
  path: '/shops/link/end',
  policy: { who: 'store', needs: 'install' },
  body: z.object({
    store: storeId.describe('the shop that is opened'),
    person: personId.optional().describe('whose link, where it is this shop'),
  }),
  output: success,
  refusals: ['not_found'],
})

export const allowShopLink = declareOperation({
  id: 'allowShopLink',
  summary: 'Let a person open this shop from another one again',
  tag: 'Team',
  source: 'D5',
  method: 'post',
  path: '/shops/link/allow',
  policy: { who: 'store', needs: 'install' },
  body: z.object({ person: personId }),
  output: success,
  refusals: ['not_found'],
})
