import { OPERATOR_ROLES, partnersWho } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { done } from '#modules/identity/contract.ts'
import {
  ABOUT,
  ANSWER_RULES,
  APPEAL_RULES,
  AUTOMATED,
  CAUSES,
  DECISIONS,
  GROUNDS,
  REASONS_RULES,
} from './rules.ts'
import { list, one } from '#lib/wire.ts'

const TAG = 'Statements of reasons'
const partner = z.string().max(60)
const at = z.iso.datetime()

/** Body fields of every decision against somebody. */
export const REASONS = {
  grounds: z.enum(GROUNDS).describe('a rule of the contract with the market, or a law'),
  rule: textField(REASONS_RULES.rule).describe('which one, so that it can be looked up'),
  facts: textField(REASONS_RULES.facts).describe(
    'what was found, in words that the other side can check',
  ),
  cause: z.enum(CAUSES).default('own').describe('what led to it: an own look, a report, an order'),
  automated: z.enum(AUTOMATED).default('no').describe('whether a machine found it, or decided too'),
}

/** Body fields of the answer to an appeal. */
export const APPEAL_ANSWER = {
  outcome: z.enum(['upheld', 'reversed']),
  reasons: textField(ANSWER_RULES.reasons),
}

export const statementLine = z.object({
  id: z.string(),
  about: z.enum(ABOUT),
  object: z.object({ id: z.string(), name: z.string() }),
  decision: z.enum(DECISIONS),
  decided_at: at,
  reversed_at: at.nullable(),
  appeal: z.enum(['open', 'over', 'appealed', 'upheld', 'reversed']),
})

/** A complete statement of reasons (DSA art. 17). */
export const statement = statementLine.extend({
  grounds: z.enum(GROUNDS),
  rule: z.string(),
  facts: z.string(),
  cause: z.enum(CAUSES),
  automated: z.enum(AUTOMATED),
  ends_at: at.nullable().describe('null: until it is taken back'),
  appeal_until: at,
  appealed: z.object({ text: z.string(), at }).nullable(),
  answer: z.object({ outcome: z.enum(['upheld', 'reversed']), reasons: z.string(), at }).nullable(),
})

export const listStatements = declareOperation({
  id: 'listStatements',
  summary: 'What the market decided against a partner, the latest first',
  tag: TAG,
  source: 'D19',
  method: 'get',
  path: '/partners/{partner}/statements',
  policy: partnersWho('view'),
  params: z.object({ partner }),
  query: z.object({ after: z.string().max(200).optional().describe('`next` of the page before') }),
  output: z.object({ statements: z.array(statementLine), next: z.string().nullable() }),
  refusals: [],
})

export const getStatement = declareOperation({
  id: 'getStatement',
  summary: 'A decision and its reasons',
  tag: TAG,
  source: 'D19',
  method: 'get',
  path: '/partners/{partner}/statements/{statement}',
  policy: partnersWho('view'),
  params: z.object({ partner, statement: z.string().max(60) }),
  output: statement,
  refusals: [],
})

export const appealStatement = declareOperation({
  id: 'appealStatement',
  summary: 'Object to a decision, once',
  tag: TAG,
  source: 'D19',
  method: 'post',
  path: '/partners/{partner}/statements/{statement}/appeal',
  policy: partnersWho('publish'),
  params: z.object({ partner, statement: z.string().max(60) }),
  body: z.object({ text: textField(APPEAL_RULES.text) }),
  output: done,
  refusals: ['statements.appealed_already', 'statements.appeal_over'],
})

export const listOwnStatements = declareOperation({
  id: 'listOwnStatements',
  summary: 'What the market decided about this store, with the reasons, the latest first',
  tag: TAG,
  source: 'D19',
  method: 'get',
  path: '/domain/statements',
  policy: { who: 'store', needs: 'browse' },
  output: list(statement),
  refusals: [],
})

export const appealOwnStatement = declareOperation({
  id: 'appealOwnStatement',
  summary: 'Object to a decision about this store, once',
  tag: TAG,
  source: 'D19',
  method: 'post',
  path: '/domain/statements/{id}/appeal',
  policy: { who: 'store', needs: 'install' },
  params: z.object({ id: z.string().max(60) }),
  body: z.object({ text: textField(APPEAL_RULES.text) }),
  output: one(z.object({ appealed: z.literal(true) })),
  refusals: [
    'statements.appealed_already',
    'statements.appeal_over',
    'not_found',
    'session.store_changed',
  ],
})

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
