import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { list, time } from '#lib/wire.ts'
import { NOTICE_KINDS, NOTICE_TOPICS } from './notice-rules.ts'

/** What owners are told, in the product and by mail. */

const topic = z.enum(NOTICE_TOPICS)
const choice = z.object({
  topic,
  product: z.boolean(),
  mail: z.boolean(),
})

export const ownerNotice = z.object({
  id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  topic,
  at: time,
  is_read: z.boolean(),
  item: z
    .object({ slug: z.string(), market: z.enum(['app', 'theme']), name: z.string() })
    .nullable()
    .describe('what it is about; null for several, or one that is gone'),
  thread: z.string().nullable().describe('the conversation that it is about'),
  text: z.string().describe('in the language of the reader'),
})
export type OwnerNoticeLine = z.output<typeof ownerNotice>

export const listNotices = declareOperation({
  id: 'listNotices',
  summary: 'What the owner is told: newest first, at most 50, without what they chose not to hear',
  tag: 'Notices',
  source: 'D12',
  method: 'get',
  path: '/notices',
  policy: { who: 'store', needs: 'browse' },
  output: list(ownerNotice).extend({
    choices: z.array(
      choice.extend({
        mail_fixed: z.boolean().describe('mails of this topic cannot be left out'),
        mail_never: z.boolean().describe('this topic is told in the product only'),
      }),
    ),
  }),
  refusals: [],
})

export const markNoticesRead = declareOperation({
  id: 'markNoticesRead',
  summary: 'Take note of all notices',
  tag: 'Notices',
  source: 'D12',
  method: 'post',
  path: '/notices/read',
  policy: { who: 'store', needs: 'ask' },
  output: z.object({ success: z.literal(true) }),
  refusals: ['session.store_changed'],
})

export const chooseNotices = declareOperation({
  id: 'chooseNotices',
  summary: 'By which channels the owner hears of each topic',
  tag: 'Notices',
  source: 'D12',
  method: 'put',
  path: '/notices/choices',
  policy: { who: 'store', needs: 'install' },
  body: z.object({ choices: z.array(choice).max(NOTICE_TOPICS.length) }),
  output: z.object({ success: z.literal(true) }),
  refusals: ['session.store_changed'],
})
