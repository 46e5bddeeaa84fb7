import { OPERATOR_ROLES, partnersWho } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { day } from '#lib/wire.ts'
import { METRICS, RANGES } from './rules.ts'

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

const states = z.object({
  active: z.int(),
  trialing: z.int(),
  past_due: z.int(),
  paused: z.int(),
})

/** Figures of subscriptions; amounts in minor units, without taxes. */
export const subscriptionFigures = z.object({
  about: z.string().describe('what the figures are of, by its name'),
  as_of: z.iso.datetime().nullable().describe('until when everything that happened is counted'),
  now: states,
  months: z
    .array(
      states.extend({
        month: z.string().describe('YYYY-MM'),
        started: z.int().describe('began to be paid'),
        ended: z.int().describe('ended after they had been paid'),
        churn: z
          .number()
          .nullable()
          .describe('per cent: ended of those that were paid for at the beginning of the month'),
        failed: z.int().describe('payments that failed at the first try'),
        recovered: z.int().describe('of these, those that were paid later'),
      }),
    )
    .describe('twelve, as they were at their ends; the last one is not over'),
  trials: z
    .object({ from: day, to: day, begun: z.int(), paid: z.int(), rate: z.number().nullable() })
    .describe('that began from 60 to 30 days ago, and those of them that were paid'),
  money: z.array(
    z.object({
      currency: z.string(),
      monthly_minor: z
        .int()
        .describe('list price of a month of active and past due ones, a year as twelve months'),
      series: z.array(
        z.object({
          month: z.string(),
          monthly_minor: z.int(),
          failed_minor: z.int(),
          recovered_minor: z.int(),
        }),
      ),
    }),
  ),
})

export const getItemFigures = declareOperation({
  id: 'getItemFigures',
  summary: 'Figures of an item',
  tag: TAG,
  source: 'D19 PKG-12',
  method: 'get',
  path: '/partners/{partner}/items/{item}/figures',
  policy: partnersWho('view', 'figures'),
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
  policy: partnersWho('view', 'figures'),
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

const span = z.object({ from: day, to: day })
const perCent = z.number().nullable().describe('null: nothing to divide by')

export const getItemInsights = declareOperation({
  id: 'getItemInsights',
  summary:
    'How long installs of an item last, which searches led to it, and how it stands in its category',
  tag: TAG,
  source: 'D19 PKG-12',
  method: 'get',
  path: '/partners/{partner}/items/{item}/insights',
  policy: partnersWho('view', 'figures'),
  params: z.object({ partner, item: z.string().max(60) }),
  output: z.object({
    about: z.string().describe('name of the item'),
    as_of: z.iso.datetime().nullable().describe('until when everything that happened is counted'),
    retention: span
      .extend({
        installs: z.int(),
        kept_7: z.int().describe('of these, not uninstalled within 7 days'),
        kept_30: z.int().describe('of these, not uninstalled within 30 days'),
      })
      .describe('of the installs of these days, all of which are 30 days old'),
    category: z.object({ id: z.string(), name: z.string() }).nullable(),
    metrics: z.array(
      z.object({
        metric: z.enum(METRICS),
        own: perCent,
        median: z
          .number()
          .nullable()
          .describe('of the partners of the category; null: fewer than five have a value'),
        partners: z.int().nullable().describe('that have a value'),
      }),
    ),
    windows: z.object({ views: span, month: span, trials: span, kept: span }),
    terms: z.object({
      from: day.describe('the first of a month; to today'),
      terms: z
        .array(z.object({ words: z.string(), visits: z.int() }))
        .describe('of months in which at least five visitors came by them; at most 50'),
    }),
  }),
  refusals: [],
})

export const getPartnerSubscriptionFigures = declareOperation({
  id: 'getPartnerSubscriptionFigures',
  summary: 'Recurring revenue, churn and failed payments of a partner or of one item',
  tag: TAG,
  source: 'D19 S3.4',
  method: 'get',
  path: '/partners/{partner}/subscription-figures',
  policy: partnersWho('view', 'figures'),
  params: z.object({ partner }),
  query: z.object({ item: z.string().max(60).optional() }),
  output: subscriptionFigures.extend({
    items: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .describe('that have subscriptions'),
  }),
  refusals: [],
})

export const getMarketSubscriptionFigures = declareOperation({
  id: 'getMarketSubscriptionFigures',
  summary: 'Recurring revenue, churn and failed payments of the market',
  tag: TAG,
  source: 'D1 S3.4',
  method: 'get',
  path: '/operator/subscription-figures',
  policy: { who: 'operator', roles: OPERATOR_ROLES },
  query: z.object({ market: z.enum(['all', 'app', 'theme']).default('all') }),
  output: subscriptionFigures,
  refusals: [],
})
