import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { declareOperation } from '#kernel/operation.ts'
import { list, one } from '#lib/wire.ts'
import { statement } from './contract.ts'
import { APPEAL_RULES } from './rules.ts'

const TAG = 'Statements of reasons'

export const listOwnStatements = declareOperation({
  id: 'listOwnStatements',
  summary: 'What the market decided about this store, with the reasons, the latest first',
  tag: TAG,
  source: 'D19',
  method: 'get',
  path: '/domain/statements',
  policy: { who: 'store' },
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
  policy: { who: 'store' },
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
