import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importRates, readCurrencies } from '#modules/currencies/public.ts'
import { billIn, buy, chargesOf, passChallenge, pay, prepareOrder } from '#test/support/checkout.ts'
import { type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call, type Owner, signIn } from '#test/support/owner.ts'
import { selectOrders } from './data.ts'

let market: Marketplace
let admin: ConsoleBrowser
let owner: Owner
let day: string

const rate = (currency: string, perEuro: string, on = day, confirmed = true) =>
  admin.ask('PUT', `/operator/currencies/${currency}/rates/${on}`, {
    per_euro: perEuro,
    confirmed,
  })
const use = (currency: string, step = 1, ending = 0) =>
  admin.ask('PUT', `/operator/currencies/${currency}`, { used: true, step, ending })
const bill = (currency: string) => billIn(market, owner, currency)
const shown = async (slug: string) =>
  (await owner.call('GET', '/app-store/app/detail', { query: { slug } })).body.data
const priceIn = (currency: string, minor: number, slug = 'delivery-day') =>
  sql`insert into plan_prices (item_id, position, currency, price_minor)
    select id, 0, ${currency}, ${minor} from items where slug = ${slug}
    on conflict (item_id, position, currency) do update set price_minor = excluded.price_minor`.execute(
    market.services.db,
  )

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  owner = await signIn(market)
  day = market.clock.now().toISOString().slice(0, 10)
  for (const [currency, perEuro] of Object.entries({
    TRY: '50',
    USD: '1.25',
    SAR: '4',
    JPY: '160',
    KWD: '0.375',
  }))
    expect((await rate(currency, perEuro)).body).toEqual({ success: true })
})
afterAll(() => market.stop())

describe('currencies of the market (D27)', () => {
  test('need a rate, and say so in the language of the operator', async () => {
    const answer = await admin.ask(
      'PUT',
      '/operator/currencies/GBP',
      { used: true, step: 0.01, ending: 0 },
      { 'accept-language': 'en' },
    )
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'backoffice.rate_missing', message: expect.stringContaining('GBP') },
    })
    await expect(
      sql`insert into currencies (code) values ('GBP')`.execute(market.services.db),
    ).rejects.toThrow('currency GBP has no rate')
    expect((await readCurrencies(market.services)).map(({ code }) => code)).not.toContain('GBP')
  })

  test('have rates above 0 of a day that has come, and a rounding rule that fits', async () => {
    for (const wrong of ['0', '-1', 'viel', '1.23456789012', ''])
      expect((await rate('GBP', wrong)).body.fields, wrong).toHaveProperty('per_euro')
    expect((await rate('GBP', '0.85', '2099-01-01')).body.fields).toHaveProperty('day')
    const { perEuro } = (await readCurrencies(market.services)).find(({ code }) => code === 'USD')!
    for (const typingError of [Number(perEuro) * 10, Number(perEuro) / 10])
      expect((await rate('USD', typingError.toFixed(4), day, false)).body.fields).toHaveProperty(
        'confirmed',
      )
    expect((await use('USD', 1, 1)).body.fields).toHaveProperty('ending')
    expect((await use('JPY', 0.5)).body.fields).toHaveProperty('step')
  })

  test('stay while visitors of a platform see prices in them', async () => {
    const body = { used: false, step: 0.01, ending: 0 }
    expect(await admin.ask('PUT', '/operator/currencies/TRY', body)).toMatchObject({
      status: 409,
      body: { code: 'backoffice.currency_needed' },
    })
    const prices = { prices_include_tax: true, home_country: 'TR' }
    const path = '/operator/platforms/1/prices'
    expect(
      (await admin.ask('PUT', path, { ...prices, currency: 'CHF' })).body.fields,
    ).toHaveProperty('currency')
    expect((await admin.ask('PUT', path, { ...prices, currency: 'EUR' })).status).toBe(200)
    const visitor = async () =>
      (await call(market, 'GET', '/app-store/app/detail', { query: { slug: 'delivery-day' } })).body
        .data
    expect(await visitor()).toMatchObject({ currency: 'EUR' })
    expect((await admin.ask('PUT', path, { ...prices, currency: 'TRY' })).status).toBe(200)
    expect(await visitor()).toMatchObject({ currency: 'TRY', price: 249.9, rate_date: null })
  })

  test('take their rates from a file of the European Central Bank, again without a change', async () => {
    const file = `Date, GBP, SEK, \n${day}, 0.8600, 11.05, \n`
    expect(await importRates(market.services, file, 'test')).toEqual({ read: 2, changed: 2, day })
    expect(await importRates(market.services, file, 'test')).toMatchObject({ changed: 0 })
    await expect(
      importRates(market.services, 'Date,GBP\n2099-01-01,0.9\n', 'test'),
    ).rejects.toThrow('in the future')
    expect((await use('GBP', 0.01)).status).toBe(200)
  })
})

describe('a store sees and pays in its billing currency (D27)', () => {
  test('in yen, without decimals, converted and charged as shown', async () => {
    await use('JPY', 10)
    await bill('JPY')
    // 249.90 lira at 50 are 4.998 euros, at 160 are 799.68 yen, rounded to tens
    expect(await shown('delivery-day')).toMatchObject({
      price: 800,
      currency: 'JPY',
      rate_date: day,
      plans: [{ price: 800, currency: 'JPY', rate_date: day }],
    })
    const { orderNumber, total } = await buy(market, owner, 'delivery-day')
    expect(total).toBe(800)
    expect(await chargesOf(market, orderNumber)).toEqual([800])
    const row = await selectOrders(market.services.db)
      .select(['currency', 'list_price_minor', 'orders.tax_minor', 'source_price_minor'])
      .select(['source_currency', 'exchange_rate', 'rate_day'])
      .where('number', '=', orderNumber)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      currency: 'JPY',
      list_price_minor: 800,
      tax_minor: 133,
      source_price_minor: 24_990,
      source_currency: 'TRY',
      rate_day: day,
    })
    expect(Number(row.exchange_rate)).toBe(3.2)
  })

  test('in dinars, with three decimals, at the price that the partner gives', async () => {
    await use('KWD', 0.01)
    await bill('KWD')
    await priceIn('KWD', 1_255, 'free-delivery')
    expect(await shown('free-delivery')).toMatchObject({
      price: 1.255,
      currency: 'KWD',
      rate_date: null,
    })
    const { orderNumber, total } = await buy(market, owner, 'free-delivery')
    expect(total).toBe(1.255)
    expect(await chargesOf(market, orderNumber)).toEqual([1_255])
    const paid = (await owner.call('GET', `/checkout/status/${orderNumber}`)).body.data
    expect(paid).toMatchObject({ state: 'paid', total: 1.255, currency: 'KWD', rate_date: null })
  })

  test('in dollars, and in nothing else, wherever a price stands', async () => {
    await bill('USD')
    const lists = await Promise.all(
      ['price_asc', 'price_desc', 'smart'].map(
        async (sort) =>
          (await owner.call('GET', '/market/app/list', { query: { sort, per_page: '100' } })).body
            .data,
      ),
    )
    const items = lists.flat() as { price: number; currency: string; slug: string }[]
    expect(new Set(items.map(({ currency }) => currency))).toEqual(new Set(['USD']))
    const [cheapest = []] = lists as { price: number }[][]
    expect(cheapest.map(({ price }) => price)).toEqual(
      cheapest.map(({ price }) => price).toSorted((a, b) => a - b),
    )
    const collections = (await owner.call('GET', '/app-store/collection')).body.data
    expect(JSON.stringify([collections, await shown('gallery')])).not.toMatch(/TRY|₺|EUR|SAR/)
    const order = (await owner.call('POST', '/checkout/gallery/app', { body: {} })).body.data
    expect(order).toMatchObject({ currency: 'USD' })
    expect(JSON.stringify(order)).not.toMatch(/TRY|₺/)
  })

  test('a price that was shown at checkout holds there, whatever the rates do meanwhile', async () => {
    await bill('USD')
    await sql`delete from plan_prices where currency = 'USD'`.execute(market.services.db)
    const order = await prepareOrder(owner, 'gallery')
    await rate('TRY', '55')
    const dearer = await shown('gallery')
    expect(dearer.price).toBeLessThan(order.total)
    const paid = await pay(owner, order)
    if (paid.body.state === 'challenge') await passChallenge(market, paid.body.challenge.url)
    expect(await chargesOf(market, order.orderNumber)).toEqual([Math.round(order.total * 100)])
    await rate('TRY', '50')
  })

  test('an order that is opened again has the price of now', async () => {
    await bill('USD')
    const open = async () =>
      (await owner.call('POST', '/checkout/quick/app', { body: {} })).body.data
    const before = await open()
    await rate('TRY', '40')
    const after = await open()
    expect(after.order_number).toBe(before.order_number)
    expect(after.total).toBeGreaterThan(before.total)
    expect(after.total).toBe((await shown('quick')).price)
    await bill('EUR')
    expect(await open()).toMatchObject({ order_number: before.order_number, currency: 'EUR' })
    await rate('TRY', '50')
  })

  test('a coupon over an amount is for orders in its currency only', async () => {
    await bill('USD')
    const order = await prepareOrder(owner, 'quick')
    const withCoupon = () =>
      owner.call('POST', `/checkout/calculate/${order.orderNumber}`, {
        body: { coupon_code: 'MERHABA50' },
      })
    expect(await withCoupon()).toMatchObject({ body: { code: 'checkout.coupon_invalid' } })
  })

  test('whatever the price, the rate and the rule are, the order asks for what the page shows', async () => {
    const { db } = market.services
    await bill('USD')
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.constantFrom('TRY', 'EUR', 'SAR', 'JPY', 'KWD'),
        fc.integer({ min: 1, max: 500 }),
        fc.nat(),
        async (minor, thousandths, currency, step, any) => {
          await rate('USD', (thousandths / 1_000).toFixed(3))
          await sql`update currencies set step_minor = ${step}, ending_minor = ${any % step} where code = 'USD'`.execute(
            db,
          )
          await sql`update plans set price_minor = ${minor}, currency = ${currency}
            where item_id = (select id from items where slug = 'quick')`.execute(db)
          await sql`update items set price_minor = ${minor}, currency = ${currency} where slug = 'quick'`.execute(
            db,
          )
          const item = await shown('quick')
          const { data } = (await owner.call('POST', '/checkout/quick/app', { body: {} })).body
          expect(data).toMatchObject({ list_price: item.price, currency: 'USD', rate_date: day })
          const sorted = await sql<{ price: string }>`
            select converted_price(${minor}, numerator, denominator, ${step}, ${any % step})::text as price
            from (select (to_rate.per_euro * 1e10 * 100) as numerator,
              (coalesce(own.per_euro, 1) * 1e10 * ${currency === 'JPY' ? 1 : currency === 'KWD' ? 1_000 : 100}) as denominator
              from exchange_rates to_rate left join exchange_rates own on own.currency = ${currency} and own.day = ${day}
              where to_rate.currency = 'USD' and to_rate.day = ${day}) rates`.execute(db)
          expect(Math.round(item.price * 100)).toBe(Number(sorted.rows[0]?.price))
        },
      ),
      { numRuns: 25, seed: 27 },
    )
  })
})
