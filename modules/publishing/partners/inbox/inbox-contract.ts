import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { done } from '#modules/identity/contract.ts'
import { ANSWER_RULES, QUESTION_STATES } from './inbox-rules.ts'

const TAG = 'Partners'
/** Not finance: what people ask is not theirs to read. */
const READERS = { who: 'partner', roles: ['owner', 'developer'] } as const
const id = z.string().max(60)
const at = z.iso.datetime()
const here = z.object({ partner: id, message: id })

const question = z.object({
  id,
  item: z.object({ id, name: z.string() }),
  subject: z.string(),
  from: z.string().describe('a name; the address stays with the market'),
  store: z.string().nullable(),
  state: z.enum(QUESTION_STATES),
  answers: z.int(),
  asked_at: at,
  last_at: at,
  spam: z.boolean(),
})

export const listPartnerMessages = declareOperation({
  id: 'listPartnerMessages',
  summary: 'What people ask a partner about its items, the newest word first',
  tag: TAG,
  source: 'D23',
  method: 'get',
  path: '/partners/{partner}/messages',
  policy: READERS,
  params: z.object({ partner: id }),
  query: z.object({
    state: z.enum([...QUESTION_STATES, 'spam']).optional(),
    item: id.optional(),
    after: z.string().max(200).optional().describe('`next` of the page before'),
  }),
  output: z.object({
    messages: z.array(question),
    unread: z.int(),
    items: z.array(z.object({ id, name: z.string() })),
    next: z.string().nullable(),
  }),
  refusals: [],
})

export const getPartnerMessage = declareOperation({
  id: 'getPartnerMessage',
  summary: 'A question and all that was said since',
  tag: TAG,
  source: 'D23',
  method: 'get',
  path: '/partners/{partner}/messages/{message}',
  policy: READERS,
  params: here,
  output: question.extend({
    language: z.string(),
    words: z.array(
      z.object({
        who: z.enum(['asker', 'developer']),
        by: z.string().nullable(),
        text: z.string(),
        at,
      }),
    ),
  }),
  refusals: [],
})

export const answerPartnerMessage = declareOperation({
  id: 'answerPartnerMessage',
  summary: 'Answer by mail, through the market',
  tag: TAG,
  source: 'D23 ABU-1',
  method: 'post',
  path: '/partners/{partner}/messages/{message}/answers',
  policy: READERS,
  params: here,
  body: z.object({ text: textField(ANSWER_RULES.text) }),
  output: done,
  refusals: ['partners.message_spam'],
})

export const markPartnerMessage = declareOperation({
  id: 'markPartnerMessage',
  summary: 'Mark a question as new, open or done',
  tag: TAG,
  source: 'D23',
  method: 'put',
  path: '/partners/{partner}/messages/{message}/state',
  policy: READERS,
  params: here,
  body: z.object({ state: z.enum(QUESTION_STATES) }),
  output: done,
  refusals: [],
})

export const reportPartnerMessage = declareOperation({
  id: 'reportPartnerMessage',
  summary: 'Tell the operator that it is spam; it leaves the inbox',
  tag: TAG,
  source: 'ABU-1',
  method: 'post',
  path: '/partners/{partner}/messages/{message}/spam',
  policy: READERS,
  params: here,
  output: done,
  refusals: [],
})
