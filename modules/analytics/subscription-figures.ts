import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#db/client.ts'
import { marketDay } from '#lib/market-days.ts'
import { refuse } from '#lib/refusal.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findPartner } from '#modules/publishing/public.ts'
import { EVER, findItem, lastRun, rowsOf, type Scope } from './analytics.ts'
import * as contract from './contract.ts'
import { refreshFigures } from './roll-up.ts'
import {
  countMonths,
  moneyByMonth,
  monthsOf,
  percentOf,
  type SubscriptionSums,
  windowsOf,
} from './rules.ts'

export const getPartnerSubscriptionFigures = defineOperation({
  ...contract.getPartnerSubscriptionFigures,
  run: async (ctx, { params, query }) => {
    const partner = await findPartner(ctx.db, params.partner)
    const item = query.item ? await findItem(ctx.db, params.partner, query.item) : null
    if (!partner || item === undefined) throw refuse('not_found')
    const scope = item ? { item: item.id } : { partner: partner.id }
    return {
      ...(await readSubscriptionFigures(ctx, scope, item?.name ?? partner.name)),
      items: await listSubscribedItems(ctx.db, partner.id),
    }
  },
})

export const getMarketSubscriptionFigures = defineOperation({
  ...contract.getMarketSubscriptionFigures,
  run: (ctx, { query: { market } }) =>
    readSubscriptionFigures(ctx, { market: market === 'all' ? null : market }, market),
})

async function readSubscriptionFigures(
  ctx: ConsoleCtx,
  scope: Scope,
  about: string,
): Promise<z.input<typeof contract.subscriptionFigures>> {
  const fresh = await refreshFigures(ctx)
  const today = marketDay(ctx.zones, ctx.clock.now())
  const months = monthsOf(today)
  const [rows, trials, asOf] = await Promise.all([
    sumByMonth(ctx.db, scope, `${months[0]}-01`),
    sumTrials(ctx.db, scope, today),
    fresh ?? lastRun(ctx.db),
  ])
  const counted = countMonths(rows, months)
  const { active = 0, trialing = 0, past_due = 0, paused = 0 } = counted.at(-1) ?? {}
  return {
    about,
    as_of: asOf !== null && asOf.getUTCFullYear() > 2000 ? asOf.toISOString() : null,
    now: { active, trialing, past_due, paused },
    months: counted,
    trials,
    money: moneyByMonth(rows, months),
  }
}

/** All sums of before `first` are one row of each currency: what there was when it began. */
export const sumByMonth = async (
  db: Db,
  scope: Scope,
  first: string,
): Promise<SubscriptionSums[]> =>
  (
    await sql<SubscriptionSums>`
      select one.currency, case when one.day < ${first}::date then '' else to_char(one.day, 'YYYY-MM') end as month,
        sum(one.active)::integer as active, sum(one.trialing)::integer as trialing,
        sum(one.past_due)::integer as past_due, sum(one.paused)::integer as paused,
        sum(one.monthly_minor)::bigint as monthly_minor,
        sum(one.started)::integer as started, sum(one.ended)::integer as ended,
        sum(one.failed)::integer as failed, sum(one.failed_minor)::bigint as failed_minor,
        sum(one.recovered)::integer as recovered, sum(one.recovered_minor)::bigint as recovered_minor
      from ${rowsOf(scope, 'subscription_days', ...EVER)} group by 1, 2`.execute(db)
  ).rows

export async function sumTrials(db: Db, scope: Scope, today: string) {
  const { from, to } = windowsOf(today).trials
  const { rows } = await sql<{ begun: number; paid: number }>`
    select coalesce(sum(one.trials), 0)::integer as begun, coalesce(sum(one.trials_paid), 0)::integer as paid
    from ${rowsOf(scope, 'subscription_days', from, to)}`.execute(db)
  const { begun, paid } = rows[0] ?? { begun: 0, paid: 0 }
  return { from, to, begun, paid, rate: percentOf(paid, begun) }
}

const listSubscribedItems = (db: Db, partnerId: string) =>
  db
    .selectFrom('items')
    .select(['id', 'name'])
    .where('partner_id', '=', partnerId)
    .where((on) =>
      on.exists(
        on
          .selectFrom('subscriptions')
          .select('subscriptions.id')
          .whereRef('subscriptions.item_id', '=', 'items.id'),
      ),
    )
    .orderBy('name')
    .limit(MOST_ITEMS)
    .execute()
const MOST_ITEMS = 200
