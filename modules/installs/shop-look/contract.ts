import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { list, time } from '#lib/wire.ts'
import { itemCard } from '#modules/catalog/contract.ts'
import { FINDING_KINDS } from './finding-kinds.ts'

/** What is missing on an owner's shop (docs/decisions/0070). */

const shared = {
  tag: 'Shop',
  source: 'D13',
  // It has the shop read, and speaks of what its owner could buy.
  policy: { who: 'store', needs: 'install' },
} as const
const params = z.object({ kind: z.enum(FINDING_KINDS) })

export const shopFinding = z.object({
  kind: z.enum(FINDING_KINDS),
  title: z.string().describe('in the language of the reader, as all of its texts'),
  text: z.string().describe('what was seen on how many pages'),
  dismiss: z.string().describe('what its × does'),
  page_url: z.string().describe('a page on which it shows'),
  item: itemCard.describe('the best-ranked one that fits and is not installed'),
})

export const listShopFindings = declareOperation({
  ...shared,
  id: 'listShopFindings',
  summary: 'What was not found on the store’s own pages, three at most; has them read once a week',
  method: 'get',
  path: '/shop-findings',
  output: list(shopFinding).extend({
    looked_at: time.nullable().describe('null: the shop was not read yet, or could not be'),
    words: z
      .object({
        title: z.string(),
        note: z.string(),
        how: z.string(),
        how_text: z.string(),
        again: z.string(),
        dismissed: z.string(),
        asked: z.string(),
      })
      .describe('texts around the findings, sent with them because few pages have any'),
  }),
  refusals: [],
})
export type ShopFindings = z.output<typeof listShopFindings.output>

export const dismissShopFinding = declareOperation({
  ...shared,
  id: 'dismissShopFinding',
  summary: 'Not show a finding again',
  method: 'put',
  path: '/shop-findings/{kind}/dismissal',
  params,
  output: z.object({ success: z.literal(true) }),
  refusals: [],
})

export const restoreShopFinding = declareOperation({
  ...shared,
  id: 'restoreShopFinding',
  summary: 'Show it again',
  method: 'delete',
  path: '/shop-findings/{kind}/dismissal',
  params,
  output: z.object({ success: z.literal(true) }),
  refusals: [],
})

export const lookAtShopAgain = declareOperation({
  ...shared,
  id: 'lookAtShopAgain',
  summary: 'Have the store’s pages read again, six times an hour at most',
  method: 'post',
  path: '/shop-findings/look',
  output: z.object({ success: z.literal(true) }),
  refusals: [],
})
