import { z } from 'zod'
import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { byLocale, textField } from '#lib/field-schema.ts'
import { LOCALES } from '#lib/locale.ts'
import { MARKETS } from '#lib/market.ts'
import { done } from '#modules/identity/contract.ts'
import { drawn } from './drawing-contract.ts'
import { SHELF_RULES } from './merchandising-rules.ts'
import { GOAL_RULES } from './search-rules.ts'

/** How operators tend goals (docs/decisions/0066). */

const GOALS = { tag: 'Operator: shelves', source: 'D19 D24' } as const
const READ = { ...GOALS, policy: { who: 'operator', roles: OPERATOR_ROLES } } as const
const CHANGE = { ...GOALS, policy: { who: 'operator', roles: ['admin', 'reviewer'] } } as const
const params = z.object({ goal: z.string().max(60) })

const slug = z
  .string()
  .trim()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const shown = z.partialRecord(z.enum(LOCALES), z.string())
const facts = {
  name: byLocale(textField(SHELF_RULES.name)),
  lead: byLocale(textField(SHELF_RULES.lead)),
  categories: z.array(slug).max(GOAL_RULES.categories).describe('slugs of categories and tags'),
  terms: byLocale(z.array(z.string().trim().min(1).max(GOAL_RULES.term)).max(GOAL_RULES.terms)),
  active: z.boolean(),
}

const marketGoal = z.object({
  id: z.string(),
  market: z.enum(MARKETS),
  slug: z.string(),
  name: shown,
  lead: shown,
  categories: z.array(z.string()),
  terms: z.partialRecord(z.enum(LOCALES), z.array(z.string())),
  position: z.int().describe('in its list; changed by `orderShelves`, no form takes it'),
  active: z.boolean(),
  items: z.int(),
  missing: z.array(z.enum(LOCALES)).describe('languages in which nothing is written'),
  ...drawn,
})

export const listMarketGoals = declareOperation({
  ...READ,
  id: 'listMarketGoals',
  summary: 'Goals of both markets, in their order',
  method: 'get',
  path: '/operator/goals',
  output: z.object({ goals: z.array(marketGoal) }),
  refusals: [],
})

export const getMarketGoal = declareOperation({
  ...READ,
  id: 'getMarketGoal',
  summary: 'One goal with what it means',
  method: 'get',
  path: '/operator/goals/{goal}',
  params,
  output: marketGoal,
  refusals: ['not_found'],
})

export const createGoal = declareOperation({
  ...CHANGE,
  id: 'createGoal',
  summary: 'A new goal; items are on its shelf at once',
  method: 'post',
  path: '/operator/goals',
  body: z.object({ market: z.enum(MARKETS), slug, ...facts }),
  output: z.object({ id: z.string() }),
  refusals: ['backoffice.slug_taken', 'catalog.goals_full'],
})

export const changeGoal = declareOperation({
  ...CHANGE,
  id: 'changeGoal',
  summary: 'Other words, categories or terms for a goal',
  method: 'put',
  path: '/operator/goals/{goal}',
  params,
  body: z.object(facts),
  output: done,
  refusals: ['not_found'],
})

export const deleteGoal = declareOperation({
  ...CHANGE,
  id: 'deleteGoal',
  summary: 'Take a goal away; its items stay',
  method: 'delete',
  path: '/operator/goals/{goal}',
  params,
  output: done,
  refusals: ['not_found'],
})
