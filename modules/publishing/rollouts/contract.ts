import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { partnersWho } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { HALT_REASONS, MOST_LINES, PLAN_RULES, REASON_RULES } from './rules.ts'
import { day, pageNumber } from '#lib/wire.ts'
import { OUTCOMES } from '#modules/catalog/contract.ts'

const TAG = 'Rollouts'
const OPERATORS = { who: 'operator', roles: ['admin', 'reviewer', 'support'] } as const
const GUARDS = { who: 'operator', roles: ['admin', 'reviewer'] } as const

const id = z.string().max(60)
const count = z.int().min(0)
const at = z.iso.datetime()
const done = z.object({ success: z.literal(true) })

export const fared = z.object({
  ended: count.describe('installs and updates that ended'),
  failed: count.describe('by its fault, as far as it can be told'),
  asked: count.describe('stores whose pages were asked before and after'),
  bad: count.describe('that were well before and bad after, twice'),
})

export const signals = z.object({
  visits: count.describe('measured visits of pages that its files are on'),
  errors: count.describe('of those, with an error from one of its files'),
  came: count.describe('installs and updates that brought it'),
  left: count.describe('stores that removed the item while they had it'),
  sent: count.describe('messages to its app that were tried'),
  unsent: count.describe('of those, not taken at the first try'),
})

export const rollout = z.object({
  release: z.string(),
  version: z.string(),
  state: z.enum(['running', 'halted', 'done', 'withdrawn']),
  stages: z.array(
    z.object({
      share: count.describe('of 10,000 stores'),
      reached_at: at.nullable(),
      reached_by: z.string().nullable().describe('who did not wait for it'),
    }),
  ),
  stage: count.describe('from 1'),
  wait_hours: count,
  next_at: at.nullable(),
  started_at: at,
  stores: count.describe('that have it now'),
  fared,
  signals: signals.describe('since it began, or since a person brought it back'),
  signals_before: signals
    .nullable()
    .describe('of the release before, in the last 90 days; its messages at the same time'),
  before: fared.pick({ ended: true, failed: true }).extend({ version: z.string() }).nullable(),
  halted: z
    .object({ by_market: z.enum(HALT_REASONS).nullable(), reason: z.string().nullable() })
    .nullable(),
  harmed: z
    .array(
      z.object({
        domain: z.string(),
        why: z.enum(['failed', 'bad']),
        path: z.string().nullable().describe('of the page that turned bad'),
      }),
    )
    .describe('stores where it went wrong, the newest ten'),
})
export type Rollout = z.output<typeof rollout>

export const listRollouts = declareOperation({
  id: 'listRollouts',
  summary: "How an item's releases come to the stores: stage, stores, failures",
  tag: TAG,
  source: 'D11 D12',
  method: 'get',
  path: '/partners/{partner}/items/{item}/rollouts',
  policy: partnersWho('view', 'status'),
  params: z.object({ partner: id, item: id }),
  output: z.object({ rollouts: z.array(rollout).describe('the newest ten') }),
  refusals: [],
})

export const goOnWithRelease = declareOperation({
  id: 'goOnWithRelease',
  summary: 'Offer a release to the next stage now',
  tag: TAG,
  source: 'D11',
  method: 'post',
  path: '/partners/{partner}/items/{item}/releases/{version}/stages',
  policy: partnersWho('publish'),
  params: z.object({ partner: id, item: id, version: id }),
  body: z.object({
    stage: z.coerce
      .number()
      .int()
      .min(1)
      .max(6)
      .describe('where it stands, as it was shown: pressed twice it goes on once'),
  }),
  output: done,
  refusals: ['rollouts.not_running'],
})

export const listAllRollouts = declareOperation({
  id: 'listAllRollouts',
  summary: 'Releases that are on their way to the stores, and those that were halted on it',
  tag: TAG,
  source: 'D11 D12',
  method: 'get',
  path: '/operator/rollouts',
  policy: OPERATORS,
  output: z.object({
    rollouts: z
      .array(
        rollout.extend({
          item: z.object({ id: z.string(), name: z.string() }),
          partner: z.string(),
        }),
      )
      .describe('halted ones first; at most 50'),
  }),
  refusals: [],
})

const params = z.object({ release: id })

export const goOnWithRollout = declareOperation({
  id: 'goOnWithRollout',
  summary: "Offer somebody's release to the next stage now",
  tag: TAG,
  source: 'D11',
  method: 'post',
  path: '/operator/rollouts/{release}/stages',
  policy: GUARDS,
  params,
  body: goOnWithRelease.body,
  output: done,
  refusals: ['rollouts.not_running'],
})

export const resumeRollout = declareOperation({
  id: 'resumeRollout',
  summary: 'Let a halted release go on, with a reason that everybody can read',
  tag: TAG,
  source: 'D11',
  method: 'post',
  path: '/operator/rollouts/{release}/resumption',
  policy: GUARDS,
  params,
  body: z.object({ reason: textField(REASON_RULES) }),
  output: done,
  refusals: ['rollouts.not_halted', 'rollouts.stopped'],
})

const platform = z.coerce.number().int().min(1).max(32_767)
const version = textField(PLAN_RULES.version)
  .refine((text) => /^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(text))
  .describe('three numbers: 4.0.0')

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
  policy: partnersWho('view'),
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
