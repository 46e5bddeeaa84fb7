import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeListings } from '#modules/catalog/write-listings.ts'
import { signInToConsole, type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import type { ListingAnswer } from './item-contract.ts'
import { slugFor, slugState } from './items.ts'
import { readDraft } from './draft.ts'

let market: Marketplace
let owner: ConsoleBrowser
let developer: ConsoleBrowser
let stranger: ConsoleBrowser
let partner: string
let other: string

beforeAll(async () => {
  market = await startMarketplace()
  const admin = await firstOperator(market)
  partner = (
    await market.services.db
      .selectFrom('partners')
      .innerJoin('items', 'items.partner_id', 'partners.id')
      .select('partners.id')
      .executeTakeFirstOrThrow()
  ).id
  await admin.ask('POST', `/operator/partners/${partner}/invitations`, {
    email: 'owner@example.com',
  })
  owner = await signInToConsole(market, 'owner@example.com')
  await owner.ask('POST', `/partners/${partner}/invitations`, {
    email: 'dev@example.com',
    role: 'developer',
  })
  developer = await signInToConsole(market, 'dev@example.com')
  other = String(
    (await admin.ask('POST', '/operator/partners', { name: 'Other', email: 'other@example.com' }))
      .body.id,
  )
  stranger = await signInToConsole(market, 'other@example.com')
})
afterAll(() => market.stop())

const words = (more: object = {}) => ({
  revision: 0,
  name: 'Kargo Sayacı',
  tagline: 'Sepetin yanında kargo geri sayımı',
  description: 'Bir.\n\nİki.\n \nÜç.',
  features: 'Hızlı\n\n Hafif ',
  touches: [],
  leaves_alone: [],
  support: [],
  ...more,
})
const create = async (slug: string, browser = owner, of = partner) =>
  String(
    (
      await browser.ask('POST', `/partners/${of}/items`, {
        market: 'app',
        name: 'Kargo Sayacı',
        slug,
        prefix: slug,
      })
    ).body.id,
  )
const listingOf = async (item: string) =>
  (await owner.ask('GET', `/partners/${partner}/items/${item}/listing`))
    .body as unknown as ListingAnswer
const say = (browser: ConsoleBrowser, item: string, locale: string, more: object = {}) =>
  browser.ask('PUT', `/partners/${partner}/items/${item}/listing/words/${locale}`, words(more))

describe('a new item', () => {
  test('gets an address that is free: a taken one gets a number, reserved words are refused (D3)', async () => {
    expect(slugFor('Işıl’ın Çay Bahçesi')).toBe('isilin-cay-bahcesi')
    expect([
      slugFor('متجر'),
      slugState('checkout', new Set()),
      slugState('a--b', new Set()),
    ]).toEqual(['', 'reserved', 'malformed'])
    const ask = async (query: string) =>
      (await owner.ask('GET', `/partners/${partner}/item-names?${query}`)).body
    expect(await ask('name=Carousel')).toEqual({
      slug: { text: 'carousel-2', state: 'free' },
      prefix: { text: 'carousel-2', state: 'free' },
    })
    expect(await ask('name=x&slug=carousel&prefix=2x')).toEqual({
      slug: { text: 'carousel', state: 'taken' },
      prefix: { text: '2x', state: 'malformed' },
    })
    const refused = await owner.ask('POST', `/partners/${partner}/items`, {
      market: 'app',
      name: 'Carousel',
      slug: 'carousel',
      prefix: 'Carousel',
    })
    expect(refused.body).toMatchObject({
      code: 'input.invalid',
      fields: {
        slug: 'This address is taken',
        prefix: expect.stringContaining('letter') as string,
      },
    })
  })

  test('is a draft that no visitor finds, and stands in the audit log', async () => {
    const id = await create('kargo-sayaci')
    expect(
      (
        await fetch(
          `${market.origins.app.replace('apps.localhost', '127.0.0.1')}/api/app-store/detail?slug=kargo-sayaci`,
        )
      ).status,
    ).toBe(404)
    expect((await owner.ask('GET', `/partners/${partner}/items/${id}`)).body).toMatchObject({
      slug: 'kargo-sayaci',
      status: 'draft',
      role: 'owner',
      differs: true,
    })
    const line = await market.services.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({
      operation: 'createItem',
      kind: 'item',
      partner_id: partner,
      before: null,
      after: { slug: 'kargo-sayaci', status: 'draft' },
    })
  })
})

describe('the draft of a listing', () => {
  test('says what is missing and where, and how much of each language is there', async () => {
    const id = await create('olcu')
    const empty = await listingOf(id)
    expect(empty.measures).toEqual({
      tr: { done: 0, of: 4 },
      en: { done: 0, of: 4 },
      de: { done: 0, of: 4 },
      es: { done: 0, of: 4 },
      ar: { done: 0, of: 4 },
    })
    await say(owner, id, 'tr', {
      description: 'Bir.\n\nİki.',
      touches: [{ title: 'Sepet', text: 'Bir satır ekler' }],
    })
    const { measures, missing, content } = await listingOf(id)
    expect(measures).toEqual({
      tr: { done: 5, of: 5 },
      en: { done: 0, of: 5 },
      de: { done: 0, of: 5 },
      es: { done: 0, of: 5 },
      ar: { done: 0, of: 5 },
    })
    expect(content.texts).toEqual([
      {
        locale: 'tr',
        name: 'Kargo Sayacı',
        tagline: 'Sepetin yanında kargo geri sayımı',
        description: ['Bir.', 'İki.'],
        features: ['Hızlı', 'Hafif'],
      },
    ])
    // Only the market's default language is needed, but one that is begun must be complete.
    expect(missing.filter((one) => one.part === 'en')).toEqual([])
    await say(owner, id, 'en', {
      revision: 1,
      tagline: '',
      description: '',
      features: '',
      touches: [{ title: '', text: '' }],
    })
    const begun = (await listingOf(id)).missing.filter((one) => one.part === 'en')
    expect(begun.map((one) => one.field)).toEqual([
      'tagline',
      'description',
      'features',
      'touches-0',
    ])
    expect(missing.map((one) => one.rule)).toEqual(
      expect.arrayContaining([
        'listing.category',
        'listing.plan',
        'listing.icon',
        'listing.support_link',
        'pictures.cover_missing',
        'licence.named',
      ]),
    )
  })

  test('of a published item changes nothing that stores see until it is approved', async () => {
    const { db } = market.services
    const { id } = await db
      .selectFrom('items')
      .select('id')
      .where('slug', '=', 'carousel')
      .executeTakeFirstOrThrow()
    const seen = async () =>
      db
        .selectFrom('item_texts')
        .selectAll()
        .where('item_id', '=', id)
        .where('locale', '=', 'en')
        .executeTakeFirstOrThrow()
    const before = await seen()
    const { content, revision } = await listingOf(id)
    const said = content.texts.find((one) => one.locale === 'en')!
    const rows = content.facts.touches.map((row) => ({
      title: row.title.en ?? '',
      text: row.text.en ?? '',
    }))
    const alone = content.facts.leaves_alone.map((row) => ({
      title: row.title.en ?? '',
      text: row.text.en ?? '',
    }))
    const support = content.facts.support.map((row) => ({
      title: row.heading.en ?? '',
      text: row.paragraphs.en?.join('\n\n') ?? '',
    }))
    // The demo's facts and pictures are in Turkish, English and Arabic, its texts in two more.
    const missing = (await readDraft(market.services, id))?.missing ?? []
    const languages = missing.map(({ part, finding }) => finding.params.locale ?? part)
    expect(languages.filter((one) => one !== 'de' && one !== 'es')).toEqual([])
    expect((await owner.ask('GET', `/partners/${partner}/items/${id}`)).body).toMatchObject({
      differs: false,
      missing: missing.length,
    })
    expect(
      (
        await say(owner, id, 'en', {
          ...said,
          revision,
          description: said.description.join('\n\n'),
          features: said.features.join('\n'),
          touches: rows,
          leaves_alone: alone,
          support,
          tagline: 'A better one',
        })
      ).status,
    ).toBe(200)
    expect(await seen()).toEqual(before)
    const draft = await readDraft(market.services, id)
    expect([
      draft?.revision,
      draft?.missing,
      draft?.listing.texts.find((one) => one.locale === 'en')?.tagline,
      draft?.listing.facts,
    ]).toEqual([1, missing, 'A better one', draft?.listed.facts])
    await db.transaction().execute((trx) => writeListings(trx, [draft!.listing]))
    expect((await seen()).tagline).toBe('A better one')
    expect((await owner.ask('GET', `/partners/${partner}/items/${id}`)).body).toMatchObject({
      differs: false,
    })
  })

  test('tells the second of two who write the same page; who writes another language is not disturbed', async () => {
    const id = await create('iki-kisi')
    expect((await say(owner, id, 'tr')).body).toEqual({ revision: 1 })
    const late = await say(developer, id, 'tr', { tagline: 'Benimki' })
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      'partners.draft_changed',
      expect.stringMatching(/^owner has changed this page/),
    ])
    expect((await listingOf(id)).content.texts[0]?.tagline).toBe(
      'Sepetin yanında kargo geri sayımı',
    )
    expect((await say(developer, id, 'en', { name: 'Countdown' })).body).toEqual({ revision: 2 })
    expect((await say(developer, id, 'tr', { revision: 2, tagline: 'Benimki' })).status).toBe(200)
    // A row of the facts stands at one place in all languages.
    expect(
      (await say(owner, id, 'tr', { revision: 3, touches: [{ title: 'Sepet', text: 'Satır' }] }))
        .status,
    ).toBe(200)
    expect((await say(developer, id, 'ar', { revision: 3, name: 'عدّاد' })).status).toBe(409)
    const both = await Promise.all([
      say(owner, id, 'ar', { revision: 4 }),
      say(developer, id, 'ar', { revision: 4 }),
    ])
    expect(both.map((one) => one.status).toSorted()).toEqual([200, 409])
  })

  test('keeps links, categories and credits only in their form', async () => {
    const id = await create('baglar')
    const [category] = (await listingOf(id)).categories
    const about = (more: object) =>
      owner.ask('PUT', `/partners/${partner}/items/${id}/listing/about`, {
        revision: 0,
        category_ids: [category?.id],
        in_app_purchase: false,
        links: { support: 'https://example.com/help', contact: '', document: '', live_preview: '' },
        ground: '#0B737E',
        swatches: [],
        credits: [
          { package: 'own', version: '1', author: 'Ada', licence: 'MIT', source: '' },
          { package: '', version: '', author: '', licence: '', source: '' },
        ],
        ...more,
      })
    expect(
      (
        await about({
          links: {
            support: 'javascript:alert(1)',
            contact: 'http://example.com',
            document: 'https://x',
            live_preview: '',
          },
        })
      ).body.fields,
    ).toEqual({
      'links.support': expect.any(String) as string,
      'links.contact': expect.any(String) as string,
      'links.document': expect.any(String) as string,
    })
    expect((await about({ category_ids: ['cat_none'] })).status).toBe(400)
    expect((await about({})).status).toBe(200)
    expect((await listingOf(id)).content).toMatchObject({
      categoryIds: [category?.id],
      ground: '#0b737e',
      links: { support: 'https://example.com/help' },
      credits: [{ author: 'Ada' }],
    })
  })
})

test('no partner sees or changes an item of another, by whatever path', async () => {
  const id = await create('benim')
  const tries = [
    await stranger.ask('GET', `/partners/${partner}/items/${id}`),
    await stranger.ask('GET', `/partners/${other}/items/${id}`),
    await stranger.ask('GET', `/partners/${other}/items/${id}/listing`),
    await stranger.ask('PUT', `/partners/${other}/items/${id}/listing/words/tr`, words()),
    await stranger.ask('PUT', `/partners/${other}/items/${id}/listing/about`, {
      revision: 0,
      category_ids: [],
      in_app_purchase: false,
      links: { support: '', contact: '', document: '', live_preview: '' },
      ground: '',
      swatches: [],
      credits: [],
    }),
  ]
  expect(tries.map((one) => one.status)).toEqual([404, 404, 404, 404, 404])
})
