import { z } from 'zod'
import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { FOUND_KINDS, MOST_SOUGHT } from './search-rules.ts'

export const searchConsole = declareOperation({
  id: 'searchConsole',
  summary:
    'Find items, releases, partners, people, stores, buyers, orders, subscriptions, invoices',
  tag: 'Operator',
  source: 'D1',
  method: 'get',
  path: '/operator/find',
  policy: { who: 'operator', roles: OPERATOR_ROLES },
  query: z.object({
    q: z
      .string()
      .max(MOST_SOUGHT)
      .default('')
      .describe(
        'a part of a name or mail address, the beginning or end of a number; "order:" and the like ask for one kind',
      ),
    kind: z.enum(FOUND_KINDS).optional(),
  }),
  output: z.object({
    q: z.string().describe('what was asked'),
    too_short: z.boolean().describe('nothing was looked for: it takes three letters or digits'),
    words: z.array(z.string()).describe('to be marked in what was found'),
    found: z
      .array(
        z.object({
          kind: z.enum(FOUND_KINDS),
          more: z.boolean().describe('there are more than are listed'),
          rows: z
            .array(
              z.object({
                id: z.string(),
                place: z.string().describe('what the address of its page ends with'),
                title: z.string(),
                detail: z.string(),
                state: z.string().nullable(),
                amount: z.object({ minor: z.int(), currency: z.string() }).nullable(),
                at: z.iso.datetime().nullable(),
              }),
            )
            .nullable()
            .describe('null: could not be read'),
        }),
      )
      .describe('of the kinds that the caller may open; those without a row are left out'),
  }),
  refusals: [],
})
