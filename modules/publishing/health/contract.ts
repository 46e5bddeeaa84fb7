import { z } from 'zod'
import { partnersWho } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { day } from '#lib/wire.ts'
import { signals } from '../rollouts/contract.ts'

const TAG = 'Health of items'
const OPERATORS = { who: 'operator', roles: ['admin', 'reviewer', 'support'] } as const

const id = z.string().max(60)
const count = z.int().min(0)
const at = z.iso.datetime()
const done = z.object({ success: z.literal(true) })

const counted = signals.omit({ came: true }).extend({
  ended: count.describe('installs and updates that ended'),
  failed: count.describe('of those, by its fault as far as it can be told'),
})

/** How an item's releases do on shops. */
export const itemHealth = z.object({
  item: z.object({ id: z.string(), name: z.string() }),
  from: day.describe('of the figures'),
  to: day,
  releases: z
    .array(
      z.object({
        id: z.string(),
        version: z.string(),
        state: z.enum(['published', 'halted', 'yanked']),
        stores: count.describe('that have it now'),
        totals: counted,
        days: z.array(counted.extend({ day })).describe('all from the first day to the last'),
      }),
    )
    .describe('the newest five'),
  endpoints: z
    .array(
      z.object({
        id: z.string(),
        host: z.string(),
        failures: count.describe('tries in a row that failed'),
        failing_since: at,
        paused_at: at.nullable().describe('messages wait since then'),
        probe_at: at.nullable().describe('when the next one is tried'),
      }),
    )
    .describe('addresses of its app that fail now, paused ones first, at most 20'),
  may_resume: z.boolean(),
})
export type ItemHealth = z.output<typeof itemHealth>

export const getItemHealth = declareOperation({
  id: 'getItemHealth',
  summary: "How an item's newest releases do on shops, by day, and where its webhooks fail",
  tag: TAG,
  source: 'D11 D12',
  method: 'get',
  path: '/operator/items/{item}/health',
  policy: OPERATORS,
  params: z.object({ item: id }),
  output: itemHealth,
  refusals: [],
})

export const getOwnItemHealth = declareOperation({
  id: 'getOwnItemHealth',
  summary: "How a partner's own item does on shops",
  tag: TAG,
  source: 'D11 D12',
  method: 'get',
  path: '/partners/{partner}/items/{item}/health',
  policy: partnersWho('view', 'status'),
  params: z.object({ partner: id, item: id }),
  output: itemHealth,
  refusals: [],
})

export const resumeItemWebhooks = declareOperation({
  id: 'resumeItemWebhooks',
  summary: 'End the pause of webhooks to an address: what waits is sent now',
  tag: TAG,
  source: 'D11',
  method: 'post',
  path: '/operator/items/{item}/webhooks/{endpoint}/resumption',
  policy: OPERATORS,
  params: z.object({ item: id, endpoint: id }),
  output: done,
  refusals: ['webhooks.not_paused'],
})

export const resumeOwnWebhooks = declareOperation({
  id: 'resumeOwnWebhooks',
  summary: "End the pause of webhooks to an address of a partner's own app",
  tag: TAG,
  source: 'D11',
  method: 'post',
  path: '/partners/{partner}/items/{item}/webhooks/{endpoint}/resumption',
  policy: partnersWho('publish'),
  params: z.object({ partner: id, item: id, endpoint: id }),
  output: done,
  refusals: ['webhooks.not_paused'],
})
