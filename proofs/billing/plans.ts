import type { Db } from '#db/client.ts'
import { prepareRandomMarket, writeRandomItem } from '#test/support/random-market.ts'

export interface Meter {
  key: string
  included: number
  tiers: { upTo: number | null; priceMinor: number; per: number }[]
}

export interface SoldPlan {
  id: string
  kind: 'recurring' | 'usage'
  period: 'month' | 'year'
  priceMinor: number
  trialDays: number
  trialNeedsCard: boolean
  meters: Meter[]
  capMinor: number | null
}

const CALLS: Meter = {
  key: 'calls',
  included: 100,
  tiers: [
    { upTo: 1_000, priceMinor: 2, per: 1 },
    { upTo: null, priceMinor: 15, per: 10 },
  ],
}
const MAILS: Meter = {
  key: 'mails',
  included: 0,
  tiers: [{ upTo: null, priceMinor: 333, per: 100 }],
}

type Told = Partial<Omit<SoldPlan, 'id'>> & { priceMinor: number }

/** Plans by item: prices that leave a rest when days are counted, trials, meters, and all lengths. */
const ITEMS: readonly (readonly Told[])[] = [
  [{ priceMinor: 24_990 }, { priceMinor: 49_990 }, { priceMinor: 249_900, period: 'year' }],
  [
    { priceMinor: 3_333, trialDays: 14 },
    { priceMinor: 33_331, period: 'year', trialDays: 30 },
  ],
  [
    { priceMinor: 9_990, meters: [CALLS], capMinor: 5_000 },
    { priceMinor: 19_990, meters: [CALLS, MAILS], capMinor: 9_000 },
  ],
  [{ priceMinor: 0, kind: 'usage', meters: [MAILS, CALLS], capMinor: 20_000 }],
  [
    { priceMinor: 99_901, period: 'year', trialDays: 7 },
    { priceMinor: 9_901, trialDays: 7 },
  ],
  [{ priceMinor: 101, trialDays: 10, trialNeedsCard: true, meters: [CALLS], capMinor: 700 }],
]

export interface SoldItem {
  slug: string
  id: string
  plans: SoldPlan[]
}

/** Coupons of the operator, with which some owners begin. */
export interface SoldCoupon {
  code: string
  /** Ten-thousandths of the price, or minor units. */
  kind: 'percent' | 'amount'
  value: number
  periods: number | null
}
export const COUPONS: readonly SoldCoupon[] = [
  { code: 'FIRST', kind: 'percent', value: 5_000, periods: 1 },
  { code: 'THREE', kind: 'percent', value: 3_333, periods: 3 },
  { code: 'SOMEOFF', kind: 'amount', value: 50, periods: 2 },
  { code: 'ALWAYS', kind: 'percent', value: 1_001, periods: null },
]

const sellCoupons = (db: Db) =>
  db
    .insertInto('coupons')
    .values(
      COUPONS.map(({ code, kind, value, periods }) => ({
        id: `cpn_${code.toLowerCase()}`,
        code,
        kind,
        percent_bp: kind === 'percent' ? value : null,
        amount_minor: kind === 'amount' ? value : null,
        currency: kind === 'amount' ? 'TRY' : null,
        periods,
        valid_from: new Date(0),
        store_limit: 2,
        created_at: new Date(0),
      })),
    )
    .execute()

/** Every third of these stores is offered a plan of each item for two thirds of its price. */
export async function offerPlans(
  db: Db,
  items: readonly SoldItem[],
  stores: readonly { id: string }[],
  { from, until }: { from: Date; until: Date },
): Promise<Map<string, SoldPlan>> {
  const offers = new Map<string, SoldPlan>()
  for (const [n, store] of stores.entries())
    for (const item of items) {
      const plan = item.plans[n % item.plans.length]
      if (n % 3 !== 0 || !plan || plan.priceMinor === 0) continue
      offers.set(`${store.id} ${item.id}`, {
        ...plan,
        id: `off_${n}_${item.id}`,
        priceMinor: Math.ceil((plan.priceMinor * 2) / 3),
      })
    }
  for (const [place, offer] of offers) {
    const [storeId = '', itemId = ''] = place.split(' ')
    const n = stores.findIndex(({ id }) => id === storeId)
    const item = items.find(({ id }) => id === itemId) as SoldItem
    await db
      .insertInto('plan_offers')
      .values({
        id: offer.id,
        plan_id: (item.plans[n % item.plans.length] as SoldPlan).id,
        item_id: itemId,
        store_id: storeId,
        kind: offer.kind,
        name: JSON.stringify({ en: offer.id, tr: offer.id }),
        period: offer.kind === 'usage' ? null : offer.period,
        price_minor: offer.priceMinor,
        currency: 'TRY',
        trial_days: offer.trialDays,
        trial_needs_card: offer.trialNeedsCard,
        meters: metersIn(offer),
        cap_minor: offer.capMinor,
        note: '',
        expires_at: until,
        created_at: from,
      })
      .execute()
  }
  return offers
}

const metersIn = ({ meters }: SoldPlan): string =>
  JSON.stringify(meters.map((meter) => ({ ...meter, name: { en: meter.key, tr: meter.key } })))

const planOf = (item: number, place: number, told: Told): SoldPlan => ({
  kind: 'recurring',
  period: 'month',
  trialDays: 0,
  trialNeedsCard: false,
  meters: [],
  capMinor: null,
  ...told,
  id: `pln_b${item}_${place}`,
})

/** Items that are sold by period, in an empty market. */
export async function sellItems(db: Db): Promise<SoldItem[]> {
  await prepareRandomMarket(db)
  const items = ITEMS.map((plans, n) => ({
    id: `itm_b${n}`,
    slug: `itm-b${n}`,
    plans: plans.map((told, place) => planOf(n, place, told)),
  }))
  for (const item of items) await sellItem(db, item)
  await sellCoupons(db)
  return items
}

async function sellItem(db: Db, { id, plans }: SoldItem): Promise<void> {
  const [first] = plans as [SoldPlan]
  await writeRandomItem(db, {
    id,
    market: 'app',
    price: { minor: first.priceMinor, currency: 'TRY', kind: first.kind, others: {} },
    rating: null,
    installs: 0,
    day: 1,
    categories: [1],
    words: [`ürün-${id}`],
    status: 'published',
    languages: ['tr', 'en', 'ar'],
    release: { day: 1, packaged: true, platforms: [1], permissions: [] },
  })
  await db.deleteFrom('plans').where('item_id', '=', id).execute()
  await db
    .insertInto('plans')
    .values(
      plans.map((plan, position) => ({
        id: plan.id,
        item_id: id,
        kind: plan.kind,
        period: plan.kind === 'usage' ? null : plan.period,
        name: JSON.stringify({ en: plan.id, tr: plan.id }),
        price_minor: plan.priceMinor,
        currency: 'TRY',
        position,
        trial_days: plan.trialDays,
        trial_needs_card: plan.trialNeedsCard,
        meters: metersIn(plan),
        cap_minor: plan.capMinor,
      })),
    )
    .execute()
}
