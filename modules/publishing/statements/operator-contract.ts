import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { statement, statementLine } from './contract.ts'

const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const

const whose = {
  partner: z.object({ id: z.string(), name: z.string() }).nullable(),
  store: z.object({ id: z.string(), domain: z.string() }).nullable(),
}

export const listAllStatements = declareOperation({
  id: 'listAllStatements',
  summary: 'Decisions against partners and stores, the latest first',
  tag: 'Operator',
  source: 'D1',
  method: 'get',
  path: '/operator/statements',
  policy: EVERY_OPERATOR,
  query: z.object({
    state: z.enum(['waiting']).optional().describe('those whose appeal has no answer'),
    partner: z.string().max(60).optional(),
    object: z.string().max(60).optional(),
    after: z.string().max(200).optional().describe('`next` of the page before'),
  }),
  output: z.object({
    statements: z.array(statementLine.extend(whose)),
    next: z.string().nullable(),
  }),
  refusals: [],
})

export const getAnyStatement = declareOperation({
  id: 'getAnyStatement',
  summary: 'A decision, its reasons, and who decided',
  tag: 'Operator',
  source: 'D1',
  method: 'get',
  path: '/operator/statements/{statement}',
  policy: EVERY_OPERATOR,
  params: z.object({ statement: z.string().max(60) }),
  output: statement.extend({
    ...whose,
    decided_by: z.string().nullable().describe('null: a rule of the market itself'),
    may_answer: z.boolean().describe('somebody else decided, and an appeal waits'),
  }),
  refusals: [],
})
