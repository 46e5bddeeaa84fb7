import { z } from 'zod'
import { OPERATOR_ROLES, partnersWho } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { VISIBILITIES } from '#lib/market.ts'
import { day } from '#lib/wire.ts'

const TAG = 'Visibility of items'
const WRITERS = partnersWho('publish')
const REVIEWERS = { who: 'operator', roles: ['admin', 'reviewer'] } as const

const id = z.string().max(60)
const ofPartner = z.object({ partner: id, item: id })
const ofOperator = z.object({ item: id })
const done = z.object({ success: z.literal(true) })
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(253)
  .regex(/^[^\s/]+$/)

/** Who may find an item. */
export const itemVisibility = z.object({
  visibility: z.enum(VISIBILITIES),
  stores: z
    .array(z.object({ id: z.string(), domain: z.string(), added_at: z.iso.datetime() }))
    .describe('that may see it while it is private, the newest first'),
  retirement: z
    .object({
      on: day,
      successor: z.object({ slug: z.string(), name: z.string() }).nullable(),
    })
    .nullable()
    .describe('from that day on it is no longer developed, and in no list'),
  may_write: z.boolean(),
})
export type ItemVisibility = z.output<typeof itemVisibility>

export const getOwnVisibility = declareOperation({
  id: 'getOwnVisibility',
  summary: "Who may find a partner's item",
  tag: TAG,
  source: 'D19',
  method: 'get',
  path: '/partners/{partner}/items/{item}/visibility',
  policy: partnersWho('view'),
  params: ofPartner,
  output: itemVisibility,
  refusals: [],
})

export const changeVisibility = declareOperation({
  id: 'changeVisibility',
  summary: 'List an item, keep it out of lists, or show it to named stores only',
  tag: TAG,
  source: 'D19',
  method: 'put',
  path: '/partners/{partner}/items/{item}/visibility',
  policy: WRITERS,
  params: ofPartner,
  body: z.object({ visibility: z.enum(VISIBILITIES) }),
  output: done,
  refusals: [],
})

export const nameItemStore = declareOperation({
  id: 'nameItemStore',
  summary: 'Let a store see a private item',
  tag: TAG,
  source: 'D19',
  method: 'post',
  path: '/partners/{partner}/items/{item}/stores',
  policy: WRITERS,
  params: ofPartner,
  body: z.object({
    store: domain.describe(
      'its domain: a store that has used an item of the partner, or asked about one',
    ),
  }),
  output: done,
  refusals: ['visibility.many_stores'],
})

export const unnameItemStore = declareOperation({
  id: 'unnameItemStore',
  summary: 'Hide a private item from a store; one that has it keeps it',
  tag: TAG,
  source: 'D19',
  method: 'delete',
  path: '/partners/{partner}/items/{item}/stores/{store}',
  policy: WRITERS,
  params: ofPartner.extend({ store: id }),
  output: done,
  refusals: [],
})

export const getItemVisibility = declareOperation({
  id: 'getItemVisibility',
  summary: 'Who may find an item',
  tag: TAG,
  source: 'D19',
  method: 'get',
  path: '/operator/items/{item}/visibility',
  policy: { who: 'operator', roles: OPERATOR_ROLES },
  params: ofOperator,
  output: itemVisibility,
  refusals: [],
})

export const nameStoreOfItem = declareOperation({
  id: 'nameStoreOfItem',
  summary: "Let any store see a partner's private item",
  tag: TAG,
  source: 'D19',
  method: 'post',
  path: '/operator/items/{item}/stores',
  policy: REVIEWERS,
  params: ofOperator,
  body: z.object({ store: domain }),
  output: done,
  refusals: ['visibility.many_stores'],
})

const retirement = z.object({
  on: day.describe('today or later'),
  successor: z
    .string()
    .trim()
    .max(120)
    .default('')
    .describe('slug of what replaces it, of the same market; empty: nothing does'),
})

export const retireItem = declareOperation({
  id: 'retireItem',
  summary: "Say that a partner's item is no longer developed from a day on, and what replaces it",
  tag: TAG,
  source: 'D19',
  method: 'put',
  path: '/partners/{partner}/items/{item}/retirement',
  policy: WRITERS,
  params: ofPartner,
  body: retirement,
  output: done,
  refusals: [],
})

export const keepItem = declareOperation({
  id: 'keepItem',
  summary: "Say that a partner's item is developed on",
  tag: TAG,
  source: 'D19',
  method: 'delete',
  path: '/partners/{partner}/items/{item}/retirement',
  policy: WRITERS,
  params: ofPartner,
  output: done,
  refusals: [],
})

export const retireAnyItem = declareOperation({
  id: 'retireAnyItem',
  summary: "Say that somebody's item is no longer developed, and which item of anybody replaces it",
  tag: TAG,
  source: 'D19',
  method: 'put',
  path: '/operator/items/{item}/retirement',
  policy: REVIEWERS,
  params: ofOperator,
  body: retirement,
  output: done,
  refusals: [],
})

export const keepAnyItem = declareOperation({
  id: 'keepAnyItem',
  summary: "Say that somebody's item is developed on",
  tag: TAG,
  source: 'D19',
  method: 'delete',
  path: '/operator/items/{item}/retirement',
  policy: REVIEWERS,
  params: ofOperator,
  output: done,
  refusals: [],
})
