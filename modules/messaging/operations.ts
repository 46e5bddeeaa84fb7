import type { ConsoleCtx, Ctx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import { getQuestion, sendContact, writeAgain } from './contact.ts'
import { approveNewsletter, askForNewsletter, leaveNewsletter } from './newsletter.ts'
import {
  answerContactMessage,
  exportNewsletter,
  getContactMessage,
  listContactMessages,
  listNewsletterSubscribers,
  markContactMessage,
  readThread,
  takeOffNewsletter,
} from './operator-messages.ts'
import {
  askMarketAboutThread,
  getStoreMessage,
  listStoreMessages,
  setThreadSolved,
  writeInThread,
} from './store-messages.ts'

/** Of the storefronts and their API. */
export const marketOperations: readonly DefinedOperation<Ctx>[] = [
  sendContact,
  listStoreMessages,
  getStoreMessage,
  writeInThread,
  setThreadSolved,
  askMarketAboutThread,
  getQuestion,
  writeAgain,
  askForNewsletter,
  approveNewsletter,
  leaveNewsletter,
]

/** Of the console and its API. */
export const consoleOperations: readonly DefinedOperation<ConsoleCtx>[] = [
  listContactMessages,
  getContactMessage,
  readThread,
  answerContactMessage,
  markContactMessage,
  listNewsletterSubscribers,
  exportNewsletter,
  takeOffNewsletter,
]
