import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { MARKETS } from '#lib/market.ts'
import { confirmed, declareConsoleOperation, OPERATOR_ROLES } from '../console-policy.ts'
import { done } from '../people/contract.ts'
import { REASONS, statementLine } from '../statements/contract.ts'
import { MESSAGE_STATES, SUBSCRIBER_STATES, VOICE_RULES } from './voices-rules.ts'

const TAG = 'Operator: voices'
const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const
const KEEPERS = { who: 'operator', roles: ['admin', 'reviewer', 'support'] } as const
const SUPPORT = { who: 'operator', roles: ['admin', 'support'] } as const

const id = z.string().max(60)
const at = z.iso.datetime()
const next = z.string().nullable()
const after = z.string().max(200).optional().describe('`next` of the page before')
const market = z.enum(MARKETS)

const review = z.object({
  id, item: z.object({ id, name: z.string() }), store: z.object({ id, domain: z.string() }), stars: z.int(), text: z.string(), version: z.string(), state: z.enum(['shown', 'hidden', 'erased']), reports: z.int().describe('open ones'), written_at: at,
})

export const listAllReviews = declareConsoleOperation({
  id: 'listAllReviews', summary: 'Reviews, the newest first; or those that readers reported, or that are down', tag: TAG, source: 'D14', method: 'get', path: '/operator/reviews', policy: EVERY_OPERATOR,
  query: z.object({ state: z.enum(['reported', 'hidden']).optional(), item: id.optional(), store: id.optional(), after }), output: z.object({ reviews: z.array(review), next }), refusals: [],
})
export const getAnyReview = declareConsoleOperation({
  id: 'getAnyReview', summary: 'A review, what readers say of it, and what was decided', tag: TAG, source: 'D14', method: 'get', path: '/operator/reviews/{review}', policy: EVERY_OPERATOR, params: z.object({ review: id }),
  output: review.extend({
    reply: z.string().nullable(), statements: z.array(statementLine),
    all_reports: z.array(z.object({ id, reason: z.string(), text: z.string(), at, handled_at: at.nullable() })),
  }), refusals: [],
})
export const takeReviewDown = declareConsoleOperation({
  id: 'takeReviewDown', summary: 'Take a review\'s words down; its stars stay, and its store is told why', tag: TAG, source: 'D14', method: 'put', path: '/operator/reviews/{review}/hidden', policy: KEEPERS,
  params: z.object({ review: id }), body: z.object(REASONS), output: done, refusals: ['backoffice.review_state'],
})
export const restoreReview = declareConsoleOperation({
  id: 'restoreReview', summary: 'Show a review\'s words again', tag: TAG, source: 'D14', method: 'delete', path: '/operator/reviews/{review}/hidden', policy: KEEPERS, params: z.object({ review: id }), output: done, refusals: ['backoffice.review_state'],
})
export const eraseReview = declareConsoleOperation({
  id: 'eraseReview', summary: 'Erase a review\'s words for good (somebody\'s data)', tag: TAG, source: 'D14 D23', method: 'put', path: '/operator/reviews/{review}/erased', policy: KEEPERS,
  params: z.object({ review: id }), body: z.object({ ...REASONS, confirmed }), output: done, refusals: ['backoffice.review_state'],
})
export const settleReviewReports = declareConsoleOperation({
  id: 'settleReviewReports', summary: 'The reports were looked at and the review stays', tag: TAG, source: 'D14', method: 'put', path: '/operator/reviews/{review}/reports', policy: KEEPERS, params: z.object({ review: id }), output: z.object({ settled: z.int() }), refusals: [],
})

const message = z.object({
  id, market, subject: z.string(), from: z.string(), email: z.string(), item: z.object({ id, name: z.string() }).nullable(), store: z.string().nullable(), state: z.enum(MESSAGE_STATES), written_at: at,
  developer: z.string().nullable().describe('asked of this developer, who says that it is spam'),
})
export const listContactMessages = declareConsoleOperation({
  id: 'listContactMessages', summary: 'What people wrote, the newest first', tag: TAG, source: 'D23', method: 'get', path: '/operator/messages', policy: SUPPORT,
  query: z.object({ state: z.enum(MESSAGE_STATES).optional(), email: z.string().trim().max(254).optional().describe('of one sender'), after }), output: z.object({ messages: z.array(message), next }), refusals: [],
})
export const getContactMessage = declareConsoleOperation({
  id: 'getContactMessage', summary: 'One message in full', tag: TAG, source: 'D23', method: 'get', path: '/operator/messages/{message}', policy: SUPPORT, params: z.object({ message: id }),
  output: message.extend({ message: z.string(), phone: z.string().nullable(), language: z.string(), answer: z.string().nullable(), answered_at: at.nullable() }), refusals: [],
})
export const answerContactMessage = declareConsoleOperation({
  id: 'answerContactMessage', summary: 'Answer by mail, once', tag: TAG, source: 'D23', method: 'post', path: '/operator/messages/{message}/answer', policy: SUPPORT,
  params: z.object({ message: id }), body: z.object({ text: textField(VOICE_RULES.answer) }), output: done, refusals: ['backoffice.answered_already'],
})
export const markContactMessage = declareConsoleOperation({
  id: 'markContactMessage', summary: 'Mark a message as new, read or done', tag: TAG, source: 'D23', method: 'put', path: '/operator/messages/{message}/state', policy: SUPPORT,
  params: z.object({ message: id }), body: z.object({ state: z.enum(MESSAGE_STATES) }), output: done, refusals: [],
})

const subscriber = z.object({ id, email: z.string(), language: z.string(), market, state: z.enum(SUBSCRIBER_STATES), since: at })
export const listNewsletterSubscribers = declareConsoleOperation({
  id: 'listNewsletterSubscribers', summary: 'Who asked for the newsletter, the newest first', tag: TAG, source: 'D16', method: 'get', path: '/operator/newsletter', policy: SUPPORT,
  query: z.object({ state: z.enum(SUBSCRIBER_STATES).optional(), email: z.string().trim().max(254).optional(), after }), output: z.object({ subscribers: z.array(subscriber), next }), refusals: [],
})
export const exportNewsletter = declareConsoleOperation({
  id: 'exportNewsletter', everyPress: true, summary: 'Addresses that have said yes, as a table; the log says who took it', tag: TAG, source: 'D16 D23', method: 'post', path: '/operator/newsletter/export', policy: { who: 'operator', roles: ['admin'] },
  output: z.object({ csv: z.string(), count: z.int() }), refusals: [],
})
export const takeOffNewsletter = declareConsoleOperation({
  id: 'takeOffNewsletter', summary: 'Take somebody off who asked us to', tag: TAG, source: 'D16', method: 'delete', path: '/operator/newsletter/{subscriber}', policy: SUPPORT, params: z.object({ subscriber: id }), output: done, refusals: ['backoffice.not_subscribed'],
})
