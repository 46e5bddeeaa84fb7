import { z } from 'zod'
import { amount, currency, day, list, time } from '#lib/wire.ts'
import { declareOperation } from '#kernel/operation.ts'

const opener = z.object({
  id: z.string().describe('of the person at the platform'),
  name: z.string(),
  from: z.string().describe('domain of the shop in which the person linked'),
  linked_at: time,
  opened_at: time.nullable(),
  ended_at: time.nullable(),
  ended_by: z.string().nullable(),
})
export type ShopOpener = z.output<typeof opener>

const shop = z.object({
  store: z.object({ id: z.string(), name: z.string(), domain: z.string(), url: z.string() }),
  state: z
    .enum(['here', 'linked', 'unlinked', 'ended'])
    .describe('whether this session may look into it: the shop itself, or a linked one'),
  ended_by: z.string().nullable(),
  figures: z
    .object({
      items: z.number().int(),
      waiting: z.number().int().describe('items and requests that need an owner'),
      next: z
        .object({ day, amount, currency })
        .nullable()
        .describe('the next charge of a subscription'),
    })
    .nullable()
    .describe('null unless it is linked'),
})
export type Shop = z.output<typeof shop>

export const listShops = declareOperation({
  id: 'listShops',
  summary:
    "This shop and those that the platform's token names as this person's, with what needs attention; and who opens this shop from others",
  tag: 'Team',
  source: 'D5',
  method: 'get',
  path: '/shops',
  policy: { who: 'store', needs: 'install' },
  output: list(shop).extend({ openers: z.array(opener) }),
  refusals: [],
})
