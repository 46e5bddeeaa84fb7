import { z } from 'zod'
import { CURRENCIES } from '#lib/money.ts'
import { amount, one, time } from '#lib/wire.ts'
import { declareOperation } from '#kernel/operation.ts'
import { partnersWho } from '#kernel/actor.ts'
import { done } from '#modules/identity/contract.ts'

const OWNER_TAG = 'Developer access'
const PARTNER_TAG = 'Test clocks'
const READERS = partnersWho('view', 'status')
const DEVELOPERS = partnersWho('publish')
/** Programs that test what they publish. */
const MOVERS = { ...DEVELOPERS, token: 'upload' } as const

export const getDeveloperAccess = declareOperation({
  id: 'getDeveloperAccess',
  summary: 'Which developer may test subscriptions on the store',
  tag: OWNER_TAG,
  source: 'S3.4',
  method: 'get',
  path: '/developer-access',
  policy: { who: 'store', needs: 'browse' },
  output: one(
    z.object({
      is_offered: z.boolean().describe('only markets whose payments are tests'),
      developer: z.object({ name: z.string(), since: time }).nullable(),
    }),
  ),
  refusals: [],
})

export const makeDeveloperCode = declareOperation({
  id: 'makeDeveloperCode',
  summary: 'A code with which a developer may test subscriptions on the store; it is shown once',
  tag: OWNER_TAG,
  source: 'S3.4',
  method: 'post',
  path: '/developer-access/code',
  policy: { who: 'store', needs: 'install' },
  output: one(z.object({ code: z.string(), expires_at: time })),
  refusals: ['billing.no_test_gateway', 'billing.has_developer'],
})

export const endDeveloperAccess = declareOperation({
  id: 'endDeveloperAccess',
  summary: 'End the access of the developer, and of a code that was not used yet',
  tag: OWNER_TAG,
  source: 'S3.4',
  method: 'delete',
  path: '/developer-access',
  policy: { who: 'store', needs: 'install' },
  output: one(z.object({ ended: z.boolean() })),
  refusals: [],
})

const partner = z.string().max(60)
const store = z.string().max(60)
const inStore = z.object({ partner, store })
const clock = z.object({
  now_at: time,
  target_at: time,
  is_moving: z.boolean(),
  progress: z.number().describe('0 to 1, of the way to the target'),
  steps: z.int().describe('subscriptions that were advanced on this way'),
})
const testStore = z.object({
  id: z.string(),
  domain: z.string(),
  name: z.string(),
  since: time,
  live: z.int().describe("subscriptions to the partner's items that have not ended"),
  clock: clock.nullable().describe('null: it has the time of the market'),
})

export const listTestStores = declareOperation({
  id: 'listTestStores',
  summary: 'Stores on which a partner develops, with their clocks',
  tag: PARTNER_TAG,
  source: 'S3.4',
  method: 'get',
  path: '/partners/{partner}/test-stores',
  policy: READERS,
  params: z.object({ partner }),
  output: z.object({ is_offered: z.boolean(), stores: z.array(testStore) }),
  refusals: [],
})

export const addTestStore = declareOperation({
  id: 'addTestStore',
  summary: "Develop on a store whose owner made a code; the store's clock begins with today",
  tag: PARTNER_TAG,
  source: 'S3.4',
  method: 'post',
  path: '/partners/{partner}/test-stores',
  policy: DEVELOPERS,
  params: z.object({ partner }),
  body: z.object({ code: z.string().trim().min(1, { error: 'field.required' }).max(40) }),
  output: z.object({ id: z.string() }),
  refusals: ['billing.no_test_gateway', 'input.invalid'],
})

export const removeTestStore = declareOperation({
  id: 'removeTestStore',
  summary: 'Develop on a store no longer',
  tag: PARTNER_TAG,
  source: 'S3.4',
  method: 'delete',
  path: '/partners/{partner}/test-stores/{store}',
  policy: DEVELOPERS,
  params: inStore,
  output: done,
  refusals: ['billing.no_test_store'],
})

export const advanceTestClock = declareOperation({
  id: 'advanceTestClock',
  summary: "Move a store's clock forward; what is due on the way happens",
  tag: PARTNER_TAG,
  source: 'S3.4',
  method: 'post',
  path: '/partners/{partner}/test-stores/{store}/advance',
  policy: MOVERS,
  params: inStore,
  body: z.object({
    by: z
      .string()
      .regex(/^[1-9]\d{0,2}[dmy]$/, { error: 'field.invalid' })
      .describe('`30d`, `1m`, `1y`; at most two years'),
  }),
  output: clock,
  refusals: [
    'billing.no_test_store',
    'billing.no_test_gateway',
    'billing.clock_moves',
    'input.invalid',
  ],
})

const event = z.object({
  id: z.string(),
  kind: z.string(),
  at: time.describe('by the clock of the store'),
  subscription: z.string(),
  item: z.string(),
  order: z.string().nullable(),
  amount: amount.nullable().describe('of the order, or what was paid back'),
  currency: z.enum(CURRENCIES).nullable(),
  reason: z.string().nullable().describe('why a charge failed, or the subscription ended'),
})
export type ClockEvent = z.output<typeof event>

export const getTestTimeline = declareOperation({
  id: 'getTestTimeline',
  summary: "What happened to the store's subscriptions to the partner's items, the newest first",
  tag: PARTNER_TAG,
  source: 'S3.4',
  method: 'get',
  path: '/partners/{partner}/test-stores/{store}/timeline',
  policy: READERS,
  params: inStore,
  query: z.object({
    after: z.coerce
      .number()
      .int()
      .min(1)
      .max(2 ** 52)
      .optional(),
  }),
  output: z.object({
    store: testStore,
    events: z.array(event),
    next: z.string().nullable(),
  }),
  refusals: ['billing.no_test_store'],
})
