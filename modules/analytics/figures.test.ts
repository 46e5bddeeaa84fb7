import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { analyticsCsv } from '#apps/console/analytics-csv.ts'
import { signInToConsole, ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import type { figures as figuresSchema } from './contract.ts'
import { createViewCounter, rollUpBatch, rollUpFigures } from './public.ts'

type Figures = z.output<typeof figuresSchema>

let market: Marketplace
let admin: ConsoleBrowser
let owner: ConsoleBrowser
let partner = ''
const items: { id: string; slug: string; release: string; partner: string }[] = []
const DAY = 86_400_000
const ago = (days: number) => new Date(market.clock.now().getTime() - days * DAY)
let sequence = 0

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  const { db } = market.services
  const rows = await db
    .selectFrom('items')
    .innerJoin('releases', 'releases.id', 'items.latest_release_id')
    .select(['items.id', 'items.slug', 'releases.id as release', 'items.partner_id as partner'])
    .where('items.market', '=', 'app')
    .orderBy('items.number')
    .limit(2)
    .execute()
  items.push(...rows)
  partner = String(
    (await admin.ask('POST', '/operator/partners', { name: 'Atölye', email: 'owner@example.com' }))
      .body.id,
  )
  owner = await signInToConsole(market, 'owner@example.com')
  await db
    .updateTable('items')
    .set({ partner_id: partner })
    .where('id', '=', items[0]!.id)
    .execute()
})
afterAll(() => market.stop())

async function addStore(country: string | null = null): Promise<string> {
  const { db } = market.services
  const id = `sto_${(sequence += 1)}`
  await db
    .insertInto('stores')
    .values({
      id,
      platform_id: 1,
      external_id: id,
      domain: `${id}.example`,
      name: id,
      url: `https://${id.replace('_', '-')}.example`,
      is_os2: false,
      status: 'active',
      checked_at: ago(400),
      created_at: ago(400),
    })
    .execute()
  if (country) {
    await db
      .insertInto('addresses')
      .values({
        id: `adr_${id}`,
        store_id: id,
        name: 'x',
        email: 'x@example.com',
        phone: '+49 30 123456',
        address: 'x',
        city: 'x',
        country,
        invoice_type: 'individual',
        created_at: ago(400),
        updated_at: ago(400),
      })
      .execute()
  }
  return id
}

async function addInstallation(
  place: number,
  days: number,
  gone?: { days: number; reason: string | null },
  country: string | null = null,
): Promise<string> {
  const [store, item] = [await addStore(country), items[place]!]
  await market.services.db
    .insertInto('installations')
    .values({
      id: `ins_${store}`,
      store_id: store,
      item_id: item.id,
      release_id: item.release,
      state: gone ? 'uninstalled' : 'installed',
      granted: [],
      installed_at: ago(days),
      created_at: ago(days),
      updated_at: ago(days),
      ...(gone && { uninstalled_at: ago(gone.days), uninstall_reason: gone.reason }),
    })
    .execute()
  return store
}

async function addOrder(
  store: string,
  days: number,
  paid: number,
  refunded?: { days: number; amount: number },
): Promise<void> {
  const { db } = market.services
  const id = `ord_${store}`
  const plan = await db
    .selectFrom('plans')
    .select('id')
    .where('item_id', '=', items[0]!.id)
    .executeTakeFirstOrThrow()
  await db
    .with('line', (query) =>
      query.insertInto('order_lines').values({
        order_id: id,
        place: 1,
        store_id: store,
        item_id: items[0]!.id,
        plan_id: plan.id,
        list_price_minor: paid,
        subtotal_minor: paid,
        tax_minor: 0,
        tax_rate_bp: 0,
        total_minor: paid,
      }),
    )
    .insertInto('orders')
    .values({
      id,
      number: `AR-${id}`,
      store_id: store,
      platform_id: 1,
      state: 'paid',
      currency: 'TRY',
      subtotal_minor: paid,
      tax_minor: 0,
      total_minor: paid,
      prices_include_tax: true,
      created_at: ago(days),
      expires_at: ago(days - 1),
      paid_at: ago(days),
    })
    .execute()
  if (!refunded) return
  await db
    .insertInto('payment_attempts')
    .values({
      id: `att_${store}`,
      order_id: id,
      state: 'succeeded',
      amount_minor: paid,
      currency: 'TRY',
      gateway: 'sandbox',
      captured_minor: paid,
      captured_at: ago(days),
      created_at: ago(days),
      updated_at: ago(days),
    })
    .execute()
  await db
    .insertInto('refunds')
    .values({
      id: `ref_${store}`,
      order_id: id,
      line_place: 1,
      attempt_id: `att_${store}`,
      amount_minor: refunded.amount,
      currency: 'TRY',
      state: 'succeeded',
      reason: 'buyer_request',
      asked_by: 'owner',
      key: id,
      requested_at: ago(refunded.days),
      updated_at: ago(refunded.days),
      ended_at: ago(refunded.days),
    })
    .execute()
}

const ask = async (path: string, by = owner) =>
  (await by.ask('GET', path)).body as unknown as Figures
const ofItem = (days = 30) => ask(`/partners/${partner}/items/${items[0]!.id}/figures?days=${days}`)
const rollUp = async () => {
  while ((await rollUpBatch(market.services)) > 0);
}
const due = async () =>
  (await market.services.db.selectFrom('figures_due').select('id').execute()).length

describe('analytics', () => {
  test('cover views, installs, uninstalls with reasons, active installations, conversion, revenue and ratings, with the previous period', async () => {
    const counter = createViewCounter(market.services)
    for (let looks = 0; looks < 8; looks += 1)
      counter.count({ slug: items[0]!.slug, platformId: 1 })
    counter.count({ slug: 'no-such-item', platformId: 1 })
    await counter.write()
    await addInstallation(0, 2, undefined, 'DE')
    const buyer = await addInstallation(0, 3)
    await addOrder(buyer, 3, 24_900, { days: 1, amount: 4_900 })
    await addInstallation(0, 20, { days: 4, reason: 'too_expensive' })
    await addInstallation(0, 45, { days: 5, reason: null })
    await addInstallation(1, 2)
    await market.services.db
      .insertInto('reviews')
      .values({
        id: 'rev_1',
        item_id: items[0]!.id,
        store_id: buyer,
        stars: 4,
        text: '',
        version: '1.0.0',
        installed_days: 1,
        still_installed: true,
        salt: Buffer.alloc(16),
        created_at: ago(1),
        updated_at: ago(1),
      })
      .execute()
    await rollUp()
    const found = await ofItem()
    expect(found.totals).toEqual({
      views: 8,
      installs: 3,
      uninstalls: 2,
      active: 2,
      conversion: 37.5,
      ratings: 1,
      stars: 4,
    })
    expect(found.before).toMatchObject({
      views: 0,
      installs: 1,
      uninstalls: 0,
      active: 1,
      conversion: null,
    })
    expect(found.series).toHaveLength(30)
    expect(found.series.at(-4)).toMatchObject({ installs: 1, active: 1 })
    expect(found.money).toMatchObject([
      {
        currency: 'TRY',
        orders: 1,
        paid_minor: 24_900,
        refunded_minor: 4_900,
        before: { paid_minor: 0 },
      },
    ])
    expect(found.reasons).toEqual([
      { reason: '', uninstalls: 1 },
      { reason: 'too_expensive', uninstalls: 1 },
    ])
    expect(found.countries.map((one) => [one.key, one.installs])).toEqual([
      ['', 2],
      ['DE', 1],
    ])
    expect(found.platforms).toMatchObject([
      { key: '1', name: 'Demo Commerce', views: 8, installs: 3 },
    ])
    expect(found.versions).toMatchObject([{ installs: 3, uninstalls: 2 }])
    expect(analyticsCsv(found).split('\r\n').slice(-5, -3)).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d,0,1,0,1,0,,249\.00,0\.00$/),
      expect.stringMatching(/,0,1,0,2,0,,0\.00,0\.00$/),
    ])
  })

  test('are unchanged when recomputed, and late events count on their own day', async () => {
    const before = await ofItem(90)
    await market.services.db
      .updateTable('installations')
      .set({ installed_at: ago(44) })
      .where('item_id', '=', items[0]!.id)
      .where('installed_at', '<', ago(40))
      .execute()
    await addInstallation(0, 60)
    expect(await due()).toBeGreaterThan(0)
    await Promise.all([rollUpBatch(market.services), rollUpBatch(market.services)])
    await rollUp()
    expect(await due()).toBe(0)
    const after = await ofItem(90)
    expect(after.totals).toEqual({
      ...before.totals,
      installs: before.totals.installs + 1,
      active: before.totals.active + 1,
      conversion: 62.5,
    })
    expect(after.series.at(-61)).toMatchObject({ installs: 1 })
  })

  test('of a partner cover its items, and of the market all items', async () => {
    const mine = await ask(`/partners/${partner}/figures?days=30`)
    expect([mine.totals.installs, mine.items.map((one) => [one.id, one.installs])]).toEqual([
      3,
      [[items[0]!.id, 3]],
    ])
    const all = await ask('/operator/figures?days=30', admin)
    expect([
      all.totals.installs,
      all.totals.views,
      all.reasons.length,
      all.money[0]?.paid_minor,
    ]).toEqual([4, 8, 2, 24_900])
    expect((await ask('/operator/figures?days=30&market=theme', admin)).totals.installs).toBe(0)
  })

  test("PKG-12 return 404 for another partner's item and for an unknown period", async () => {
    expect(
      (await owner.ask('GET', `/partners/${partner}/items/${items[1]!.id}/figures`)).status,
    ).toBe(404)
    expect((await owner.ask('GET', `/partners/${items[1]!.partner}/figures`)).status).toBe(404)
    expect((await owner.ask('GET', `/partners/${partner}/figures?days=31`)).status).toBe(400)
  })

  test('are readable with a token of that scope, bound to the item or not', async () => {
    const { token } = (
      await owner.ask('POST', `/partners/${partner}/tokens`, {
        name: 'sheet',
        scopes: ['figures'],
        item: items[0]!.id,
      })
    ).body
    const program = new ConsoleBrowser(market)
    const answer = await program.ask(
      'GET',
      `/partners/${partner}/items/${items[0]!.id}/figures?days=7`,
      undefined,
      { authorization: `Bearer ${String(token)}` },
    )
    expect([answer.status, (answer.body as unknown as Figures).totals.installs]).toEqual([200, 2])
    expect(
      (
        await program.ask('GET', `/partners/${partner}/figures?days=7`, undefined, {
          authorization: `Bearer ${String(token)}`,
        })
      ).status,
    ).toBe(404)
  })

  test('are aggregated at most once a minute, and views that could not be written are counted in the next run', async () => {
    await addInstallation(0, 1)
    await rollUpFigures(market.services)
    await addInstallation(0, 1)
    await rollUpFigures(market.services)
    expect(await due()).toBe(1)
    market.clock.moveSeconds(60)
    await rollUpFigures(market.services)
    expect(await due()).toBe(0)
    const views = (await ofItem(365)).totals.views
    let isUp = false
    const counter = createViewCounter({
      clock: market.services.clock,
      get db() {
        if (!isUp) throw new Error('away')
        return market.services.db
      },
    })
    counter.count({ slug: items[0]!.slug, platformId: 1 })
    await expect(counter.write()).rejects.toThrow('away')
    isUp = true
    counter.count({ slug: items[0]!.slug, platformId: 1 })
    await counter.write()
    await rollUp()
    expect((await ofItem(365)).totals.views).toBe(views + 2)
  })
})
