import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { pageNumber } from '#lib/wire.ts'
import { PARTNER_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { OUTCOMES } from '#modules/catalog/contract.ts'
import { MOST_LINES, PLAN_RULES } from './platform-rules.ts'

const TAG = 'Rollouts'
const count = z.int().min(0)
const platform = z.coerce.number().int().min(1).max(32_767)
const version = textField(PLAN_RULES.version)
  .refine((text) => /^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(text))
  .describe('three numbers: 4.0.0')
const day = z.iso.date()

const asked = z.object({
  version,
  page: pageNumber,
  per_page: z.coerce.number().int().min(1).max(MOST_LINES).default(100),
})

const plan = z.object({ platform: z.int(), version: z.string(), live_on: day })
const report = z.object({
  platform: z.object({ id: z.int(), name: z.string() }),
  version: z.string(),
  plan: plan.nullable(),
  totals: z.array(z.object({ outcome: z.enum(OUTCOMES), items: count, installations: count })),
  notices: z.object({
    partners: count.describe('that have what will not work'),
    told: count.describe('by mail, of those'),
    unreachable: count.describe('of those that were not told: without an owner to write to'),
    last_at: z.iso.datetime().nullable(),
  }),
  lines: z
    .array(
      z.object({
        item: z.string(),
        name: z.string(),
        partner: z.string(),
        version: z.string(),
        outcome: z.enum(OUTCOMES),
        to: z.string().nullable().describe('the version that would work'),
        installations: count,
        told_at: z.iso
          .datetime()
          .nullable()
          .describe('when its partner was told, of what will not work'),
      }),
    )
    .describe('of this page: what will not work first, most installations first'),
  next: z.int().nullable().describe('the next page'),
})
export type PlatformReport = z.output<typeof report>

export const listPlatformPlans = declareOperation({
  id: 'listPlatformPlans',
  summary: 'The platforms and which version they will have next',
  tag: TAG,
  source: 'D3',
  method: 'get',
  path: '/platform-plans',
  policy: { who: 'person' },
  output: z.object({
    platforms: z.array(z.object({ id: z.int(), name: z.string(), plan: plan.nullable() })),
  }),
  refusals: [],
})

export const getPlatformReport = declareOperation({
  id: 'getPlatformReport',
  summary: 'What will still work when a platform has another version',
  tag: TAG,
  source: 'D3 D12',
  method: 'get',
  path: '/operator/platforms/{platform}/report',
  policy: { who: 'operator', roles: ['admin', 'reviewer', 'support'] },
  params: z.object({ platform }),
  query: asked,
  output: report,
  refusals: [],
})

export const getOwnPlatformReport = declareOperation({
  id: 'getOwnPlatformReport',
  summary: "What of a partner's items will still work when a platform has another version",
  tag: TAG,
  source: 'D3 D12',
  method: 'get',
  path: '/partners/{partner}/platforms/{platform}/report',
  policy: { who: 'partner', roles: PARTNER_ROLES },
  params: z.object({ partner: z.string().max(60), platform }),
  query: asked,
  output: report,
  refusals: [],
})

export const planPlatformVersion = declareOperation({
  id: 'planPlatformVersion',
  summary: 'Note which version a platform will have, and from which day',
  tag: TAG,
  source: 'D3',
  method: 'put',
  path: '/operator/platforms/{platform}/plan',
  policy: { who: 'operator', roles: ['admin', 'support'] },
  params: z.object({ platform }),
  body: z.object({ version, live_on: day }),
  output: z.object({ success: z.literal(true) }),
  refusals: [],
})

export const dropPlatformPlan = declareOperation({
  id: 'dropPlatformPlan',
  summary: 'Forget the version that was planned',
  tag: TAG,
  source: 'D3',
  method: 'delete',
  path: '/operator/platforms/{platform}/plan',
  policy: { who: 'operator', roles: ['admin', 'support'] },
  params: z.object({ platform }),
  output: z.object({ success: z.literal(true) }),
  refusals: [],
})

export const tellPartners = declareOperation({
  id: 'tellPartners',
  summary:
    "Write to the partners whose releases will not work with a platform's planned version: to each once",
  tag: TAG,
  source: 'D3 D12',
  method: 'post',
  path: '/operator/platforms/{platform}/notices',
  policy: { who: 'operator', roles: ['admin', 'support'] },
  params: z.object({ platform }),
  body: z.object({ version }),
  output: z.object({
    told: count.describe('partners that were written to now'),
    more: z.boolean().describe('others are to be told yet: at most 200 are at a time'),
  }),
  refusals: ['rollouts.not_planned'],
})
export type ToldNow = z.output<typeof tellPartners.output>
