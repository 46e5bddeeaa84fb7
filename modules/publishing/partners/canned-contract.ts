import { partnersWho } from '#kernel/actor.ts'
import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { textField } from '#lib/field-schema.ts'
import { time } from '#lib/wire.ts'
import { done } from '#modules/identity/contract.ts'
import { CANNED_RULES } from './rules.ts'

const READERS = partnersWho('answer')
const id = z.string().max(60)
const words = z.object({
  title: textField(CANNED_RULES.title),
  body: textField(CANNED_RULES.body),
})

export const listCannedAnswers = declareOperation({
  id: 'listCannedAnswers',
  summary: "Answers that a partner's team gives often, by title",
  tag: 'Partners',
  source: 'D23',
  method: 'get',
  path: '/partners/{partner}/canned-answers',
  policy: READERS,
  params: z.object({ partner: id }),
  output: z.object({
    answers: z.array(z.object({ id, title: z.string(), body: z.string(), changed_at: time })),
  }),
  refusals: [],
})

export const createCannedAnswer = declareOperation({
  id: 'createCannedAnswer',
  summary: 'Write an answer to begin with',
  tag: 'Partners',
  source: 'D23',
  method: 'post',
  path: '/partners/{partner}/canned-answers',
  policy: READERS,
  params: z.object({ partner: id }),
  body: words,
  output: z.object({ id }),
  refusals: ['partners.canned_many', 'input.invalid'],
})

export const changeCannedAnswer = declareOperation({
  id: 'changeCannedAnswer',
  summary: 'Change such an answer; what was sent stays as it is',
  tag: 'Partners',
  source: 'D23',
  method: 'put',
  path: '/partners/{partner}/canned-answers/{answer}',
  policy: READERS,
  params: z.object({ partner: id, answer: id }),
  body: words,
  output: done,
  refusals: ['not_found', 'input.invalid'],
})

export const deleteCannedAnswer = declareOperation({
  id: 'deleteCannedAnswer',
  summary: 'Delete such an answer',
  tag: 'Partners',
  source: 'D23',
  method: 'delete',
  path: '/partners/{partner}/canned-answers/{answer}',
  policy: READERS,
  params: z.object({ partner: id, answer: id }),
  output: done,
  refusals: ['not_found'],
})
