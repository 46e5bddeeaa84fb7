import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { list, time } from '#lib/wire.ts'

const named = z.object({ id: z.string(), name: z.string(), code: z.string() })
const answer = list(named)
const refusals = ['platform.unavailable'] as const

export const getCustomerGroups = declareOperation({
  id: 'getCustomerGroups',
  summary: "The store's customer groups",
  tag: 'Store',
  source: 'S7.22 D19',
  method: 'get',
  path: '/domain/getCustomerGroups',
  policy: { who: 'store' },
  output: answer,
  refusals,
})

export const listStoreLanguages = declareOperation({
  id: 'listStoreLanguages',
  summary: 'The languages the store uses',
  tag: 'Store',
  source: 'S7.23 D19',
  method: 'get',
  path: '/domain/languages',
  policy: { who: 'store' },
  output: answer,
  refusals,
})

export const listPlatformLanguages = declareOperation({
  id: 'listPlatformLanguages',
  summary: 'The languages the platform knows',
  tag: 'Store',
  source: 'S7.24 D19',
  method: 'get',
  path: '/domain/getLanguages',
  policy: { who: 'store' },
  output: answer,
  refusals,
})

export const listPlatforms = declareOperation({
  id: 'listPlatforms',
  summary:
    'The platforms there are, by number, name and logo. The logos are drawn by us; no affiliation is meant',
  tag: 'Store',
  source: 'S3.7 D3',
  method: 'get',
  path: '/platforms',
  policy: { who: 'anyone' },
  output: list(
    z.object({ id: z.number().int(), name: z.string(), logo: z.string(), main: z.boolean() }),
  ),
  refusals: [],
})

const siteNotice = z.object({
  cdn: z.string().nullable().describe('name of the delivery network in front of the shop'),
  redirects_to: z.string().nullable().describe('host that the shop sends its visitors to'),
})
export type SiteNotice = z.output<typeof siteNotice>

export const getSiteNotice = declareOperation({
  id: 'getSiteNotice',
  summary: 'Why a change may take longer to show on the shop',
  tag: 'Store',
  source: 'S2.31 D7',
  method: 'get',
  path: '/domain/site-notice',
  policy: { who: 'store' },
  output: z.object({
    data: siteNotice.nullable().describe('null when there is nothing to say, or it was dismissed'),
  }),
  refusals: [],
})

export const dismissSiteNotice = declareOperation({
  id: 'dismissSiteNotice',
  summary: 'Do not say it again for 30 days',
  tag: 'Store',
  source: 'S2.31 D7',
  method: 'post',
  path: '/domain/site-notice/dismiss',
  policy: { who: 'store' },
  output: z.object({ data: z.object({ dismissed_until: time }) }),
  refusals: [],
})
