import { z } from 'zod'
import { partnersWho } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { ATTEMPTS } from '#lib/limit.ts'
import { amount, currency, fileAnswer, time } from '#lib/wire.ts'
import { EVENT_KINDS } from './rules.ts'

const TAG = 'Feed'
const MEMBERS = partnersWho('view')

const id = z.string().max(60)
const item = z.object({ id, name: z.string() })

const event = z.object({
  id: z.string(),
  kind: z.enum(EVENT_KINDS),
  at: time,
  item: item.nullable().describe('null: about the partner'),
  store: z.string().nullable().describe('domain, where the partner may know it'),
  subject: z.string().describe('id of the installation, run, review, question, refund or payout'),
  reason: z.string().nullable().describe('of an uninstall'),
  failure: z.string().nullable().describe('of an install'),
  stars: z.int().nullable(),
  amount: amount.nullable(),
  currency: currency.nullable(),
})
export type PartnerEvent = z.output<typeof event>

export const listPartnerEvents = declareOperation({
  id: 'listPartnerEvents',
  summary:
    "What happened to a partner's items, the newest first: installs, uninstalls, failed installs, reviews, questions, refunds, payouts",
  tag: TAG,
  source: 'D1 D19',
  method: 'get',
  path: '/partners/{partner}/events',
  policy: MEMBERS,
  params: z.object({ partner: id }),
  query: z.object({
    item: id.optional(),
    kind: z.enum(EVENT_KINDS).optional(),
    after: z.string().max(200).optional().describe('`next` of the page before'),
  }),
  output: z.object({
    kinds: z.array(z.enum(EVENT_KINDS)).describe('that the role may see'),
    items: z.array(item),
    events: z.array(event),
    next: z.string().nullable(),
  }),
  refusals: [],
})

export const listFeeds = declareOperation({
  id: 'listFeeds',
  summary: "Secret addresses of a partner's feed: one's own, and to owners everybody's",
  tag: TAG,
  source: 'D19',
  method: 'get',
  path: '/partners/{partner}/feeds',
  policy: MEMBERS,
  params: z.object({ partner: id }),
  output: z.object({
    feeds: z.array(
      z.object({
        id,
        person: z.string().describe('whose it is: it shows what this member may see'),
        item: item.nullable().describe('null: all items'),
        language: z.string(),
        created_at: time,
        used_at: time.nullable().describe('to the hour'),
      }),
    ),
  }),
  refusals: [],
})

export const createFeed = declareOperation({
  id: 'createFeed',
  summary: 'Make a secret address; the answer is the only time it is shown',
  tag: TAG,
  source: 'D19',
  method: 'post',
  path: '/partners/{partner}/feeds',
  policy: MEMBERS,
  params: z.object({ partner: id }),
  body: z.object({ item: id.nullable().default(null).describe('null: all items') }),
  output: z.object({ id, url: z.string() }),
  refusals: ['partners.feed_many'],
})

export const revokeFeed = declareOperation({
  id: 'revokeFeed',
  summary: 'Make a secret address useless: its own member, or an owner',
  tag: TAG,
  source: 'D19',
  method: 'delete',
  path: '/partners/{partner}/feeds/{feed}',
  policy: MEMBERS,
  params: z.object({ partner: id, feed: id }),
  output: z.object({ success: z.literal(true) }),
  refusals: ['not_found'],
})

export const readFeed = declareOperation({
  id: 'readFeed',
  summary: 'The newest events of a partner as an Atom feed (RFC 4287), at a secret address',
  tag: TAG,
  source: 'D19',
  method: 'get',
  path: '/feeds/{token}',
  policy: { who: 'guest' },
  attempts: ATTEMPTS.byServers,
  params: z.object({ token: z.string().max(100) }),
  output: fileAnswer,
  file: true,
  refusals: ['not_found'],
})
