import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { PARTNER_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { REASON_RULES } from './limits.ts'

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
  before: fared.pick({ ended: true, failed: true }).extend({ version: z.string() }).nullable(),
  halted: z
    .object({ by_market: z.enum(['failures', 'health']).nullable(), reason: z.string().nullable() })
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
  policy: { who: 'partner', roles: PARTNER_ROLES, token: 'status' },
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
  policy: { who: 'partner', roles: ['owner', 'developer'] },
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
