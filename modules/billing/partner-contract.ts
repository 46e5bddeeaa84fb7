import { z } from 'zod'
import { PARTNER_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { subscriptionLine } from './operator-contract.ts'
import { SUBSCRIPTION_STATES } from './rules.ts'

const id = z.string().max(60)

export const listPartnerSubscriptions = declareOperation({
  id: 'listPartnerSubscriptions',
  summary: "Subscriptions to a partner's items, the newest first",
  tag: 'Figures',
  source: 'S3.4 D19',
  method: 'get',
  path: '/partners/{partner}/subscriptions',
  policy: { who: 'partner', roles: PARTNER_ROLES, token: 'figures' },
  params: z.object({ partner: id }),
  query: z.object({
    item: id.optional(),
    state: z.enum(SUBSCRIPTION_STATES).optional(),
    after: z.string().max(200).optional().describe('`next` of the page before'),
  }),
  output: z.object({
    subscriptions: z.array(
      subscriptionLine.omit({ due: true, end_reason: true }).extend({
        store: z.object({ domain: z.string() }),
      }),
    ),
    next: z.string().nullable(),
  }),
  refusals: [],
})
