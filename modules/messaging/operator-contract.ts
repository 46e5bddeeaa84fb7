import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { MARKETS } from '#lib/market.ts'
import { done } from '#modules/identity/contract.ts'
import { ANSWER_RULES, MESSAGE_STATES, SUBSCRIBER_STATES } from './rules.ts'

const TAG = 'Operator: voices'
const SUPPORT = { who: 'operator', roles: ['admin', 'support'] } as const

const id = z.string().max(60)
const at = z.iso.datetime()
const next = z.string().nullable()
const after = z.string().max(200).optional().describe('`next` of the page before')
const market = z.enum(MARKETS)

const message = z.object({
  id,
  market,
  subject: z.string(),
  from: z.string(),
  email: z.string(),
  item: z.object({ id, name: z.string() }).nullable(),
  store: z.string().nullable(),
  state: z.enum(MESSAGE_STATES),
  written_at: at,
  developer: z.string().nullable().describe('asked of this developer'),
  why: z
    .enum(['spam', 'dispute'])
    .nullable()
    .describe(
      'why a message to a developer is here: the developer says that it is spam, or the owner asked for help with the developer',
    ),
})

export const listContactMessages = declareOperation({
  id: 'listContactMessages',
  summary: 'What people wrote, the newest first',
  tag: TAG,
  source: 'D23',
  method: 'get',
  path: '/operator/messages',
  policy: SUPPORT,
  query: z.object({
    state: z.enum(MESSAGE_STATES).optional(),
    email: z.string().trim().max(254).optional().describe('of one sender'),
    after,
  }),
  output: z.object({ messages: z.array(message), next }),
  refusals: [],
})

export const getContactMessage = declareOperation({
  id: 'getContactMessage',
  summary: 'One message in full',
  tag: TAG,
  source: 'D23',
  method: 'get',
  path: '/operator/messages/{message}',
  policy: SUPPORT,
  params: z.object({ message: id }),
  output: message.extend({
    message: z
      .string()
      .nullable()
      .describe('null: a conversation with a developer, which `readThread` opens'),
    phone: z.string().nullable(),
    language: z.string(),
    answer: z.string().nullable(),
    answered_at: at.nullable(),
  }),
  refusals: [],
})

export const readThread = declareOperation({
  id: 'readThread',
  idempotency: 'none',
  summary: 'Read a conversation that was reported or is disputed; the log says who did',
  tag: TAG,
  source: 'D23',
  method: 'post',
  path: '/operator/messages/{message}/reading',
  policy: SUPPORT,
  params: z.object({ message: id }),
  output: z.object({
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

export const answerContactMessage = declareOperation({
  id: 'answerContactMessage',
  summary: 'Answer by mail, once',
  tag: TAG,
  source: 'D23',
  method: 'post',
  path: '/operator/messages/{message}/answer',
  policy: SUPPORT,
  params: z.object({ message: id }),
  body: z.object({ text: textField(ANSWER_RULES.answer) }),
  output: done,
  refusals: ['backoffice.answered_already'],
})

export const markContactMessage = declareOperation({
  id: 'markContactMessage',
  summary: 'Mark a message as new, read or done',
  tag: TAG,
  source: 'D23',
  method: 'put',
  path: '/operator/messages/{message}/state',
  policy: SUPPORT,
  params: z.object({ message: id }),
  body: z.object({ state: z.enum(MESSAGE_STATES) }),
  output: done,
  refusals: [],
})

const subscriber = z.object({
  id,
  email: z.string(),
  language: z.string(),
  market,
  state: z.enum(SUBSCRIBER_STATES),
  since: at,
})

export const listNewsletterSubscribers = declareOperation({
  id: 'listNewsletterSubscribers',
  summary: 'Who asked for the newsletter, the newest first',
  tag: TAG,
  source: 'D16',
  method: 'get',
  path: '/operator/newsletter',
  policy: SUPPORT,
  query: z.object({
    state: z.enum(SUBSCRIBER_STATES).optional(),
    email: z.string().trim().max(254).optional(),
    after,
  }),
  output: z.object({ subscribers: z.array(subscriber), next }),
  refusals: [],
})

export const exportNewsletter = declareOperation({
  id: 'exportNewsletter',
  idempotency: 'none',
  summary: 'Addresses that have said yes, as a table; the log says who took it',
  tag: TAG,
  source: 'D16 D23',
  method: 'post',
  path: '/operator/newsletter/export',
  policy: { who: 'operator', roles: ['admin'] },
  output: z.object({ csv: z.string(), count: z.int() }),
  refusals: [],
})

export const takeOffNewsletter = declareOperation({
  id: 'takeOffNewsletter',
  summary: 'Take somebody off who asked us to',
  tag: TAG,
  source: 'D16',
  method: 'delete',
  path: '/operator/newsletter/{subscriber}',
  policy: SUPPORT,
  params: z.object({ subscriber: id }),
  output: done,
  refusals: ['backoffice.not_subscribed'],
})
