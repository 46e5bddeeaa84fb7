import { sql } from 'kysely'
import { cardWith, passChallenge, pay, prepareKnownOrder } from './checkout.ts'
import type { Marketplace } from './marketplace.ts'
import type { Owner } from './owner.ts'

export interface SoldPlan {
  kind?: 'recurring' | 'usage'
  period?: 'month' | 'year' | null
  priceMinor: number
  trialDays?: number
  trialNeedsCard?: boolean
  meters?: object[]
  capMinor?: number | null
}

/** Sells an item by these plans instead of its own; returns their ids. */
export async function sellByPeriod(
  { services: { db } }: Marketplace,
  slug: string,
  plans: SoldPlan[],
): Promise<string[]> {
  const { id } = await db
    .selectFrom('items')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  // What recurs is in no bundle.
  await db
    .deleteFrom('bundles')
    .where('id', 'in', (on) =>
      on.selectFrom('bundle_items').select('bundle_id').where('item_id', '=', id),
    )
    .execute()
  await db.deleteFrom('plan_prices').where('item_id', '=', id).execute()
  await db.deleteFrom('plans').where('item_id', '=', id).execute()
  const rows = plans.map((plan, position) => ({
    id: `pln_${slug}_${position}`,
    item_id: id,
    kind: plan.kind ?? 'recurring',
    period: plan.kind === 'usage' ? null : (plan.period ?? 'month'),
    name: JSON.stringify({ en: `Plan ${position}`, tr: `Plan ${position}` }),
    price_minor: plan.priceMinor,
    currency: 'TRY',
    position,
    trial_days: plan.trialDays ?? 0,
    trial_needs_card: plan.trialNeedsCard ?? false,
    meters: JSON.stringify(plan.meters ?? []),
    cap_minor: plan.capMinor ?? null,
  }))
  await db.insertInto('plans').values(rows).execute()
  const [first] = plans
  await sql`update items set price_kind = ${first?.kind ?? 'recurring'}, price_minor = ${first?.priceMinor ?? 0},
    price_period = ${first?.kind === 'usage' ? null : (first?.period ?? 'month')}, currency = 'TRY' where id = ${id}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Subscribes to an item to the end, with a new card that is saved. */
export async function subscribe(
  market: Marketplace,
  owner: Owner,
  slug: string,
  { plan, card, coupon }: { plan?: string; card?: string; coupon?: string } = {},
): Promise<{ orderNumber: string; id: string }> {
  const { body } = await owner.call('POST', '/subscriptions', { body: { slug, plan } })
  const orderNumber = body.data.order_number as string
  await payOrder(market, owner, orderNumber, card, coupon)
  const { body: listed } = await owner.call('GET', '/subscriptions')
  const one = listed.data.find((sub: { item: { slug: string } }) => sub.item.slug === slug)
  return { orderNumber, id: one?.id ?? '' }
}

/** Pays an open order of a subscription as its owner does, through the bank's page. */
export async function payOrder(
  market: Marketplace,
  owner: Owner,
  orderNumber: string,
  card = '5528790000000008',
  coupon?: string,
): Promise<void> {
  const { version } = (await market.services.db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .innerJoin('items', 'items.id', 'order_lines.item_id')
    .innerJoin('releases', 'releases.id', 'items.latest_release_id')
    .select('version')
    .where('orders.number', '=', orderNumber)
    .executeTakeFirst()) ?? { version: '' }
  const prepared = await prepareKnownOrder(owner, {
    order_number: orderNumber,
    item: { version },
  })
  if (coupon !== undefined) {
    const [address] = (await owner.call('GET', '/domain/address')).body.data
    const priced = await owner.call('POST', `/checkout/calculate/${orderNumber}`, {
      body: { address_id: address.id, coupon_code: coupon },
    })
    prepared.total = priced.body.data.total
  }
  const paid = await pay(owner, prepared, { body: { card: cardWith(card) } })
  if (paid.body.state === 'challenge') await passChallenge(market, paid.body.challenge.url)
  else if (paid.body.state !== 'paid') throw new Error(JSON.stringify(paid.body))
}
