import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeListings } from '#modules/catalog/write-listings.ts'
import { readListing } from '#modules/catalog/public.ts'
import { findBundleForSale } from '#modules/catalog/bundles.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'

let market: Marketplace
let reviewer: ConsoleBrowser
let finance: ConsoleBrowser

interface Sold {
  item: string
  slug: string
  plan: string
}

beforeAll(async () => {
  market = await startMarketplace()
  const admin = await firstOperator(market)
  for (const role of ['finance', 'reviewer'])
    await admin.ask('POST', '/operator/invitations', { email: `${role}@example.com`, role })
  finance = await signInToConsole(market, 'finance@example.com')
  reviewer = await signInToConsole(market, 'reviewer@example.com')
})
afterAll(() => market.stop())

/** Published items of the demo with a plan of this kind. */
const itemsWith = (kind: 'one_time' | 'recurring', of: 'app' | 'theme' = 'app'): Promise<Sold[]> =>
  market.services.db
    .selectFrom('plans')
    .innerJoin('items', 'items.id', 'plans.item_id')
    .select(['items.id as item', 'items.slug', 'plans.id as plan'])
    .where('plans.kind', '=', kind)
    .where('plans.sold_to', '=', 'everybody')
    .where('items.market', '=', of)
    .where('items.status', '=', 'published')
    .distinctOn('items.slug')
    .orderBy('items.slug')
    .limit(4)
    .execute()

const pair = ({ item, plan }: Sold) => ({ item, plan })

const draft = async (slug: string, facts: object = {}) =>
  String(
    (
      await reviewer.ask('POST', '/operator/bundles', {
        market: 'app',
        slug,
        name: { tr: 'Açılış seti', en: 'Opening set' },
        lead: {},
        percent_off: 20,
        ...facts,
      })
    ).body.id,
  )

const setItems = (id: string, items: readonly Sold[]) =>
  reviewer.ask('PUT', `/operator/bundles/${id}/items`, { items: items.map(pair) })

const publish = (id: string) => reviewer.ask('POST', `/operator/bundles/${id}/publish`, {})

const forSale = (slug: string, place: { platformId: number; market: 'app' | 'theme' }) =>
  findBundleForSale(market.services.db, slug, { ...place, clock: market.clock })

const HERE = { platformId: 1, market: 'app' } as const

interface Detail {
  items: { id: string; sold: boolean; plan: { price: number }; price_in_bundle: number | null }[]
  sum: { price: number; price_in_bundle: number; saved: number }
}

describe('bundles (decision 0067)', () => {
  test('an operator finds items, sees what a store pays for each in the bundle and publishes it; each step is audited', async () => {
    const id = await draft('opening-set')
    const [first, second] = await itemsWith('one_time')
    const found = await reviewer.ask('GET', `/operator/bundles/${id}/candidates?q=${first!.slug}`)
    expect(found.body.items).toEqual([
      expect.objectContaining({
        id: first!.item,
        plans: expect.arrayContaining([expect.objectContaining({ id: first!.plan })]) as unknown,
      }),
    ])
    expect((await publish(id)).body.code).toBe('catalog.bundle_small')
    expect((await setItems(id, [second!, first!])).status).toBe(200)
    const { items, sum } = (await reviewer.ask('GET', `/operator/bundles/${id}`))
      .body as unknown as Detail
    expect(items.map((one) => one.id)).toEqual([second!.item, first!.item])
    const cents = (amount: number | null) => Math.round((amount ?? 0) * 100)
    expect(items.reduce((all, one) => all + cents(one.plan.price), 0)).toBe(cents(sum.price))
    expect(items.reduce((all, one) => all + cents(one.price_in_bundle), 0)).toBe(
      cents(sum.price_in_bundle),
    )
    expect(cents(sum.saved)).toBe(cents(sum.price) - cents(sum.price_in_bundle))
    expect(
      (await reviewer.ask('GET', `/operator/bundles/${id}/candidates?q=${first!.slug}`)).body.items,
    ).toEqual([])
    expect((await publish(id)).status).toBe(200)
    const shown = (
      await (
        await signIn(market)
      ).call('GET', '/app-store/bundle/detail', { query: { slug: 'opening-set' } })
    ).body.data as unknown as Pick<Detail, 'items'> & Detail['sum']
    expect(sum).toEqual({
      price: shown.price,
      price_in_bundle: shown.price_in_bundle,
      saved: shown.saved,
    })
    expect(items.map((one) => one.price_in_bundle)).toEqual(
      shown.items.map((one) => one.price_in_bundle),
    )
    expect((await reviewer.ask('DELETE', `/operator/bundles/${id}`)).body.code).toBe(
      'catalog.bundle_public',
    )
    const lines = await market.services.db
      .selectFrom('audit_log')
      .select(['operation', 'after'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
    expect(lines).toMatchObject([
      { operation: 'createBundle', after: { slug: 'opening-set', percent_off: 20 } },
      { operation: 'setBundleItems', after: { members: [second!.slug, first!.slug] } },
      { operation: 'publishBundle', after: { state: 'published' } },
    ])
  })

  test('one is offered on its days only: in lists, alone and at checkout', async () => {
    const [first, second] = await itemsWith('one_time')
    const now = market.clock.now().getTime()
    const days = {
      starts_at: new Date(now + 3_600_000).toISOString(),
      ends_at: new Date(now + 7_200_000).toISOString(),
    }
    const facts = { name: { tr: 'Günlük' }, lead: {}, percent_off: 20 }
    expect(
      (
        await reviewer.ask('POST', '/operator/bundles', {
          market: 'app',
          slug: 'some-days',
          ...facts,
          starts_at: days.ends_at,
          ends_at: days.starts_at,
        })
      ).body,
    ).toMatchObject({ fields: { ends_at: expect.any(String) as string } })
    const id = await draft('some-days', days)
    await setItems(id, [first!, second!])
    await publish(id)
    const owner = await signIn(market)
    const offered = async () => {
      const { showing } = (await finance.ask('GET', `/operator/bundles/${id}`)).body
      const all = (await owner.call('GET', '/app-store/bundle')).body.data as { slug: string }[]
      return {
        showing,
        listed: all.some(({ slug }) => slug === 'some-days'),
        detail: (
          await owner.call('GET', '/app-store/bundle/detail', { query: { slug: 'some-days' } })
        ).status,
        sold: (await forSale('some-days', HERE)) !== null,
      }
    }
    const NOT = { listed: false, detail: 404, sold: false }
    expect(await offered()).toEqual({ ...NOT, showing: 'scheduled' })
    market.clock.moveSeconds(3_600)
    expect(await offered()).toEqual({ showing: 'live', listed: true, detail: 200, sold: true })
    market.clock.moveSeconds(3_600)
    expect(await offered()).toEqual({ ...NOT, showing: 'ended' })
    await reviewer.ask('PUT', `/operator/bundles/${id}`, facts)
    expect(await offered()).toEqual({ showing: 'live', listed: true, detail: 200, sold: true })
    await reviewer.ask('POST', `/operator/bundles/${id}/withdraw`, {})
  })

  test('one is begun from a collection: with its items that can be in a bundle, each with its first such plan', async () => {
    const sold = await itemsWith('one_time')
    const [subscription] = await itemsWith('recurring')
    const facts = { name: { tr: 'Başlangıç' }, lead: {}, active: true }
    const { id } = (
      await reviewer.ask('POST', '/operator/collections', {
        market: 'app',
        slug: 'begin',
        ...facts,
      })
    ).body as { id: string }
    expect(
      (
        await reviewer.ask('PUT', `/operator/collections/${id}/items`, {
          items: [sold[2]!, subscription!, sold[0]!].map(({ item }) => item),
        })
      ).status,
    ).toBe(200)
    const itemsOf = async (bundle: string) =>
      ((await reviewer.ask('GET', `/operator/bundles/${bundle}`)).body as unknown as Detail).items
    const begun = await itemsOf(await draft('from-collection', { collection: id }))
    expect(begun.map((one) => one.id)).toEqual([sold[2]!.item, sold[0]!.item])
    expect(begun.every((one) => one.sold)).toBe(true)
    // Nothing of another market.
    expect(await itemsOf(await draft('other-market', { collection: id, market: 'theme' }))).toEqual(
      [],
    )
  })

  test('the list shows it to every operator; only those who tend the catalogue change it', async () => {
    const id = await draft('seen-by-all', { name: { tr: 'Herkese', en: '', ar: '' } })
    const { bundles } = (await finance.ask('GET', '/operator/bundles')).body as {
      bundles: { id: string }[]
    }
    expect(bundles.find((one) => one.id === id)).toMatchObject({
      id,
      slug: 'seen-by-all',
      state: 'draft',
      items: 0,
      missing: ['en', 'ar', 'de', 'es'],
    })
    expect((await finance.ask('DELETE', `/operator/bundles/${id}`)).status).toBe(403)
    expect((await reviewer.ask('DELETE', `/operator/bundles/${id}`)).status).toBe(200)
    expect((await reviewer.ask('GET', `/operator/bundles/${id}`)).status).toBe(404)
  })

  test('a slug is taken once, a name is needed, and the discount is 1 to 90 per cent', async () => {
    const body = {
      market: 'app',
      slug: 'only-once',
      name: { tr: 'Bir kez' },
      lead: {},
      percent_off: 90,
    }
    const ask = async (facts: object) =>
      (await reviewer.ask('POST', '/operator/bundles', { ...body, ...facts })).body
    await ask({})
    expect(await ask({ market: 'theme' })).toMatchObject({ code: 'backoffice.slug_taken' })
    for (const [field, facts] of [
      ['name.tr', { slug: 'no-name', name: { en: 'Only English' } }],
      ['percent_off', { slug: 'no-discount', percent_off: 0 }],
      ['percent_off', { slug: 'all-free', percent_off: 91 }],
      ['percent_off', { slug: 'half', percent_off: 12.5 }],
      ['slug', { slug: 'Not A Slug' }],
    ] as const)
      expect(await ask(facts), field).toMatchObject({
        fields: { [field]: expect.any(String) as string },
      })
  })

  test('it takes no subscription, no item of the other market, none twice and none with the plan of another', async () => {
    const id = await draft('refused-items')
    const [one, two] = await itemsWith('one_time')
    const [subscription] = await itemsWith('recurring')
    const [theme] = await itemsWith('one_time', 'theme')
    for (const items of [
      [one!, subscription!],
      [one!, theme!],
      [one!, one!],
      [one!, { ...two!, plan: one!.plan }],
      [one!, { ...two!, plan: 'pln_none' }],
    ])
      expect((await setItems(id, items)).body).toMatchObject({
        fields: { items: expect.any(String) as string },
      })
    await expect(
      market.services.db
        .insertInto('bundle_items')
        .values({
          bundle_id: id,
          position: 1,
          item_id: subscription!.item,
          plan_id: subscription!.plan,
        })
        .execute(),
    ).rejects.toThrow('cannot be in bundle')
  })

  test('stores are offered it while it is published, in its market, with the items sold on their platform', async () => {
    const { db } = market.services
    const id = await draft('for-sale', { percent_off: 15 })
    const items = (await itemsWith('one_time')).slice(0, 3)
    await setItems(id, items)
    expect(await forSale('for-sale', HERE)).toBeNull()
    await publish(id)
    expect(await forSale('for-sale', HERE)).toEqual({
      id,
      slug: 'for-sale',
      names: { tr: 'Açılış seti', en: 'Opening set' },
      percentOff: 15,
      items: items.map(({ item, slug, plan }) => ({ itemId: item, slug, planId: plan })),
    })
    expect(await forSale('for-sale', { ...HERE, market: 'theme' })).toBeNull()
    expect(await forSale('for-sale', { ...HERE, platformId: 11 })).toBeNull()
    const [gone, ...left] = items
    const setStatus = (status: string, item: Sold) =>
      db.updateTable('items').set({ status }).where('id', '=', item.item).execute()
    await setStatus('unpublished', gone!)
    expect((await forSale('for-sale', HERE))?.items.map(({ slug }) => slug)).toEqual(
      left.map(({ slug }) => slug),
    )
    const shown = (await reviewer.ask('GET', `/operator/bundles/${id}`)).body as unknown as Detail
    expect(shown.items.map(({ sold, price_in_bundle: price }) => [sold, price !== null])).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ])
    await setStatus('unpublished', left[0]!)
    expect(await forSale('for-sale', HERE)).toBeNull()
    for (const item of items) await setStatus('published', item)
    await reviewer.ask('POST', `/operator/bundles/${id}/withdraw`, {})
    expect(await forSale('for-sale', HERE)).toBeNull()
  })

  test('a published bundle keeps two items, whoever writes it', async () => {
    const { db } = market.services
    const id = await draft('two-at-least')
    const [one, two] = await itemsWith('one_time')
    await setItems(id, [one!, two!])
    await publish(id)
    expect((await setItems(id, [one!])).body.code).toBe('catalog.bundle_small')
    await expect(
      db.deleteFrom('bundle_items').where('bundle_id', '=', id).execute(),
    ).rejects.toThrow('fewer than two items')
  })

  test('a plan that leaves its listing stays for the bundle and is sold to nobody', async () => {
    const { db } = market.services
    const id = await draft('lost-plan')
    const items = (await itemsWith('one_time')).slice(0, 3)
    await setItems(id, items)
    await publish(id)
    const [changed] = items
    const listing = await readListing(db, changed!.item)
    await writeListings(db, [{ ...listing!, plans: [] }])
    expect(
      await db
        .selectFrom('plans')
        .select('sold_to')
        .where('id', '=', changed!.plan)
        .executeTakeFirst(),
    ).toEqual({ sold_to: 'nobody' })
    expect((await forSale('lost-plan', HERE))?.items).toHaveLength(2)
    await writeListings(db, [listing!])
    expect((await forSale('lost-plan', HERE))?.items).toHaveLength(3)
  })
})
