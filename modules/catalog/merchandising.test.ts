import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeListings } from '#modules/catalog/write-listings.ts'
import { readDraft } from '#modules/publishing/public.ts'
import { signInToConsole, type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'

let market: Marketplace
let admin: ConsoleBrowser
let finance: ConsoleBrowser
let reviewer: ConsoleBrowser
let owner: Owner

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  for (const role of ['finance', 'reviewer'])
    await admin.ask('POST', '/operator/invitations', { email: `${role}@example.com`, role })
  ;[finance, reviewer] = [
    await signInToConsole(market, 'finance@example.com'),
    await signInToConsole(market, 'reviewer@example.com'),
  ]
  owner = await signIn(market)
})
afterAll(() => market.stop())

const NAME = { tr: 'Kargo', en: 'Delivery', ar: 'الشحن' }

describe('merchandising', () => {
  test('a category is created, shown to visitors at once, changed, and deleted only while it is empty; each step is audited', async () => {
    const body = {
      market: 'app',
      slug: 'new-shelf',
      name: { ...NAME, ar: '' },
      drawing: 'deliver',
    }
    const made = await reviewer.ask('POST', '/operator/categories', body)
    const id = String(made.body.id)
    expect((await reviewer.ask('POST', '/operator/categories', body)).body).toMatchObject({
      code: 'backoffice.slug_taken',
      fields: { slug: expect.any(String) as string },
    })
    expect(
      (
        await reviewer.ask('POST', '/operator/categories', {
          ...body,
          slug: 'shelf-without-name',
          name: { ...NAME, tr: '' },
        })
      ).body,
    ).toMatchObject({
      fields: { 'name.tr': expect.any(String) as string },
    })
    expect(
      (await owner.call('GET', '/app-store/category', { query: { hl: 'TR' } })).body.data,
    ).toContainEqual(expect.objectContaining({ slug: 'new-shelf', name: 'Kargo', count: 0 }))
    const { categories } = (await finance.ask('GET', '/operator/shelves')).body as {
      categories: { id: string; slug: string; items: number; missing: string[] }[]
    }
    expect(categories.find((one) => one.id === id)).toMatchObject({
      missing: ['ar', 'de', 'es'],
      items: 0,
    })
    expect(
      (
        await finance.ask('PUT', `/operator/categories/${id}`, {
          name: NAME,
          drawing: null,
        })
      ).status,
    ).toBe(403)
    expect(
      (
        await reviewer.ask('PUT', `/operator/categories/${id}`, {
          name: NAME,
          drawing: null,
        })
      ).status,
    ).toBe(200)
    const full = categories.find((one) => one.items > 0)?.id
    expect((await reviewer.ask('DELETE', `/operator/categories/${full}`)).body.code).toBe(
      'backoffice.category_full',
    )
    expect((await reviewer.ask('DELETE', `/operator/categories/${id}`)).status).toBe(200)
    const lines = await market.services.db
      .selectFrom('audit_log')
      .select(['operation', 'after'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
    expect(lines).toMatchObject([
      { operation: 'createCategory', after: { slug: 'new-shelf' } },
      { operation: 'changeCategory', after: { drawing: null } },
      { operation: 'deleteCategory', after: null },
    ])
  })

  test('a tag is chosen in the draft, found by search and list, shown on the item, and merged into another with its items and address', async () => {
    const tag = async (slug: string, en: string) =>
      String(
        (
          await reviewer.ask('POST', '/operator/categories', {
            market: 'app',
            slug,
            name: { ...NAME, en, tr: en, ar: '' },
            drawing: 'deliver',
            tag: true,
          })
        ).body.id,
      )
    const [gifts, wrapping] = [
      await tag('gift-ideas', 'Zorbing'),
      await tag('wrapping', 'Wrapping'),
    ]
    const { db } = market.services
    const { id: item, partner_id: partner } = await db
      .selectFrom('items')
      .select(['id', 'partner_id'])
      .where('slug', '=', 'delivery-day')
      .executeTakeFirstOrThrow()
    await admin.ask('POST', `/operator/partners/${partner}/invitations`, {
      email: 'tagger@example.com',
    })
    const tagger = await signInToConsole(market, 'tagger@example.com')
    const path = `/partners/${partner}/items/${item}/listing`
    const { content, revision, categories, tags } = (await tagger.ask('GET', path)).body as {
      content: { categoryIds: string[]; tagIds: string[]; links: object }
      revision: number
      categories: { id: string }[]
      tags: { id: string; name: string }[]
    }
    expect([categories.some((one) => one.id === gifts), tags.map((one) => one.name)]).toEqual([
      false,
      ['Zorbing', 'Wrapping'],
    ])
    const facts = {
      revision,
      category_ids: content.categoryIds,
      in_app_purchase: false,
      links: { support: '', contact: '', document: '', live_preview: '' },
      ground: '',
      swatches: [],
      credits: [],
    }
    expect(
      (await tagger.ask('PUT', `${path}/about`, { ...facts, tag_ids: content.categoryIds })).body,
    ).toMatchObject({ fields: { tag_ids: expect.any(String) as string } })
    expect((await tagger.ask('PUT', `${path}/about`, { ...facts, tag_ids: [gifts] })).status).toBe(
      200,
    )
    const draft = await readDraft(market.services, item)
    expect([draft?.listing.tagIds, draft?.listing.categoryIds]).toEqual([
      [gifts],
      content.categoryIds,
    ])
    await writeListings(db, [draft!.listing])
    const list = async (query: Record<string, string>) =>
      (await owner.call('GET', '/market/app/list', { query: { hl: 'EN', ...query } })).body as {
        data: { slug: string; categories: { slug: string }[] }[]
        meta: { facets: { categories: { slug: string }[] } }
      }
    expect((await list({ q: 'zorbing' })).data.map((one) => one.slug)).toEqual(['delivery-day'])
    const tagged = await list({ category: 'gift-ideas' })
    expect([
      tagged.data.map((one) => one.slug),
      tagged.meta.facets.categories.some((one) => one.slug === 'gift-ideas'),
    ]).toEqual([['delivery-day'], true])
    expect([
      tagged.data[0]?.categories.some((one) => one.slug === 'gift-ideas'),
      (await list({})).meta.facets.categories.some((one) => one.slug === 'gift-ideas'),
    ]).toEqual([false, false])
    expect(
      (await owner.call('GET', '/app-store/category', { query: {} })).body.data,
    ).not.toContainEqual(expect.objectContaining({ slug: 'gift-ideas' }))
    expect(
      (
        await owner.call('GET', '/app-store/app/detail', {
          query: { slug: 'delivery-day', hl: 'EN' },
        })
      ).body.data.tags,
    ).toEqual([{ slug: 'gift-ideas', name: 'Zorbing' }])
    expect(
      (
        await reviewer.ask('POST', `/operator/categories/${gifts}/merge`, {
          into: categories[0]?.id,
        })
      ).body,
    ).toMatchObject({ fields: { into: expect.any(String) as string } })
    expect(
      (await reviewer.ask('POST', `/operator/categories/${gifts}/merge`, { into: wrapping }))
        .status,
    ).toBe(200)
    // The draft, and what was handed in before, still name the old one.
    await writeListings(db, [draft!.listing])
    expect((await list({ category: 'gift-ideas' })).data.map((one) => one.slug)).toEqual([
      'delivery-day',
    ])
    expect((await list({ q: 'zorbing' })).data).toEqual([])
    expect(
      ((await tagger.ask('GET', path)).body as { content: { tagIds: string[] } }).content.tagIds,
    ).toEqual([wrapping])
    expect(
      await db
        .selectFrom('item_categories')
        .select('category_id')
        .where('item_id', '=', item)
        .where('category_id', 'in', [gifts, wrapping])
        .execute(),
    ).toEqual([{ category_id: wrapping }])
  })

  test('a collection has these items in this order, and refuses unknown ones', async () => {
    const id = String(
      (
        await reviewer.ask('POST', '/operator/collections', {
          market: 'app',
          slug: 'picked',
          name: NAME,
          lead: { tr: 'Seçtik', en: '', ar: '' },
          active: true,
        })
      ).body.id,
    )
    const ids = await market.services.db
      .selectFrom('items')
      .select(['slug', 'id'])
      .where('slug', 'in', ['delivery-day', 'cookie-consent'])
      .execute()
    const [delivery, cookies] = ['delivery-day', 'cookie-consent'].map(
      (slug) => ids.find((one) => one.slug === slug)?.id,
    )
    const theme = await market.services.db
      .selectFrom('items')
      .select('id')
      .where('market', '=', 'theme')
      .executeTakeFirstOrThrow()
    const items = `/operator/collections/${id}/items`
    for (const other of ['itm_nobody_has_this', theme.id])
      expect(
        (await reviewer.ask('PUT', items, { items: [cookies, other] })).body,
        other,
      ).toMatchObject({ fields: { items: expect.any(String) as string } })
    expect((await finance.ask('PUT', items, { items: [] })).status).toBe(403)
    expect(
      (await reviewer.ask('PUT', items, { items: [delivery, cookies, delivery] })).status,
    ).toBe(200)
    expect((await reviewer.ask('GET', `/operator/collections/${id}`)).body).toMatchObject({
      missing: ['en', 'ar', 'de', 'es'],
      members: [{ slug: 'delivery-day' }, { slug: 'cookie-consent' }],
    })
    const atOnce = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        reviewer.ask('PUT', items, { items: n % 2 ? [delivery, cookies] : [cookies, delivery] }),
      ),
    )
    expect(atOnce.map(({ status }) => status)).toEqual(Array<number>(8).fill(200))
    await reviewer.ask('DELETE', `/operator/collections/${id}`)
    expect((await reviewer.ask('GET', `/operator/collections/${id}`)).status).toBe(404)
  })

  test('categories, collections, goals and banners stand in the order that operators give them, for visitors at once; an order of another list than the present one is refused', async () => {
    const { categories } = (await finance.ask('GET', '/operator/shelves')).body as {
      categories: { id: string; slug: string; market: string; tag: boolean }[]
    }
    const before = categories.filter((one) => one.market === 'app' && !one.tag)
    const after = before.toReversed()
    const ask = (who: ConsoleBrowser, ids: string[], list = 'categories') =>
      who.ask('PUT', '/operator/shelves/order', { market: 'app', list, ids })
    const ids = after.map(({ id }) => id)
    expect((await ask(finance, ids)).status).toBe(403)
    for (const wrong of [ids.slice(1), [...ids, ids[0]!], [...ids.slice(1), 'cat_unknown'], []])
      expect((await ask(reviewer, wrong)).body.code, wrong.join()).toBe('catalog.order_changed')
    expect((await ask(reviewer, ids)).status).toBe(200)
    const seen = (await owner.call('GET', '/app-store/category')).body.data as { slug: string }[]
    expect(seen.map(({ slug }) => slug)).toEqual(after.map(({ slug }) => slug))

    const made = await reviewer.ask('POST', '/operator/categories', {
      market: 'app',
      slug: 'stands-last',
      name: NAME,
      drawing: null,
    })
    const now = (await owner.call('GET', '/app-store/category')).body.data as { slug: string }[]
    expect(now.at(-1)?.slug).toBe('stands-last')
    await reviewer.ask('DELETE', `/operator/categories/${String(made.body.id)}`)

    for (const list of ['collections', 'goals', 'home_banners', 'list_banners'])
      expect((await ask(reviewer, ['unknown'], list)).body.code, list).toBe('catalog.order_changed')
    const { goals } = (await finance.ask('GET', '/operator/goals')).body as {
      goals: { id: string; market: string }[]
    }
    const turned = goals.filter((one) => one.market === 'app').toReversed()
    expect(
      (
        await ask(
          reviewer,
          turned.map(({ id }) => id),
          'goals',
        )
      ).status,
    ).toBe(200)
    const { goals: again } = (await finance.ask('GET', '/operator/goals')).body as {
      goals: { id: string; market: string }[]
    }
    expect(again.filter((one) => one.market === 'app').map(({ id }) => id)).toEqual(
      turned.map(({ id }) => id),
    )
    const lines = await market.services.db
      .selectFrom('audit_log')
      .select(['object_id', 'before', 'after'])
      .where('operation', '=', 'orderShelves')
      .orderBy('id')
      .execute()
    expect(lines).toMatchObject([
      {
        object_id: 'app categories',
        before: { order: before.map(({ slug }) => slug) },
        after: { order: after.map(({ slug }) => slug) },
      },
      { object_id: 'app goals' },
    ])
  })

  test('a banner is shown on its days only, and links out of the market only if allowed (S4.3)', async () => {
    const now = market.clock.now().getTime()
    const banner = {
      market: 'app',
      place: 'home',
      locale: null,
      platform_id: null,
      title: 'Kış',
      text: '',
      action: 'Bak',
      target: '/list',
      external: false,
      ground: '#0b737e',
      active: true,
      starts_at: new Date(now + 3_600_000).toISOString(),
      ends_at: new Date(now + 7_200_000).toISOString(),
    }
    for (const [target, external] of [
      ['https://evil.example/x', false],
      ['//evil.example', false],
      ['/list', true],
      ['javascript:alert(1)', true],
    ] as const) {
      expect(
        (await reviewer.ask('POST', '/operator/banners', { ...banner, target, external })).body,
        target,
      ).toMatchObject({ fields: { target: expect.any(String) as string } })
    }
    expect(
      (await reviewer.ask('POST', '/operator/banners', { ...banner, ends_at: banner.starts_at }))
        .body,
    ).toMatchObject({ fields: { ends_at: expect.any(String) as string } })
    const id = String((await reviewer.ask('POST', '/operator/banners', banner)).body.id)
    const hangs = async () =>
      ((await owner.call('GET', '/app-store/banner')).body.data as { id: string }[]).some(
        (one) => one.id === id,
      )
    expect(await hangs()).toBe(false)
    await reviewer.ask('PUT', `/operator/banners/${id}`, { ...banner, starts_at: null })
    expect(await hangs()).toBe(true)
    await reviewer.ask('DELETE', `/operator/banners/${id}`)
    expect(await hangs()).toBe(false)
  })
})
