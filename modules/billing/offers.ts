import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { pickText, type Text } from '#lib/locale.ts'
import { readMarket } from '#lib/market.ts'
import { wholeList } from '#lib/wire.ts'
import { type Meter, type SaleItem, maySee } from '#modules/catalog/public.ts'
import type { Services } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { pricingOf } from '#modules/currencies/public.ts'
import * as contract from './contract.ts'
import type { PlanVersion } from './data.ts'
import { refuse } from './errors.ts'
import { type Plan, recordVersion, termsOf } from './plan-versions.ts'
import { presentPlan } from './present.ts'

/** Ids of offers; a plan is named by its own id or by that of an offer. */
export const OFFER_PREFIX = 'off'

const isBySubscription = ({ kind }: Pick<Plan, 'kind'>): boolean =>
  kind === 'recurring' || kind === 'usage'

/**
 * The plans that a store may begin: those that are sold to everybody, and after them its own open
 * offers. What is offered to another store is in no answer.
 */
export async function listPlans(
  db: Db,
  item: Pick<SaleItem, 'id' | 'plans'>,
  { storeId, now }: { storeId: string; now: Date },
): Promise<Plan[]> {
  const offers = await listOpenOffers(db, { storeId, itemId: item.id, now })
  return [...item.plans.filter(isBySubscription), ...offers]
}

/** The store's offers that it can take, of one item or of all. */
export async function listOpenOffers(
  db: Db,
  { storeId, itemId, now }: { storeId: string; itemId?: string; now: Date },
): Promise<(Plan & { itemId: string })[]> {
  const rows = await db
    .selectFrom('plan_offers')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('expires_at', '>', now)
    .where('withdrawn_at', 'is', null)
    // The store has it already.
    .where((on) =>
      on.not(
        on.exists(
          on
            .selectFrom('plan_versions')
            .innerJoin('subscriptions', 'subscriptions.plan_version_id', 'plan_versions.id')
            .select('subscriptions.id')
            .whereRef('plan_versions.offer_id', '=', 'plan_offers.id')
            .where('subscriptions.store_id', '=', storeId)
            .where('subscriptions.state', '<>', sql.lit('ended')),
        ),
      ),
    )
    .$if(itemId !== undefined, (query) => query.where('item_id', '=', itemId ?? ''))
    .orderBy('created_at', 'desc')
    .limit(MOST_OFFERS)
    .execute()
  return rows.map((row) => ({
    id: row.plan_id,
    itemId: row.item_id,
    offer: { id: row.id, note: row.note, expiresAt: row.expires_at },
    kind: row.kind as Plan['kind'],
    period: row.period as Plan['period'],
    name: row.name as Text,
    priceMinor: row.price_minor,
    currency: row.currency,
    prices: null,
    trialDays: row.trial_days,
    trialNeedsCard: row.trial_needs_card,
    meters: row.meters as unknown as Meter[],
    capMinor: row.cap_minor,
  }))
}
const MOST_OFFERS = 50

/** By which a plan is named to the store. */
export const keyOf = (plan: Plan): string => plan.offer?.id ?? plan.id

/**
 * Stores the terms that the store begins with. One that was withdrawn meanwhile, or is over, cannot
 * be taken: the offer is locked until the caller's transaction ends.
 */
export async function recordPlanVersion(
  { clock }: Pick<Services, 'clock'>,
  trx: Db,
  terms: Omit<PlanVersion, 'id'>,
): Promise<PlanVersion> {
  const now = clock.now()
  if (terms.offerId !== null) {
    const open = await trx
      .selectFrom('plan_offers')
      .select('id')
      .where('id', '=', terms.offerId)
      .where('expires_at', '>', now)
      .where('withdrawn_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (!open) throw refuse('billing.plan_not_found')
  }
  return recordVersion(trx, terms, now)
}

/** Until when an order of these terms can be paid; null: as long as others. */
export const offerEnd = async (
  trx: Db,
  { offerId }: Pick<PlanVersion, 'offerId'>,
): Promise<Date | null> =>
  offerId === null
    ? null
    : (
        await trx
          .selectFrom('plan_offers')
          .select('expires_at')
          .where('id', '=', offerId)
          .executeTakeFirstOrThrow()
      ).expires_at

export const listOffers = defineOperation({
  ...contract.listOffers,
  run: async (ctx, { query }) => {
    const { storeId } = ctx.actor
    const [offers, pricing] = await Promise.all([
      listOpenOffers(ctx.db, { storeId, now: ctx.clock.now() }),
      pricingOf(ctx),
    ])
    if (offers.length === 0) return wholeList([])
    const items = await ctx.db
      .selectFrom('items')
      .innerJoin('partners', 'partners.id', 'items.partner_id')
      .select(['items.id', 'items.slug', 'items.icon', 'items.market', 'items.name'])
      .select('partners.name as partner')
      .select(
        sql<Text | null>`(select json_object_agg(locale, item_texts.name) from item_texts where item_id = items.id)`.as(
          'names',
        ),
      )
      .select((on) =>
        on
          .selectFrom('subscriptions')
          .select('subscriptions.id')
          .whereRef('subscriptions.item_id', '=', 'items.id')
          .where('subscriptions.store_id', '=', storeId)
          .where('subscriptions.state', 'in', ['active', 'past_due', 'paused'])
          .as('subscription'),
      )
      .where(
        'items.id',
        'in',
        offers.map(({ itemId }) => itemId),
      )
      .where('items.status', '=', 'published')
      .where(maySee(storeId))
      .execute()
    const byId = new Map(items.map((item) => [item.id, item]))
    return wholeList(
      offers.flatMap((plan) => {
        const item = byId.get(plan.itemId)
        if (!item || (query.slug !== undefined && item.slug !== query.slug)) return []
        return [
          {
            item: {
              slug: item.slug,
              name: pickText(item.names ?? {}, ctx.locale) || item.name,
              icon: item.icon,
              market: readMarket(item.market),
            },
            partner: item.partner,
            plan: presentPlan(termsOf(plan, pricing), ctx.locale, plan.offer),
            subscription: item.subscription,
          },
        ]
      }),
    )
  },
})
