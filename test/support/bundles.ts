import { sql } from 'kysely'
import { newId } from '#lib/ids.ts'
import { AGREEMENTS } from '#modules/orders/legal-texts.ts'
import { ADDRESS, passChallenge, pay, type Prepared } from './checkout.ts'
import type { Marketplace } from './marketplace.ts'
import type { Owner } from './owner.ts'

/** Publishes a bundle of apps, each with its first plan. */
export async function publishBundle(
  market: Marketplace,
  slug: string,
  items: readonly string[],
  percentOff = 20,
): Promise<string> {
  const id = newId('bnd')
  const now = market.clock.now()
  await market.services.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('bundles')
      .values({
        id,
        slug,
        market: 'app',
        names: JSON.stringify({ tr: 'Açılış seti', en: 'Opening set' }),
        percent_off: percentOff,
        state: 'published',
        created_at: now,
        updated_at: now,
      })
      .execute()
    await sql`insert into bundle_items (bundle_id, position, item_id, plan_id)
      select ${id}, turn, items.id, plans.id from unnest(${[...items]}::text[]) with ordinality as wanted (slug, turn)
      join items on items.slug = wanted.slug and items.market = 'app' join plans on plans.item_id = items.id and plans.position = 0`.execute(
      trx,
    )
  })
  return id
}

export interface OrderedLine {
  place: number
  item: { id: string; slug: string; name: string; version: string | null }
  discount: number
  total: number
}

export interface PreparedBundle extends Prepared {
  lines: OrderedLine[]
}

export const startBundle = (owner: Owner, slug: string, leaveOut: readonly string[] = []) =>
  owner.call('POST', `/checkout/bundles/${slug}/app`, { body: { leave_out: leaveOut } })

/** An order of a bundle with its address and price, ready to be paid. */
export async function prepareBundle(
  owner: Owner,
  slug: string,
  leaveOut: readonly string[] = [],
): Promise<PreparedBundle> {
  const { order_number: orderNumber } = (await startBundle(owner, slug, leaveOut)).body.data
  const address = (await owner.call('POST', '/domain/address', { body: ADDRESS })).body.data.id
  const priced = (
    await owner.call('POST', `/checkout/calculate/${orderNumber}`, {
      body: { address_id: address },
    })
  ).body.data
  const lines = priced.lines as OrderedLine[]
  return {
    orderNumber,
    total: priced.total,
    lines,
    consents: [
      { kind: 'distance_sale', version: AGREEMENTS.distance_sale.version },
      { kind: 'data_protection', version: AGREEMENTS.data_protection.version },
      { kind: 'immediate_delivery', version: AGREEMENTS.immediate_delivery.version },
      ...lines.map(({ item }) => ({
        kind: 'permissions',
        version: item.version ?? '',
        item: item.id,
      })),
    ],
  }
}

/** Buys the items of a bundle to the end. */
export async function buyBundle(
  market: Marketplace,
  owner: Owner,
  slug: string,
  options: Parameters<typeof pay>[2] = {},
): Promise<PreparedBundle> {
  const order = await prepareBundle(owner, slug)
  const paid = await pay(owner, order, options)
  if (paid.body.state === 'challenge') await passChallenge(market, paid.body.challenge.url)
  return order
}
