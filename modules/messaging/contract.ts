import { z } from 'zod'
import { ATTEMPTS } from '#lib/limit.ts'
import { textField } from '#lib/field-schema.ts'
import { list, one, time } from '#lib/wire.ts'
import { declareOperation } from '#kernel/operation.ts'
import { CONTACT_RULES, NEWSLETTER_RULES, THREAD_RULES, THREAD_STATES } from './rules.ts'

export { SHARED_FACTS, THREAD_RULES } from './rules.ts'

const done = z.object({ success: z.literal(true) })

/** S7.13, S3.6: exact field names. */
export const sendContact = declareOperation({
  id: 'sendContact',
  summary: 'Write to us',
  tag: 'Contact',
  source: 'S7.13 S3.6 ABU-1',
  method: 'post',
  path: '/contact-forms',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  idempotency: 'form',
  body: z.object({
    fullname: textField(CONTACT_RULES.fullname),
    email: textField(CONTACT_RULES.email),
    phone: textField(CONTACT_RULES.phone)
      .optional()
      .describe("with its country code, or as in the market's country"),
    subject: textField(CONTACT_RULES.subject),
    message: textField(CONTACT_RULES.message),
    item_id: z.string().max(60).optional().describe('what it is about'),
    to: z
      .enum(['market', 'developer'])
      .optional()
      .describe(
        'a question to the developer of that item; their answer comes through the market. Where nobody of theirs reads, it comes to us',
      ),
  }),
  output: done,
  refusals: [],
})

const thread = z.object({
  id: z.string(),
  to: z.string().nullable().describe('the developer; null: the market'),
  item: z
    .object({ slug: z.string(), market: z.enum(['app', 'theme']), name: z.string() })
    .nullable(),
  subject: z.string(),
  state: z.enum(THREAD_STATES),
  last_at: time.describe('of the newest message'),
  words: z
    .array(z.object({ who: z.enum(['store', 'developer', 'market']), text: z.string(), at: time }))
    .describe('oldest first'),
})

export const listStoreMessages = declareOperation({
  id: 'listStoreMessages',
  summary: 'What this store wrote while signed in, with the answers: newest first, at most 50',
  tag: 'Contact',
  source: 'S2.26',
  method: 'get',
  path: '/contact-forms',
  policy: { who: 'store', needs: 'ask' },
  output: list(thread),
  refusals: [],
})

const ofThread = z.object({ message: z.string().max(60) })

export const getStoreMessage = declareOperation({
  id: 'getStoreMessage',
  summary: 'One conversation of this store: all that was said, and what the seller was told',
  tag: 'Contact',
  source: 'S2.26',
  method: 'get',
  path: '/contact-forms/{message}',
  policy: { who: 'store', needs: 'ask' },
  params: ofThread,
  output: one(
    thread.extend({
      shared: z
        .object({
          shop: z.string().nullable(),
          version: z.string().nullable(),
          order: z.string().nullable(),
        })
        .nullable()
        .describe('what the owner chose to tell the seller; null: not a request for help'),
      may_write: z.boolean().describe('messages can be added, and it can be solved or reopened'),
      disputed_at: time.nullable().describe("since when the market's team may read it"),
    }),
  ),
  refusals: ['contact.thread_unknown'],
})

export const writeInThread = declareOperation({
  id: 'writeInThread',
  summary: 'Add a message to a conversation with a seller; a solved one is open again',
  tag: 'Contact',
  source: 'S2.26 ABU-1',
  method: 'post',
  path: '/contact-forms/{message}/messages',
  policy: { who: 'store', needs: 'ask' },
  idempotency: 'form',
  params: ofThread,
  body: z.object({ message: textField(THREAD_RULES.message) }),
  output: done,
  refusals: ['contact.thread_unknown', 'contact.thread_closed'],
})

export const setThreadSolved = declareOperation({
  id: 'setThreadSolved',
  summary: 'Mark a conversation with a seller as solved, or reopen it',
  tag: 'Contact',
  source: 'S2.26',
  method: 'put',
  path: '/contact-forms/{message}/solved',
  policy: { who: 'store', needs: 'ask' },
  params: ofThread,
  body: z.object({ solved: z.boolean() }),
  output: done,
  refusals: ['contact.thread_unknown', 'contact.thread_closed'],
})

export const askMarketAboutThread = declareOperation({
  id: 'askMarketAboutThread',
  summary: "Bring a conversation with a seller before the market's team, which may then read it",
  tag: 'Contact',
  source: 'S2.26',
  method: 'put',
  path: '/contact-forms/{message}/dispute',
  policy: { who: 'store', needs: 'ask' },
  params: ofThread,
  output: done,
  refusals: ['contact.thread_unknown', 'contact.thread_closed'],
})

const question = z.object({ reply_token: z.string().min(1).max(200) })

/** The page behind the link in a developer's answer. */
export const getQuestion = declareOperation({
  id: 'getQuestion',
  summary: 'Which question the link of an answer belongs to',
  tag: 'Contact',
  source: 'S2.26',
  method: 'get',
  path: '/contact-forms/replies/{reply_token}',
  policy: { who: 'anyone' },
  params: question,
  output: z.object({
    data: z.object({
      item: z.object({ slug: z.string(), name: z.string() }),
      developer: z.string(),
    }),
  }),
  refusals: ['contact.link_over'],
})

export const writeAgain = declareOperation({
  id: 'writeAgain',
  summary: 'Write again to the developer who has answered',
  tag: 'Contact',
  source: 'S2.26 ABU-1',
  method: 'post',
  path: '/contact-forms/replies/{reply_token}',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  idempotency: 'form',
  params: question,
  body: z.object({ message: textField(CONTACT_RULES.message) }),
  output: done,
  refusals: ['contact.link_over'],
})

/** S7.18, D16: the answer is the same for every address. */
export const askForNewsletter = declareOperation({
  id: 'askForNewsletter',
  summary: 'Ask for the newsletter; a mail asks to approve',
  tag: 'Newsletter',
  source: 'S7.18 D16',
  method: 'post',
  path: '/newsletter',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  body: z.object({ email: textField(NEWSLETTER_RULES.email) }),
  output: done,
  refusals: [],
})

const token = z.string().min(1).max(200)

/** S7.19. */
export const approveNewsletter = declareOperation({
  id: 'approveNewsletter',
  summary: 'Approve the newsletter with the token from the mail',
  tag: 'Newsletter',
  source: 'S7.19 D16 TOK-15',
  method: 'post',
  path: '/newsletter/approve',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  body: z.object({ approve_token: token }),
  output: done,
  refusals: ['newsletter.link_unknown', 'newsletter.link_expired'],
})

export const leaveNewsletter = declareOperation({
  id: 'leaveNewsletter',
  summary: 'Leave the newsletter with the token of any of its mails',
  tag: 'Newsletter',
  source: 'D16',
  method: 'post',
  path: '/newsletter/unsubscribe',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byServers,
  body: z.object({ unsubscribe_token: token }),
  output: done,
  refusals: ['newsletter.link_unknown'],
})
