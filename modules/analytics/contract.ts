import { OPERATOR_ROLES, PARTNER_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { day } from '#lib/wire.ts'
import { RANGES } from './rules.ts'

const TAG = 'Figures'
const partner = z.string().max(60)

const days = z.coerce.number().pipe(z.literal(RANGES)).default(30)

const totals = z.object({
  views: z.int(),
  installs: z.int(),
  uninstalls: z.int(),
  active: z.int().describe('at the end of the period'),
  conversion: z
    .number()
    .nullable()
    .describe('installs of a hundred views; null while nobody has looked'),
  ratings: z.int(),
  stars: z.number().nullable().describe('average of the ratings given in the period'),
})
const split = z.array(
  z.object({
    key: z.string().describe('empty: not known'),
    name: z.string(),
    views: z.int(),
    installs: z.int(),
    uninstalls: z.int(),
  }),
)
const moneySums = z.object({ orders: z.int(), paid_minor: z.int(), refunded_minor: z.int() })

/** The content of an analytics page; amounts in minor units, with taxes. */
export const figures = z.object({
  about: z.string().describe('what the figures are of, by its name'),
  days: z.literal(RANGES),
  from: day,
  to: day,
  as_of: z.iso.datetime().nullable().describe('until when everything that happened is counted'),
  totals,
  before: totals.describe('the same of as many days before'),
  series: z.array(
    z.object({
      day,
      views: z.int(),
      installs: z.int(),
      uninstalls: z.int(),
      active: z.int(),
      ratings: z.int(),
      stars: z.number().nullable(),
    }),
  ),
  before_series: z.array(z.object({ day, views: z.int(), installs: z.int() })),
  money: z.array(
    moneySums.extend({
      currency: z.string(),
      before: moneySums,
      series: z.array(z.object({ day, paid_minor: z.int(), refunded_minor: z.int() })),
    }),
  ),
  platforms: split,
  countries: split,
  versions: split.describe('of an item only'),
  reasons: z.array(
    z.object({ reason: z.string().describe('empty: none was given'), uninstalls: z.int() }),
  ),
  items: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        views: z.int(),
        installs: z.int(),
        uninstalls: z.int(),
      }),
    )
    .describe('of a partner only: the most installed ones'),
})

export const getItemFigures = declareOperation({
  id: 'getItemFigures',
  summary: 'Figures of an item',
  tag: TAG,
  source: 'D19 PKG-12',
  method: 'get',
  path: '/partners/{partner}/items/{item}/figures',
  policy: { who: 'partner', roles: PARTNER_ROLES, token: 'figures' },
  params: z.object({ partner, item: z.string().max(60) }),
  query: z.object({ days }),
  output: figures,
  refusals: [],
})

export const getPartnerFigures = declareOperation({
  id: 'getPartnerFigures',
  summary: 'Figures of all items of a partner',
  tag: TAG,
  source: 'D19 PKG-12',
  method: 'get',
  path: '/partners/{partner}/figures',
  policy: { who: 'partner', roles: PARTNER_ROLES, token: 'figures' },
  params: z.object({ partner }),
  query: z.object({ days }),
  output: figures,
  refusals: [],
})

export const getMarketFigures = declareOperation({
  id: 'getMarketFigures',
  summary: 'Figures of the market',
  tag: TAG,
  source: 'D1',
  method: 'get',
  path: '/operator/figures',
  policy: { who: 'operator', roles: OPERATOR_ROLES },
  query: z.object({ days, market: z.enum(['all', 'app', 'theme']).default('all') }),
  output: figures,
  refusals: [],
})
