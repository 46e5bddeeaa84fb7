import { z } from 'zod'
import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { textField } from '#lib/field-schema.ts'
import { done } from '#modules/identity/contract.ts'
import { VIEW_NAME_RULES, VIEW_PATH } from './views-rules.ts'

const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const
const TAG = 'Operator'

export const listViews = declareOperation({
  id: 'listViews',
  summary: 'Lists that the caller saved with their filters, by name',
  tag: TAG,
  source: 'D1',
  method: 'get',
  path: '/operator/views',
  policy: EVERY_OPERATOR,
  output: z.object({
    views: z.array(z.object({ id: z.string(), name: z.string(), path: z.string() })),
  }),
  refusals: [],
})

export const saveView = declareOperation({
  id: 'saveView',
  summary: 'Save a list with its filters under a name; a name that is there gets the new list',
  tag: TAG,
  source: 'D1',
  method: 'post',
  path: '/operator/views',
  policy: EVERY_OPERATOR,
  body: z.object({
    name: textField(VIEW_NAME_RULES),
    path: z.string().max(1000).regex(VIEW_PATH).describe('path and query of a list of operators'),
  }),
  output: z.object({ id: z.string() }),
  refusals: ['views.too_many'],
})

export const deleteView = declareOperation({
  id: 'deleteView',
  summary: 'Delete a saved list; what it shows stays',
  tag: TAG,
  source: 'D1',
  method: 'delete',
  path: '/operator/views/{view}',
  policy: EVERY_OPERATOR,
  params: z.object({ view: z.string().max(60) }),
  output: done,
  refusals: [],
})
