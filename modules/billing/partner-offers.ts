import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { newId } from '#lib/ids.ts'
import { type Locale, pickText, type Text } from '#lib/locale.ts'
import { marketDayStart } from '#lib/market-days.ts'
import { type Currency, toMajor, toMinor } from '#lib/money.ts'
import { dayAfter } from '#lib/time-zone.ts'
import type { ConsoleCtx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { cancelOrder, selectOrderLines } from '#modules/orders/public.ts'
import { refuse } from './errors.ts'
import { mailOffer } from './mails.ts'
import { OFFER_PREFIX } from './offers.ts'
import * as contract from './partner-contract.ts'
import { planPeriodOf } from './plan-versions.ts'
import type { PlanPeriod } from './rules.ts'

/** Of a partner, in an hour: an offer sends a mail. */
const MOST_MADE = 60

/** Offers of an item that are listed. */
const MOST_LISTED = 200

/** An item of the partner's own. */
async function requireOwn(
  db: Db,
  { partner, item }: { partner: string; item: string },
): Promise<void> {
  const own = await db
    .selectFrom('items')
    .select('id')
    .where('id', '=', item)
    .where('partner_id', '=', partner)
    .executeTakeFirst()
  if (!own) throw refuse('not_found')
}

/** Plans of an item that may be offered: sold by period, and not ended. */
const listOffered = (db: Db, itemId: string) =>
  db
    .selectFrom('plans')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('kind', 'in', ['recurring', 'usage'])
    .where('sold_to', '<>', 'nobody')
    .orderBy('position')
    .execute()

export const listPlanOffers = defineOperation({
  ...contract.listPlanOffers,
  run: async (ctx, { params }) => {
    await requireOwn(ctx.db, params)
    const [plans, offers] = await Promise.all([
      listOffered(ctx.db, params.item),
      listMade(ctx.db, params.item),
    ])
    const now = ctx.clock.now()
    return {
      plans: plans.map((plan) => ({
        id: plan.id,
        name: pickText(plan.name as Text, ctx.locale),
        period: planPeriodOf({ period: plan.period as PlanPeriod | null }),
        price: toMajor(plan.price_minor, plan.currency),
        currency: plan.currency as Currency,
        trial_days: plan.trial_days,
        cap: plan.cap_minor === null ? null : toMajor(plan.cap_minor, plan.currency),
        is_private: plan.sold_to === 'offers',
        has_meters: Array.isArray(plan.meters) && plan.meters.length > 0,
      })),
      offers: offers.map((row) => presentOffer(row, ctx.locale, now)),
    }
  },
})

const listMade = (db: Db, itemId: string) =>
  db
    .selectFrom('plan_offers')
    .innerJoin('stores', 'stores.id', 'plan_offers.store_id')
    .selectAll('plan_offers')
    .select('stores.domain')
    .select((on) =>
      on
        .exists(
          on
            .selectFrom('plan_versions')
            .innerJoin('subscriptions', 'subscriptions.plan_version_id', 'plan_versions.id')
            .select('subscriptions.id')
            .whereRef('plan_versions.offer_id', '=', 'plan_offers.id')
            .whereRef('subscriptions.store_id', '=', 'plan_offers.store_id'),
        )
        .as('is_taken'),
    )
    .where('plan_offers.item_id', '=', itemId)
    .orderBy('plan_offers.created_at', 'desc')
    .orderBy('plan_offers.id', 'desc')
    .limit(MOST_LISTED)
    .execute()

type MadeRow = Awaited<ReturnType<typeof listMade>>[number]

function presentOffer(row: MadeRow, locale: Locale, now: Date) {
  const state = row.is_taken
    ? ('taken' as const)
    : row.withdrawn_at !== null
      ? ('withdrawn' as const)
      : row.expires_at <= now
        ? ('expired' as const)
        : ('open' as const)
  return {
    id: row.id,
    store: { domain: row.domain },
    plan: row.plan_id,
    name: pickText(row.name as Text, locale),
    period: planPeriodOf({ period: row.period as PlanPeriod | null }),
    price: toMajor(row.price_minor, row.currency),
    currency: row.currency as Currency,
    trial_days: row.trial_days,
    cap: row.cap_minor === null ? null : toMajor(row.cap_minor, row.currency),
    note: row.note,
    state,
    created: row.created_at.toISOString(),
    until: row.expires_at.toISOString(),
  }
}

const readOffer = (db: Db, id: string) =>
  db
    .selectFrom('plan_offers')
    .select(['plan_id', 'store_id', 'price_minor', 'currency', 'expires_at', 'withdrawn_at'])
    .where('id', '=', id)
    .executeTakeFirst()

export const makePlanOffer = defineOperation({
  ...contract.makePlanOffer,
  audit: { kind: 'plan_offer', id: (_input, _ctx, answer) => answer?.id, read: readOffer },
  limits: (_ctx, { params }) => [
    { key: `offers of ${params.partner}`, most: MOST_MADE, seconds: 3_600 },
  ],
  run: async (ctx, { params, body }) => {
    await requireOwn(ctx.db, params)
    const plan = (await listOffered(ctx.db, params.item)).find(({ id }) => id === body.plan)
    if (!plan) throw wrong('plan', 'field.invalid')
    const priceMinor = toMinor(body.amount, plan.currency)
    // Only what is paid by use may have no price of its own.
    if (priceMinor === null || (priceMinor === 0 && plan.kind !== 'usage'))
      throw wrong('amount', 'field.amount')
    const hasMeters = Array.isArray(plan.meters) && plan.meters.length > 0
    const capMinor =
      !hasMeters || body.cap === null ? plan.cap_minor : toMinor(body.cap, plan.currency)
    if (hasMeters && body.cap !== null && !capMinor) throw wrong('cap', 'field.amount')
    // The last day is included, in the market's time zone.
    const expiresAt = marketDayStart(ctx.zones, dayAfter(body.until))
    const now = ctx.clock.now()
    if (expiresAt <= now) throw wrong('until', 'field.past')
    if (expiresAt.getTime() > now.getTime() + (contract.MOST_OFFER_DAYS + 1) * 86_400_000)
      throw wrong('until', 'field.too_late')
    const store = await findRelatedStore(ctx.db, params.partner, body.store)
    // Nobody learns which domains are stores of the market.
    if (!store) throw wrong('store', 'field.store_unknown')
    const offer = await ctx.db
      .insertInto('plan_offers')
      .values({
        id: newId(OFFER_PREFIX),
        plan_id: plan.id,
        item_id: params.item,
        store_id: store.id,
        kind: plan.kind,
        name: JSON.stringify(plan.name),
        period: plan.period,
        price_minor: priceMinor,
        currency: plan.currency,
        trial_days: body.trial_days,
        trial_needs_card: plan.trial_needs_card && body.trial_days > 0,
        meters: JSON.stringify(plan.meters),
        cap_minor: capMinor,
        note: body.note,
        expires_at: expiresAt,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await mailOffer(ctx, ctx.db, { offer, store, partnerId: params.partner })
    return { id: offer.id }
  },
})

const wrong = (field: string, code: Parameters<typeof fieldOf>[0]) =>
  refuse('input.invalid', { fields: { [field]: fieldOf(code) } })
const fieldOf = (
  code: 'field.invalid' | 'field.amount' | 'field.past' | 'field.too_late' | 'field.store_unknown',
) => ({ code })

/**
 * The open store of a domain that has used an item of the partner, asked about one, or lets the
 * partner develop on it.
 */
export const findRelatedStore = (db: Db, partnerId: string, domain: string) =>
  db
    .selectFrom('stores')
    .select(['stores.id', 'stores.domain', 'stores.platform_id'])
    .where(sql<boolean>`stores.domain collate "C" = ${domain}`)
    .where('stores.status', '=', 'active')
    .where((on) =>
      on.or(
        [
          selectOrderLines(db)
            .innerJoin('items', 'items.id', 'order_lines.item_id')
            .select('orders.id')
            .where('orders.store_id', '=', sql.ref<string>('stores.id'))
            .where('orders.paid_at', 'is not', null)
            .where('items.partner_id', '=', partnerId),
          on
            .selectFrom('subscriptions')
            .innerJoin('items', 'items.id', 'subscriptions.item_id')
            .select('subscriptions.id')
            .whereRef('subscriptions.store_id', '=', 'stores.id')
            .where('items.partner_id', '=', partnerId),
          on
            .selectFrom('installations')
            .innerJoin('items', 'items.id', 'installations.item_id')
            .select('installations.id')
            .whereRef('installations.store_id', '=', 'stores.id')
            .where('items.partner_id', '=', partnerId),
          on
            .selectFrom('contact_messages')
            .select('contact_messages.id')
            .whereRef('contact_messages.store_id', '=', 'stores.id')
            .where('contact_messages.partner_id', '=', partnerId),
          on
            .selectFrom('developer_stores')
            .select('developer_stores.store_id as id')
            .whereRef('developer_stores.store_id', '=', 'stores.id')
            .where('developer_stores.partner_id', '=', partnerId),
        ].map((related) => on.exists(related)),
      ),
    )
    .orderBy('stores.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const withdrawPlanOffer = defineOperation({
  ...contract.withdrawPlanOffer,
  audit: { kind: 'plan_offer', id: ({ params }) => params.offer, read: readOffer },
  run: async (ctx, { params }) => {
    await requireOwn(ctx.db, params)
    const { numUpdatedRows } = await ctx.db
      .updateTable('plan_offers')
      .set({ withdrawn_at: ctx.clock.now() })
      .where('id', '=', params.offer)
      .where('item_id', '=', params.item)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refuse('not_found')
    // From now on nobody opens one. Who is paying at this moment takes the offer.
    await cancelOrdersOf(ctx, params.offer)
    return { success: true as const }
  },
})

/** What was opened with the offer and is not paid cannot be paid any more. */
async function cancelOrdersOf(ctx: ConsoleCtx, offerId: string): Promise<void> {
  const open = await ctx.db
    .selectFrom('plan_offers')
    .innerJoin('plan_versions', 'plan_versions.offer_id', 'plan_offers.id')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.store_id', '=', 'plan_offers.store_id')
        .onRef('orders.plan_version_id', '=', 'plan_versions.id'),
    )
    .select('orders.id')
    .where('plan_offers.id', '=', offerId)
    .where('orders.purpose', 'in', ['start', 'change'])
    .where('orders.state', 'in', ['draft', 'awaiting_payment'])
    .orderBy('orders.id')
    .execute()
  for (const { id } of open) await cancelOrder(ctx.db, id, ctx.clock.now())
}

/** Domains that are named beside each version. */
const MOST_DOMAINS = 20

export const listPlanVersions = defineOperation({
  ...contract.listPlanVersions,
  run: async (ctx, { params }) => {
    await requireOwn(ctx.db, params)
    const rows = await ctx.db
      .selectFrom('plans')
      .innerJoin('plan_versions', 'plan_versions.plan_id', 'plans.id')
      .leftJoin('plan_offers', 'plan_offers.id', 'plan_versions.offer_id')
      .leftJoin('stores', 'stores.id', 'plan_offers.store_id')
      .leftJoinLateral(
        (on) =>
          on
            .selectFrom('subscriptions')
            .innerJoin('stores as their', 'their.id', 'subscriptions.store_id')
            .select((all) => [
              all.fn.countAll<number>().as('stores'),
              sql<
                string[]
              >`(array_agg(their.domain order by subscriptions.created_at desc))[1:${sql.lit(MOST_DOMAINS)}]`.as(
                'domains',
              ),
            ])
            .where('subscriptions.item_id', '=', params.item)
            .whereRef('subscriptions.plan_version_id', '=', 'plan_versions.id')
            .where('subscriptions.state', '<>', 'ended')
            .as('live'),
        (join) => join.onTrue(),
      )
      .select([
        'plan_versions.id',
        'plan_versions.plan_id',
        'plan_versions.name',
        'plan_versions.period',
        'plan_versions.amount_minor',
        'plan_versions.currency',
        'plan_versions.trial_days',
        'plan_versions.created_at',
        'stores.domain as offered_to',
        'live.stores',
        'live.domains',
      ])
      .select(
        sql<boolean>`plans.sold_to = 'everybody' and plan_versions.offer_id is null
          and plan_versions.amount_minor = plans.price_minor and plan_versions.currency = plans.currency
          and plan_versions.trial_days = plans.trial_days and plan_versions.meters = plans.meters
          and plan_versions.cap_minor is not distinct from plans.cap_minor`.as('is_current'),
      )
      .where('plans.item_id', '=', params.item)
      .orderBy('plans.position')
      .orderBy('plan_versions.created_at', 'desc')
      .limit(MOST_LISTED)
      .execute()
    return {
      versions: rows.map((row) => ({
        id: row.id,
        plan: row.plan_id,
        name: pickText(row.name as Text, ctx.locale),
        period: row.period as PlanPeriod,
        price: toMajor(row.amount_minor, row.currency),
        currency: row.currency as Currency,
        trial_days: row.trial_days,
        offered_to: row.offered_to,
        is_current: row.is_current,
        since: row.created_at.toISOString(),
        stores: Number(row.stores ?? 0),
        domains: row.domains ?? [],
      })),
    }
  },
})
