import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { one, time } from '#lib/wire.ts'
import { declareOperation } from '#kernel/operation.ts'
import { SHARED_FACTS, THREAD_RULES } from '#modules/messaging/contract.ts'

/** An owner asks the seller of an item that the store has or had. */

const slug = z.object({ slug: z.string().max(120) })
const orderNumber = z.string().max(40).optional()

export const getHelp = declareOperation({
  id: 'getHelp',
  summary: 'Whom a store asks about an item, how fast they answer, and what it could tell them',
  tag: 'Contact',
  source: 'S2.26',
  method: 'get',
  path: '/help/{slug}',
  policy: { who: 'store', needs: 'ask' },
  params: slug,
  query: z.object({ order: orderNumber.describe('without one: the newest payment of the item') }),
  output: one(
    z.object({
      item: z.object({
        id: z.string(),
        slug: z.string(),
        market: z.enum(['app', 'theme']),
        name: z.string(),
        icon: z.string().nullable(),
      }),
      seller: z.string().nullable().describe('null: nobody of theirs reads; the market answers'),
      response_seconds: z
        .number()
        .int()
        .nullable()
        .describe(
          'median until the first answer, of the conversations of the last 90 days; null while fewer than five were answered',
        ),
      facts: z.object({
        shop: z.string(),
        version: z.string().nullable(),
        order: z.object({ number: z.string(), at: time }).nullable(),
      }),
    }),
  ),
  refusals: ['catalog.item_not_found', 'help.never_had'],
})

export const askForHelp = declareOperation({
  id: 'askForHelp',
  summary: 'Begin a conversation with the seller of an item',
  tag: 'Contact',
  source: 'S2.26 ABU-1',
  method: 'post',
  path: '/help/{slug}',
  policy: { who: 'store', needs: 'ask' },
  idempotency: 'form',
  params: slug,
  body: z.object({
    subject: textField(THREAD_RULES.subject),
    message: textField(THREAD_RULES.message),
    order: orderNumber,
    share: z
      .array(z.enum(SHARED_FACTS))
      .max(SHARED_FACTS.length)
      .default([])
      .describe('what the seller is told besides'),
  }),
  output: one(z.object({ id: z.string() })),
  refusals: ['catalog.item_not_found', 'help.never_had', 'help.nobody_reads'],
})
