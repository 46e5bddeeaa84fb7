import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn } from '#test/support/owner.ts'
import {
  prepareRandomMarket,
  randomItem,
  writeRandomItem,
  type RandomItem,
} from '#test/support/random-market.ts'
import { FORMS } from '#test/support/word-forms.ts'
import { versionOrder } from './packages/manifest.ts'
import { writePackage } from './packages/write-package.ts'
import { publishRelease } from './publish-release.ts'
import { listMarketCurrencies } from '#modules/currencies/data.ts'
import { pricingIn } from '#modules/currencies/pricing.ts'
import { search } from './search.ts'
import { nearest } from './spelling.ts'
import { MARKET_SHELF } from './shelves.ts'
import { readCards } from './cards.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
  await prepareRandomMarket(market.services.db)
})
afterAll(() => market.stop())

const listed = (n: number, facts: Partial<RandomItem> = {}): RandomItem => ({
  ...(fc.sample(randomItem(n), { numRuns: 1, seed: n })[0] as RandomItem),
  market: 'app',
  status: 'published',
  release: null,
  ...facts,
})
const find = async (q: string, query: Record<string, string> = {}) =>
  (await call(market, 'GET', '/market/app/list', { query: { q, ...query } })).body as {
    data: { slug: string; name: string }[]
    meta: {
      total: number
      total_is_at_least: boolean
      corrected: string | null
      widened: boolean
      near: string[]
    }
  }

describe('search (D24)', () => {
  test.each([
    ['the Turkish name, without its marks', 'teslimat gunu'],
    ['in capitals', 'TESLİMAT GÜNÜ'],
    ['the English name', 'delivery day'],
    ['the Arabic name, with another ta', 'يوم التوصىل'],
    ['the beginning of a word', 'teslim'],
  ])('finds an item by %s', async (_, q) => {
    expect((await find(q)).data.map((one) => one.slug)).toContain('delivery-day')
  })

  test('finds by developer and category, and by the text of release notes', async () => {
    expect((await find('Arasta')).meta.total).toBeGreaterThanOrEqual(3)
    expect((await find('teslimat')).data.map((one) => one.slug)).toContain('delivery-day')
  })

  test.each(FORMS)('%s finds %s, in any word form', async (asked, said) => {
    const id = 330 + FORMS.findIndex((pair) => pair[0] === asked && pair[1] === said)
    await writeRandomItem(market.services.db, listed(id, { words: [said] }))
    const { data } = await find(asked, { per_page: '100' })
    expect(data.map((one) => one.slug)).toContain(`itm-r${id}`)
    await market.services.db.deleteFrom('items').where('id', '=', `itm_r${id}`).execute()
  })

  test('says that other word forms were searched, and skips them when the exact words find enough', async () => {
    await writeRandomItem(market.services.db, listed(380, { words: ['tezgah'] }))
    expect((await find('tezgahlarda')).meta).toMatchObject({
      total: 1,
      widened: true,
      corrected: null,
    })
    expect((await find('tezgah')).meta).toMatchObject({ total: 1, widened: false })
  })

  test('that finds nothing suggests similar words', async () => {
    expect((await find('teslmatgn zzz')).meta).toMatchObject({
      total: 0,
      near: expect.arrayContaining(['teslimat']),
    })
  })

  test('ranks items with the words in their name before those that mention them', async () => {
    const { data } = await find('cookie')
    expect(data[0]?.slug).toBe('cookie-consent')
  })

  test('corrects a typo, and the response says to which word', async () => {
    const { data, meta } = await find('cokie consnet')
    expect(data.map((one) => one.slug)).toContain('cookie-consent')
    expect(meta.corrected).toBe('cookie consent')
    expect((await find('cookie consent')).meta.corrected).toBeNull()
  })

  test.each([
    ['revew', ['revel', 'review'], [1, 90], 'review'],
    ['consnet', ['consent', 'console'], [3, 200], 'consent'],
    ['kart', ['kargo'], [9], 'kart'],
    ['galri', ['galeri'], [0], 'galri'],
  ])(
    'corrects %s, of %j, to the nearest word, of two equally near to the more frequent, and to none that no item has',
    (word, candidates, items, chosen) => {
      expect(
        nearest(
          word,
          candidates.map((candidate, n) => ({ word: candidate, items: items[n] ?? 0 })),
        ),
      ).toBe(chosen)
    },
  )

  test('finds nothing for unknown words, and treats search operators as text', async () => {
    for (const q of ['qqqwwwzzz', "' & | ! :* <->", '"; drop table items; --', '%_%', '\u202e']) {
      const { status, body } = await call(market, 'GET', '/market/app/list', { query: { q } })
      expect(status, q).toBe(200)
      if (q !== '"; drop table items; --') expect(body.data, q).toEqual([])
    }
  })

  test('stops counting for very frequent words, and still shows the best items in order', async () => {
    const { db } = market.services
    for (let n = 1; n <= 12; n += 1)
      await writeRandomItem(
        db,
        listed(n, { words: ['ortak'], installs: n * 100, rating: null, day: 1 }),
      )
    const page = {
      shelf: MARKET_SHELF.app,
      filter: { price: undefined, band: 0, traits: 0 },
      sort: 'installs_desc' as const,
      pricing: pricingIn(await listMarketCurrencies(db), 'TRY'),
      limit: 3,
      offset: 0,
    }
    const [exact, capped] = await Promise.all([
      search(market.services, { locale: 'tr', market: 'app', q: 'ortak' }, page),
      search(market.services, { locale: 'tr', market: 'app', q: 'ortak' }, { ...page, cap: 5 }),
    ])
    expect(exact).toMatchObject({ matches: 12, capped: false })
    expect(capped).toMatchObject({ matches: 6, capped: true })
    const cards = await readCards(db, capped.revisions)
    expect(cards.map((card) => card?.install_count)).toEqual([1200, 1100, 1000])
    expect(capped.revisions).toEqual(exact.revisions)
  })
})

describe('database cost of a page', () => {
  const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await work()
    const texts = query.mock.calls.map(([given]) =>
      typeof given === 'string' ? given : ((given as { text?: string }).text ?? ''),
    )
    query.mockRestore()
    // Jobs go on beside it.
    return texts.filter(
      (text) =>
        /item|shelf|platforms|categories|releases|banners|collections/.test(text) &&
        !/pgboss/.test(text),
    )
  }
  // In a test nothing is remembered, so the platform's row (for its prices, too) and the market's
  // shelves are read as well: three more than in the product. For an item the market's bundles, too.
  test.each([
    ['a list', '/market/app/list', {}, 1],
    [
      'a list with every filter',
      '/market/app/list',
      { category: 'trust', price: 'free', sort: 'newest' },
      1,
    ],
    ['a search', '/market/app/list', { q: 'teslimat', only_typed: '1' }, 1],
    ['a search for what means the same', '/market/app/list', { q: 'teslimat' }, 3],
    ['a search with a typo', '/market/app/list', { q: 'teslmat' }, 3],
    [
      'an item with its releases and neighbours',
      '/app-store/app/detail',
      { slug: 'delivery-day', includes: 'releases,related' },
      4,
    ],
    ['collections', '/app-store/collection', {}, 1],
  ])('%s runs at most three statements with a warm cache', async (_, path, query, most) => {
    const { status } = await call(market, 'GET', path, { query })
    expect(status).toBe(200)
    const statements = await statementsOf(() => call(market, 'GET', path, { query }))
    expect(statements.length).toBeLessThanOrEqual(most + 3)
    expect(statements.length).toBeGreaterThan(0)
  })

  test('a card is read once for each of its contents, and a change shows at once', async () => {
    const { db } = market.services
    const name = async () => {
      const { body } = await call(market, 'GET', '/market/app/list', { query: { q: 'teslimat' } })
      return (body.data as { slug: string; name: string }[]).find(
        (one) => one.slug === 'delivery-day',
      )?.name
    }
    const cardReads = async () =>
      (await statementsOf(name)).filter((text) => text.includes('select revision, card')).length
    const before = await name()
    expect(await cardReads()).toBe(0)
    const rename = (to: string) =>
      sql`update item_texts set name = ${to} where item_id = (select id from items where slug = 'delivery-day') and locale = 'tr'`.execute(
        db,
      )
    await rename('Teslimat Saati')
    expect(await name()).toBe('Teslimat Saati')
    await rename(before!)
    expect(await cardReads()).toBe(0)
    expect(await name()).toBe(before)
  })
})

describe('an item that is only listed (D9)', () => {
  const wanted = 'itm_r300'
  beforeAll(async () => {
    await writeRandomItem(
      market.services.db,
      listed(300, { price: { minor: 0, currency: 'TRY', kind: 'free', others: {} } }),
    )
  })

  test('is shown as not installable yet, and can be neither bought nor installed', async () => {
    const owner = await signIn(market)
    const { body } = await call(market, 'GET', '/app-store/app/detail', { query: { id: wanted } })
    expect(body.data).toMatchObject({
      installable: false,
      version: null,
      package_size: null,
    })
    expect(await owner.call('POST', `/checkout/${body.data.slug}/app`, { body: {} })).toMatchObject(
      { status: 422, body: { code: 'catalog.not_installable' } },
    )
    expect(await owner.call('GET', `/app-store/app/${wanted}/installation`)).toMatchObject({
      status: 422,
      body: { code: 'catalog.not_installable' },
    })
    expect(
      (await owner.call('GET', `/app-store/app/${wanted}/order/check`)).body.data,
    ).toMatchObject({ may_install: false })
  })

  test('is saved for later once or repeatedly until it is removed (D9)', async () => {
    const owner = await signIn(market)
    const { slug } = (await call(market, 'GET', '/app-store/app/detail', { query: { id: wanted } }))
      .body.data
    const list = async () => (await owner.call('GET', '/saved-items')).body.data
    for (let n = 0; n < 2; n += 1)
      expect((await owner.call('PUT', `/saved-items/${slug}`)).body.data).toEqual({ saved: true })
    expect(await list()).toMatchObject([{ slug, item: { id: wanted, installable: false } }])
    expect((await owner.call('GET', '/installed-items')).body.saved).toEqual([slug])
    expect((await owner.call('DELETE', `/saved-items/${slug}`)).body.data).toEqual({ saved: false })
    expect(await list()).toEqual([])
    expect((await owner.call('PUT', '/saved-items/there-is-no-such-item')).status).toBe(404)
  })

  test('with a recurring or usage price is never sold, and never free', async () => {
    const owner = await signIn(market)
    const { db } = market.services
    for (const kind of ['recurring', 'usage'] as const) {
      const n = kind === 'usage' ? 302 : 301
      await writeRandomItem(
        db,
        listed(n, {
          price: { minor: kind === 'usage' ? 0 : 799, currency: 'USD', kind, others: {} },
        }),
      )
      const { data } = (
        await call(market, 'GET', '/app-store/app/detail', { query: { id: `itm_r${n}` } })
      ).body
      expect(data.plans).toMatchObject([{ kind, buyable: false }])
      expect(await owner.call('POST', `/checkout/${data.slug}/app`, { body: {} })).toMatchObject({
        status: 422,
        body: { code: 'checkout.plan_not_for_sale' },
      })
      expect(
        (
          await call(market, 'GET', '/market/app/list', {
            query: { price: 'free', per_page: '100' },
          })
        ).body.data.map((one: { id: string }) => one.id),
      ).not.toContain(`itm_r${n}`)
    }
  })
})

test('a listed version gets its package once, and installable items sort before listed ones (D9)', async () => {
  const { services } = market
  await writeRandomItem(services.db, listed(320))
  await services.db
    .updateTable('items')
    .set({ prefix: 'listed-app' })
    .where('id', '=', 'itm_r320')
    .execute()
  for (const version of ['1.0.0', '2.0.0']) {
    await services.db
      .insertInto('releases')
      .values({
        id: `rel_r${version}`,
        item_id: 'itm_r320',
        version,
        notes: '{}',
        status: 'published',
        version_order: versionOrder(version),
      })
      .execute()
  }
  await services.db
    .updateTable('items')
    .set({ latest_release_id: 'rel_r2.0.0' })
    .where('id', '=', 'itm_r320')
    .execute()
  const detail = async () =>
    (
      await call(market, 'GET', '/app-store/app/detail', {
        query: { id: 'itm_r320', includes: 'releases' },
      })
    ).body.data
  expect(await detail()).toMatchObject({ version: '2.0.0', installable: false })

  const name = { tr: 'Listeli', en: 'Listed', ar: 'مدرج' }
  const zipOf = (summary: string) =>
    writePackage([
      {
        path: 'arasta.app.json',
        bytes: Buffer.from(
          JSON.stringify({
            format: 1,
            kind: 'app',
            prefix: 'listed-app',
            version: '1.0.0',
            name: { ...name, en: summary },
            permissions: [],
            compatibility: { platforms: { 1: '*' } },
          }),
        ),
      },
    ])
  const publish = async (zip: Buffer) =>
    publishRelease(services, {
      itemId: 'itm_r320',
      version: '1.0.0',
      notes: { en: 'With a package.' },
      publishedAt: new Date(0),
      zip,
    })
  expect(await publish(await zipOf('Listed'))).toBe('rel_r1.0.0')
  expect(await detail()).toMatchObject({
    version: '1.0.0',
    installable: true,
    releases: [
      { version: '2.0.0' },
      { version: '1.0.0', published_at: '1970-01-01T00:00:00.000Z' },
    ],
  })
  await expect(publish(await zipOf('Other'))).rejects.toThrow('exists with other bytes')
})

test('S3.4 an item has its price, currency, in_app_purchase, slug, id and prefix, in lists and alone', async () => {
  const facts = {
    price: 249.9,
    currency: 'TRY',
    in_app_purchase: 0,
    slug: 'delivery-day',
    id: expect.stringMatching(/^itm_/),
    prefix: expect.stringMatching(/^[a-z0-9_-]+$/),
  }
  const one = (
    await call(market, 'GET', '/app-store/app/detail', { query: { slug: 'delivery-day' } })
  ).body.data
  expect(one).toMatchObject(facts)
  expect(
    (await find('teslimat gunu')).data.find(({ slug }) => slug === 'delivery-day'),
  ).toMatchObject({ ...facts, id: one.id, prefix: one.prefix })
})

test('an item that was taken off the market says so with the reason', async () => {
  const { db } = market.services
  await writeRandomItem(db, listed(310))
  await db
    .updateTable('items')
    .set({ status: 'unpublished', unpublished_reason: 'Asked for more than it said' })
    .where('id', '=', 'itm_r310')
    .execute()
  const { status, body } = await call(market, 'GET', '/app-store/app/detail', {
    query: { id: 'itm_r310' },
    headers: { 'accept-language': 'en' },
  })
  expect(status).toBe(410)
  expect(body).toMatchObject({
    code: 'catalog.item_delisted',
    message: expect.stringContaining('was taken off the market') as string,
    description: 'Asked for more than it said',
  })
})

describe('collections and banners (S7.3, S7.26, D19)', () => {
  test('a collection has its items in the chosen order, without unpublished ones', async () => {
    const before = (await call(market, 'GET', '/app-store/collection')).body.data[0]
    expect(before.items.length).toBeGreaterThan(1)
    const [first, second] = before.items as { id: string }[]
    await market.services.db
      .updateTable('items')
      .set({ status: 'draft' })
      .where('id', '=', first?.id ?? '')
      .execute()
    expect((await call(market, 'GET', '/app-store/collection')).body.data[0].items[0].id).toBe(
      second?.id,
    )
    await market.services.db
      .updateTable('items')
      .set({ status: 'published' })
      .where('id', '=', first?.id ?? '')
      .execute()
  })

  test('a banner appears in its language, on its platform, on its days', async () => {
    const now = market.clock.now().getTime()
    const row = (id: string, facts: object) => ({
      id,
      market: 'theme',
      place: 'list',
      title: id,
      action: 'Go',
      target: '/list',
      position: 0,
      ...facts,
    })
    await market.services.db
      .insertInto('banners')
      .values([
        row('ban_all', {}),
        row('ban_en', { locale: 'en' }),
        row('ban_over', { ends_at: new Date(now - 1000) }),
        row('ban_later', { starts_at: new Date(now + 60_000) }),
        row('ban_off', { is_active: false }),
      ])
      .execute()
    const seen = async (hl: string) =>
      (
        await call(market, 'GET', '/theme-store/banner', {
          query: { hl, place: 'list', is_active: '1' },
          site: 'theme',
        })
      ).body.data
        .map((one: { id: string }) => one.id)
        .filter((id: string) => !id.includes('demo'))
        .sort()
    expect(await seen('TR')).toEqual(['ban_all'])
    expect(await seen('EN')).toEqual(['ban_all', 'ban_en'])
    market.clock.moveSeconds(61)
    expect(await seen('TR')).toEqual(['ban_all', 'ban_later'])
  })

  test('a banner links into this market or to an absolute https URL only', async () => {
    const hang = (target: string, external: boolean) =>
      sql`insert into banners (id, market, place, title, action, target, external, position)
      values ('ban_x', 'app', 'home', 'x', 'x', ${target}, ${external}, 0)`.execute(
        market.services.db,
      )
    for (const target of [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'http://plain.example',
      'javascript:alert(1)',
      'list',
      'https:evil.example',
    ]) {
      for (const external of [true, false])
        await expect(hang(target, external), target).rejects.toThrow(/banners_target_check/)
    }
  })

  test('S4.3 a banner links to another host only with the permission for it', async () => {
    const outside = {
      id: 'ban_out',
      market: 'app',
      place: 'list',
      title: 'x',
      action: 'x',
      position: 0,
      target: 'https://docs.example/x',
    } as const
    await expect(
      market.services.db.insertInto('banners').values(outside).execute(),
    ).rejects.toThrow(/banners_target_check/)
    await market.services.db
      .insertInto('banners')
      .values({ ...outside, external: true })
      .execute()
    const { data } = (await call(market, 'GET', '/app-store/banner', { query: { place: 'list' } }))
      .body
    expect(data.find((one: { id: string }) => one.id === 'ban_out')).toMatchObject({
      target: outside.target,
      external: true,
    })
  })
})
