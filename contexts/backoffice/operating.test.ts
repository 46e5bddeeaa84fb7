import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy, chargesOf } from '#test/support/checkout.ts'
import { comeIn, firstOperator, type ConsoleBrowser } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { writeListings } from '../catalog/write-listings.ts'
import { findIdleRefunds, finishRefund } from '../checkout/public.ts'
import { REFUND_AGAIN_SECONDS } from '../checkout/rules.ts'
import { readDraft } from '../partners/public.ts'

let market: Marketplace
let admin: ConsoleBrowser
let finance: ConsoleBrowser
let reviewer: ConsoleBrowser
let owner: Owner

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  for (const role of ['finance', 'reviewer']) await admin.ask('POST', '/operator/invitations', { email: `${role}@example.com`, role })
  ;[finance, reviewer] = [await comeIn(market, 'finance@example.com'), await comeIn(market, 'reviewer@example.com')]
  owner = await signIn(market)
})
afterAll(() => market.stop())

const NAME = { tr: 'Kargo', en: 'Delivery', ar: 'الشحن' }

describe('shelves', () => {
  test('a category is made, shown to visitors at once, changed, and taken away only while it is empty; the log has each step', async () => {
    const body = { market: 'app', slug: 'new-shelf', name: { ...NAME, ar: '' }, drawing: 'deliver', position: 90 }
    const made = await reviewer.ask('POST', '/operator/categories', body)
    const id = String(made.body.id)
    expect((await reviewer.ask('POST', '/operator/categories', body)).body).toMatchObject({ code: 'backoffice.slug_taken', fields: { slug: expect.any(String) as string } })
    expect((await reviewer.ask('POST', '/operator/categories', { ...body, slug: 'x y', name: { ...NAME, en: '' } })).body).toMatchObject({ fields: { 'slug': expect.any(String) as string, 'name.en': expect.any(String) as string } })
    expect((await owner.call('GET', '/app-store/category', { query: { hl: 'TR' } })).body.data).toContainEqual(expect.objectContaining({ slug: 'new-shelf', name: 'Kargo', count: 0 }))
    const { categories } = (await finance.ask('GET', '/operator/shelves')).body as { categories: { id: string; slug: string; items: number; missing: string[] }[] }
    expect(categories.find(one => one.id === id)).toMatchObject({ missing: ['ar'], items: 0 })
    expect((await finance.ask('PUT', `/operator/categories/${id}`, { name: NAME, drawing: null, position: 1 })).status).toBe(403)
    expect((await reviewer.ask('PUT', `/operator/categories/${id}`, { name: NAME, drawing: null, position: 1 })).status).toBe(200)
    const full = categories.find(one => one.items > 0)?.id
    expect((await reviewer.ask('DELETE', `/operator/categories/${full}`)).body.code).toBe('backoffice.category_full')
    expect((await reviewer.ask('DELETE', `/operator/categories/${id}`)).status).toBe(200)
    const lines = await market.services.db.selectFrom('audit_log').select(['operation', 'after']).where('object_id', '=', id).orderBy('id').execute()
    expect(lines).toMatchObject([{ operation: 'createCategory', after: { slug: 'new-shelf' } }, { operation: 'changeCategory', after: { position: 1 } }, { operation: 'deleteCategory', after: null }])
  })

  test('a tag is chosen in the draft, found by search and list, shown on the item, and merged into another with its items and address', async () => {
    const tag = async (slug: string, en: string) => String((await reviewer.ask('POST', '/operator/categories', { market: 'app', slug, name: { ...NAME, en, tr: '', ar: '' }, drawing: 'deliver', position: 3, tag: true })).body.id)
    const [gifts, wrapping] = [await tag('gift-ideas', 'Zorbing'), await tag('wrapping', 'Wrapping')]
    const { db } = market.services
    const { id: item, partner_id: partner } = await db.selectFrom('items').select(['id', 'partner_id']).where('slug', '=', 'delivery-day').executeTakeFirstOrThrow()
    await admin.ask('POST', `/operator/partners/${partner}/invitations`, { email: 'tagger@example.com' })
    const tagger = await comeIn(market, 'tagger@example.com')
    const path = `/partners/${partner}/items/${item}/listing`
    const { content, revision, categories, tags } = (await tagger.ask('GET', path)).body as { content: { categoryIds: string[]; tagIds: string[]; links: object }; revision: number; categories: { id: string }[]; tags: { id: string; name: string }[] }
    expect([categories.some(one => one.id === gifts), tags.map(one => one.name)]).toEqual([false, ['Zorbing', 'Wrapping']])
    const facts = { revision, category_ids: content.categoryIds, in_app_purchase: false, links: { support: '', contact: '', document: '', live_preview: '' }, ground: '', swatches: [], credits: [] }
    expect((await tagger.ask('PUT', `${path}/about`, { ...facts, tag_ids: content.categoryIds })).body).toMatchObject({ fields: { tag_ids: expect.any(String) as string } })
    expect((await tagger.ask('PUT', `${path}/about`, { ...facts, tag_ids: [gifts] })).status).toBe(200)
    const draft = await readDraft(db, item)
    expect([draft?.listing.tagIds, draft?.listing.categoryIds]).toEqual([[gifts], content.categoryIds])
    await writeListings(db, [draft!.listing])
    const list = async (query: Record<string, string>) => (await owner.call('GET', '/market/app/list', { query: { hl: 'EN', ...query } })).body as { data: { slug: string; categories: { slug: string }[] }[]; meta: { facets: { categories: { slug: string }[] } } }
    expect((await list({ q: 'zorbing' })).data.map(one => one.slug)).toEqual(['delivery-day'])
    const tagged = await list({ category: 'gift-ideas' })
    expect([tagged.data.map(one => one.slug), tagged.meta.facets.categories.some(one => one.slug === 'gift-ideas')]).toEqual([['delivery-day'], true])
    expect([tagged.data[0]?.categories.some(one => one.slug === 'gift-ideas'), (await list({})).meta.facets.categories.some(one => one.slug === 'gift-ideas')]).toEqual([false, false])
    expect((await owner.call('GET', '/app-store/category', { query: {} })).body.data).not.toContainEqual(expect.objectContaining({ slug: 'gift-ideas' }))
    expect((await owner.call('GET', '/app-store/app/detail', { query: { slug: 'delivery-day', hl: 'EN' } })).body.data.tags).toEqual([{ slug: 'gift-ideas', name: 'Zorbing' }])
    expect((await reviewer.ask('POST', `/operator/categories/${gifts}/merge`, { into: categories[0]?.id })).body).toMatchObject({ fields: { into: expect.any(String) as string } })
    expect((await reviewer.ask('POST', `/operator/categories/${gifts}/merge`, { into: wrapping })).status).toBe(200)
    // The draft, and what was handed in before, still name the old one.
    await writeListings(db, [draft!.listing])
    expect((await list({ category: 'gift-ideas' })).data.map(one => one.slug)).toEqual(['delivery-day'])
    expect((await list({ q: 'zorbing' })).data).toEqual([])
    expect(((await tagger.ask('GET', path)).body as { content: { tagIds: string[] } }).content.tagIds).toEqual([wrapping])
    expect(await db.selectFrom('item_categories').select('category_id').where('item_id', '=', item).where('category_id', 'in', [gifts, wrapping]).execute()).toEqual([{ category_id: wrapping }])
  })

  test('a collection holds these items in this order, and no slug that nobody has', async () => {
    const id = String((await reviewer.ask('POST', '/operator/collections', { market: 'app', slug: 'picked', name: NAME, lead: { tr: '', en: '', ar: '' }, position: 1, active: true })).body.id)
    const facts = { name: NAME, lead: { tr: 'Seçtik', en: '', ar: '' }, position: 0, active: true }
    expect((await reviewer.ask('PUT', `/operator/collections/${id}`, { ...facts, members: ['cookie-consent', 'nobody-has-this'] })).body).toMatchObject({ fields: { members: expect.any(String) as string } })
    expect((await reviewer.ask('PUT', `/operator/collections/${id}`, { ...facts, members: ['delivery-day', 'cookie-consent', 'delivery-day'] })).status).toBe(200)
    expect((await reviewer.ask('GET', `/operator/collections/${id}`)).body).toMatchObject({ missing: ['en', 'ar'], members: [{ slug: 'delivery-day' }, { slug: 'cookie-consent' }] })
    await reviewer.ask('DELETE', `/operator/collections/${id}`)
    expect((await reviewer.ask('GET', `/operator/collections/${id}`)).status).toBe(404)
  })

  test('a banner hangs on its days only, and leads out of the market with a permission only (S4.3)', async () => {
    const now = market.clock.now().getTime()
    const banner = {
      market: 'app', place: 'home', locale: null, platform_id: null, title: 'Kış', text: '', action: 'Bak', target: '/list', external: false, ground: '#0b737e', position: 0, active: true,
      starts_at: new Date(now + 3_600_000).toISOString(), ends_at: new Date(now + 7_200_000).toISOString(),
    }
    for (const [target, external] of [['https://evil.example/x', false], ['//evil.example', false], ['/list', true], ['javascript:alert(1)', true]] as const) {
      expect((await reviewer.ask('POST', '/operator/banners', { ...banner, target, external })).body, target).toMatchObject({ fields: { target: expect.any(String) as string } })
    }
    expect((await reviewer.ask('POST', '/operator/banners', { ...banner, ends_at: banner.starts_at })).body).toMatchObject({ fields: { ends_at: expect.any(String) as string } })
    const id = String((await reviewer.ask('POST', '/operator/banners', banner)).body.id)
    const hangs = async () => ((await owner.call('GET', '/app-store/banner')).body.data as { id: string }[]).some(one => one.id === id)
    expect(await hangs()).toBe(false)
    await reviewer.ask('PUT', `/operator/banners/${id}`, { ...banner, starts_at: null })
    expect(await hangs()).toBe(true)
    await reviewer.ask('DELETE', `/operator/banners/${id}`)
    expect(await hangs()).toBe(false)
  })
})

describe('money', () => {
  test('an order is found by number, store and item; a refund is written down, sent by the worker, once for one press, and never more than is left', async () => {
    const { orderNumber } = await buy(market, owner, 'delivery-day')
    const list = async (query: Record<string, string>) => ((await finance.ask('GET', `/operator/orders?${new URLSearchParams(query)}`)).body as { orders: { number: string; item: { id: string } }[] }).orders
    const [found] = await list({ q: orderNumber.toLowerCase() })
    expect(found).toMatchObject({ number: orderNumber, state: 'paid', total: 249.9, currency: 'TRY' })
    expect([(await list({ q: 'shop.', state: 'paid' })).length, (await list({ item: String(found?.item.id) })).length, (await list({ q: 'nobody.example' })).length]).toEqual([1, 1, 0])
    const path = `/operator/orders/${orderNumber}`
    expect((await reviewer.ask('POST', `${path}/refunds`, { amount: 100, reason: 'other', key: 'k1', confirmed: true })).status).toBe(403)
    expect((await finance.ask('POST', `${path}/refunds`, { amount: 1.005, reason: 'other', key: 'k1', confirmed: true })).body).toMatchObject({ fields: { amount: expect.any(String) as string } })
    const presses = await Promise.all([1, 2].map(() => finance.ask('POST', `${path}/refunds`, { amount: 100, reason: 'buyer_request', key: 'k1', confirmed: true })))
    expect(new Set(presses.map(one => one.body.id)).size).toBe(1)
    expect(presses[0]?.body.state).toBe('requested')
    expect(await chargesOf(market, orderNumber)).toEqual([24_990])
    market.clock.moveSeconds(REFUND_AGAIN_SECONDS)
    for (const id of await findIdleRefunds(market.services)) await finishRefund(market.services, id)
    expect(await chargesOf(market, orderNumber)).toEqual([14_990])
    expect((await finance.ask('GET', path)).body).toMatchObject({
      state: 'partially_refunded', left: 149.9, refunds: [{ state: 'succeeded', amount: 100, reason: 'buyer_request', asked_by: expect.stringMatching(/^operator per_/) as string }], attempts: [{ state: 'succeeded' }],
      events: expect.arrayContaining([expect.objectContaining({ kind: 'refund', to: 'succeeded' })]) as object[],
    })
    const refused = await finance.ask('POST', `${path}/refunds`, { amount: 149.91, reason: 'other', key: 'k2', confirmed: true })
    expect([refused.body.code, refused.body.message]).toEqual(['backoffice.refund_refused', 'This cannot go back. Of the payment 149.9 is left.'])
    expect(await market.services.db.selectFrom('audit_log').select(['operation', 'before', 'after']).where('object_id', '=', orderNumber).orderBy('id').executeTakeFirst())
      .toMatchObject({ operation: 'refundAnOrder', before: { asked_minor: 0 }, after: { asked_minor: 10_000 } })
  })

  test('a coupon is made with or without a code, works at the till, and ends', async () => {
    const coupon = { kind: 'percent', value: 25, currency: null, market: null, item: 'delivery-day', valid_from: null, valid_until: null, total_limit: 5, store_limit: null, first_purchase: false }
    const { body } = await finance.ask('POST', '/operator/coupons', { ...coupon, code: 'kış-25' })
    expect(body.code).toBe('KIS25')
    expect((await finance.ask('POST', '/operator/coupons', { ...coupon, code: 'KIS 25' })).body.code).toBe('backoffice.code_taken')
    expect(String((await finance.ask('POST', '/operator/coupons', coupon)).body.code)).toMatch(/^[0-9A-Z]{16}$/)
    for (const [field, change] of [['value', { value: 101 }], ['currency', { kind: 'amount' }], ['item', { item: 'nobody-has-this' }], ['code', { code: '?' }]] as const) {
      expect((await finance.ask('POST', '/operator/coupons', { ...coupon, ...change })).body, field).toMatchObject({ fields: { [field]: expect.any(String) as string } })
    }
    const valid = async () => (await owner.call('GET', '/promotion/coupon-code/check/KIS25', { query: { item_id: (await market.services.db.selectFrom('items').select('id').where('slug', '=', 'delivery-day').executeTakeFirstOrThrow()).id } })).body.data?.valid as boolean
    expect(await valid()).toBe(true)
    expect((await finance.ask('GET', '/operator/coupons?q=kıs25')).body).toMatchObject({ coupons: [{ code: 'KIS25', now: true, used: 0 }] })
    expect((await finance.ask('PUT', `/operator/coupons/${String(body.id)}`, { active: false, valid_until: null, total_limit: 5 })).status).toBe(200)
    expect(await valid()).toBe(false)
    expect(((await finance.ask('GET', '/operator/coupons?state=ended')).body.coupons as object[]).length).toBe(1)
  })

  test('tax changes from a day to come on, never for a day that has begun', async () => {
    const day = (days: number) => new Date(market.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    expect((await finance.ask('PUT', '/operator/tax-rates/TR', { from: day(0), rate: 22 })).body.code).toBe('backoffice.day_begun')
    expect((await finance.ask('PUT', '/operator/tax-rates/tr', { from: day(10), rate: 22.5 })).status).toBe(200)
    expect((await finance.ask('GET', '/operator/tax-rates')).body.rates).toContainEqual({ country: 'TR', from: day(10), rate: 22.5, in_force: false, coming: true })
    expect((await finance.ask('DELETE', `/operator/tax-rates/TR/${day(10)}`)).status).toBe(200)
    expect((await finance.ask('DELETE', '/operator/tax-rates/TR/2023-07-10')).body.code).toBe('backoffice.day_begun')
  })

  test('a difference of the books stays open until somebody says what it was, once', async () => {
    await market.services.db.insertInto('ledger_differences').values({
      id: 'dif_1', gateway: 'sandbox', day: new Date('2026-01-02T00:00:00'), kind: 'charge_unknown', subject: 'ref-1', gateway_ref: 'ref-1', theirs_minor: 500, theirs_currency: 'TRY', state: 'open', found_at: market.clock.now(),
    }).execute()
    expect((await finance.ask('GET', '/operator/differences?state=open')).body).toMatchObject({ differences: [{ id: 'dif_1', day: '2026-01-02', theirs: { amount: 5, currency: 'TRY' }, ours: null }] })
    const say = () => finance.ask('PUT', '/operator/differences/dif_1', { state: 'explained', note: 'A test of the bank.' })
    expect([(await say()).status, (await say()).body.code]).toEqual([200, 'backoffice.settled_already'])
    expect((await finance.ask('GET', '/operator/differences?state=open')).body.differences).toEqual([])
  })
})
