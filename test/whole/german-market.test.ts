import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clausesIn } from '#modules/orders/legal/clauses.ts'
import { agreementsIn } from '#modules/orders/legal-texts.ts'
import { contentOf, issueInvoice } from '#modules/orders/invoices/issue-invoice.ts'
import { liveSettings } from '#server/live-settings.ts'
import { cardWith, CARDS, passChallenge } from '#test/support/checkout.ts'
import { firstOperator, type ConsoleBrowser } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { publishSelling } from '#test/support/selling-app.ts'

/**
 * An empty market becomes one of Germany by its settings alone (D21, D26): German and English,
 * euros, days of Berlin.
 */

const COMPANY = {
  name: 'Marktgasse GmbH',
  address: 'Hauptstraße 1, 10115 Berlin, Deutschland',
  mail: 'hallo@marktgasse.example',
  register: 'Amtsgericht Charlottenburg, HRB 12345 B',
  directors: 'Anna Schmidt',
  vatId: 'DE136695976',
  taxNumber: '12/345/67890',
}
const BERLIN = {
  name: 'Laden',
  invoice_type: 'institutional',
  company: 'Laden GmbH',
  tax_number: 'DE136695976',
  address: 'Torstraße 2',
  city: 'Berlin',
  country: 'DE',
  zip_code: '10119',
  phone: '030 123456',
  email: 'laden@shop.example',
}
const VIENNA = {
  ...BERLIN,
  company: 'Wiener Laden GmbH',
  tax_number: 'ATU13585627',
  address: 'Graben 3',
  city: 'Wien',
  country: 'AT',
  zip_code: '1010',
  phone: '01 5131234',
}

let market: Marketplace
let admin: ConsoleBrowser
let owner: Owner

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false, buildFolder: 'build' })
  admin = await firstOperator(market)
  const { db } = market.services
  const done = async (method: string, path: string, body: object) =>
    expect((await admin.ask(method, path, body)).body, path).toMatchObject({ success: true })
  await done('PUT', '/operator/settings/place', { country: 'DE', time_zone: 'Europe/Berlin' })
  await done('PUT', '/operator/settings/operator', COMPANY)
  await done('PUT', '/operator/settings/faces/both', { name: 'Marktgasse', mail: COMPANY.mail })
  await done('PUT', '/operator/tax-rates/DE', { from: null, rate: 19 })
  await db
    .updateTable('market_settings')
    .set({ languages: ['de', 'en'] })
    .execute()
  await db
    .updateTable('currencies')
    .set({ is_used: sql<boolean>`code in ('EUR', 'CHF')` })
    .execute()
  await db
    .updateTable('platforms')
    .set({ name: 'Ladenbau', home_country: 'DE', currency: 'EUR', prices_include_tax: true })
    .execute()
  await liveSettings(market.services, {
    operator: market.services.operator,
    platformId: 1,
    appOrigin: market.origins.app,
    themeOrigin: market.origins.theme,
  }).renew()
  market.clock.moveSeconds(66)
  await addItem()
  owner = await signIn(market)
})
afterAll(() => market.stop())

/** An app for 119 euros with texts in the market's languages. */
async function addItem(): Promise<void> {
  const { db, clock } = market.services
  const now = clock.now()
  await db
    .insertInto('partners')
    .values({ id: 'par_g', slug: 'werkstatt', name: 'Werkstatt', created_at: now })
    .execute()
  await db
    .insertInto('items')
    .values({
      id: 'itm_g',
      market: 'app',
      slug: 'kompass',
      prefix: 'kompass',
      partner_id: 'par_g',
      name: 'Kompass',
      price_minor: 11_900,
      price_kind: 'one_time',
      currency: 'EUR',
      status: 'published',
      published_at: now,
      updated_at: now,
    })
    .execute()
  await db
    .insertInto('plans')
    .values({
      id: 'pln_g',
      item_id: 'itm_g',
      kind: 'one_time',
      price_minor: 11_900,
      currency: 'EUR',
      position: 0,
      name: JSON.stringify({ de: 'Kauf', en: 'Purchase' }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const [locale, tagline] of [
    ['de', 'Zeigt den Weg im Laden.'],
    ['en', 'Shows the way in the shop.'],
  ])
    await db
      .insertInto('item_texts')
      .values({
        item_id: 'itm_g',
        locale: locale!,
        name: 'Kompass',
        tagline: tagline!,
        description: [],
      })
      .execute()
  await publishSelling(market, 'kompass', '1.0.0', [])
}

async function order(address: object) {
  const started = (await owner.call('POST', '/checkout/kompass/app', { body: {} })).body.data
  const { id } = (await owner.call('POST', '/domain/address', { body: address })).body.data
  return (
    await owner.call('POST', `/checkout/calculate/${started.order_number}`, {
      body: { address_id: id },
    })
  ).body.data
}

describe('a German market', () => {
  test('sells at home with 19 % and to a company in Austria with reverse charge, and to a consumer there with its own rate (D9)', async () => {
    expect(await order(BERLIN)).toMatchObject({
      currency: 'EUR',
      subtotal: 100,
      tax_rate: 19,
      tax: 19,
      tax_exemption: null,
      total: 119,
    })
    expect(await order(VIENNA)).toMatchObject({
      subtotal: 100,
      tax_rate: 0,
      tax: 0,
      tax_exemption: 'reverse_charge',
      total: 100,
    })
    // No VAT id, or nobody of a company: a rate is due.
    expect(await order({ ...VIENNA, tax_number: undefined })).toMatchObject({
      tax_rate: 19,
      tax_exemption: null,
      total: 119,
    })
  })

  test('charges the agreed amount and says why the invoice has no tax', async () => {
    const priced = await order(VIENNA)
    const agreements = agreementsIn('DE')
    const paid = await owner.call('POST', `/checkout/payment/${priced.order_number}`, {
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: {
        total: 100,
        card: cardWith(CARDS.good),
        consents: (['distance_sale', 'data_protection'] as const).map((kind) => ({
          kind,
          version: agreements[kind].version,
        })),
      },
    })
    expect(paid.status, JSON.stringify(paid.body)).toBe(200)
    if (paid.body.state === 'challenge') await passChallenge(market, paid.body.challenge.url)
    const { id } = await market.services.db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', priced.order_number)
      .executeTakeFirstOrThrow()
    const invoice = await issueInvoice(market.services, id)
    expect(contentOf(market.services, invoice!)).toMatchObject({
      exemption: 'reverse_charge',
      taxMinor: 0,
      totalMinor: 10_000,
      seller: {
        name: COMPANY.name,
        country: 'DE',
        taxNumber: COMPANY.taxNumber,
        facts: { vatId: COMPANY.vatId, register: COMPANY.register, directors: COMPANY.directors },
      },
      buyer: { name: 'Wiener Laden GmbH', country: 'AT', taxNumber: 'ATU13585627' },
    })
    const consents = await market.services.db
      .selectFrom('agreed_texts')
      .select(sql<string>`content::text`.as('content'))
      .execute()
    expect(consents.map((one) => one.content).join()).not.toMatch(TURKISH)
    expect(consents.map((one) => one.content).join()).toContain(clausesIn('DE', 'de').withdrawal)
  })

  test('refuses facts that are none of a German company', async () => {
    expect(
      (await admin.ask('PUT', '/operator/settings/operator', { ...COMPANY, vatId: 'DE123456789' }))
        .body,
    ).toMatchObject({ fields: { vatId: expect.any(String) as string } })
  })

  test.each(['app', 'theme'] as const)(
    'shows no Turkish or Arabic text, no demo and no lira on any page of the %s store, in German and English',
    async (site) => {
      const { host } = new URL(market.origins[site])
      const at = market.origins[site].replace(/\w+\.localhost/, '127.0.0.1')
      const seen = new Map<string, string>()
      const queue = ['/', '/list', '/kompass', '/legal', '/contact']
      for (const path of queue) {
        if (seen.has(path) || seen.size > 120) continue
        for (const language of ['de', 'en']) {
          const response = await fetch(`${at}${path}?hl=${language}`, {
            headers: { host, accept: 'text/html' },
            redirect: 'manual',
          })
          const location = response.headers.get('location')
          // Followed within the store: a link may lead to the console, which names every country.
          if (location?.startsWith('/')) queue.push(location.replace(/[?#].*/, ''))
          if (location !== null) continue
          const text = await response.text()
          if (!response.headers.get('content-type')?.includes('text/html')) continue
          seen.set(path, text)
          expect(findForeign(text), `${path} ${language}`).toEqual([])
          const links = [...text.matchAll(/href="(\/[^"?#]*)/g)].map(([, href = '']) => href)
          queue.push(
            ...links.filter((href) => !/\.(\w{2,5})$|^\/(api|pictures|assets)\b/.test(href)),
          )
        }
      }
      expect([...seen.keys()]).toEqual(
        expect.arrayContaining(['/legal/terms', '/legal/imprint', '/legal/distance-sale']),
      )
      expect(seen.get('/legal/imprint')).toContain('HRB 12345 B')
    },
  )
})

const TURKISH = /Turkish|Türkei|türkisch|Türkiye|Turkey|6698|KVKK|Mesafeli|[ğşĞŞİ]/
const FOREIGN = [TURKISH, /[\u0600-\u06ff]/, /Demo Commerce|Arasta Demo/, /₺|\bTRY\b/]

/** What a page of this market may not say. */
const findForeign = (html: string): string[] =>
  FOREIGN.flatMap((pattern) => {
    const found = pattern.exec(html)
    return found ? [html.slice(Math.max(0, found.index - 60), found.index + 60)] : []
  })
