import { secondsAfter } from '#lib/clock.ts'
import { keyedHashes } from '#lib/sealed.ts'
import { inTransaction, type Services } from '../ctx.ts'
import { deleteOld, EMAIL_PURPOSE, erase } from './data.ts'
import { KEEP_MESSAGES_SECONDS, KEEP_REQUESTS_SECONDS, mailboxOf } from './rules.ts'

/** D23: a person wants to be forgotten. What they wrote and their subscription go; of a consent only its keyed hash stays. */
export const erasePerson = (services: Pick<Services, 'db' | 'sealing'>, email: string): Promise<void> =>
  inTransaction(services, trx => erase(trx, keyedHashes(services.sealing, EMAIL_PURPOSE, mailboxOf(email))))

/** Housekeeping. */
export function tidyContact({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  return deleteOld(db, { requests: secondsAfter(now, -KEEP_REQUESTS_SECONDS), messages: secondsAfter(now, -KEEP_MESSAGES_SECONDS) })
}

export {
  answerMessage, findMessage, listMessages, listSubscribers, MESSAGE_STATES, setMessageState, SUBSCRIBER_STATES, takeOffNewsletter, type MessageState, type SubscriberState,
} from './desk.ts'
export {
  countNewQuestions, findQuestion, keepAnswer, listQuestions, listWords, QUESTION_STATES, reportQuestion, setQuestionState, type Question, type QuestionState, type Word,
} from './questions.ts'
export { replyTokens } from './sealed-id.ts'
