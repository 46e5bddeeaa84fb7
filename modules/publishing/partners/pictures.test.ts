import { existsSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#kernel/context.ts'
import { frameOf } from '#modules/catalog/pictures/encode-picture.ts'
import { readListing, writeListings } from '#modules/catalog/public.ts'
import { signInToConsole, type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import type { ListingAnswer } from './item-contract.ts'
import { readDraft } from './draft.ts'
import { listingChanges } from '../submissions/changes.ts'

let market: Marketplace
let owner: ConsoleBrowser
let stranger: ConsoleBrowser
let partner: string
let item: string
let green: Buffer

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  const admin = await firstOperator(market)
  partner = String(
    (await admin.ask('POST', '/operator/partners', { name: 'Ada', email: 'ada@example.com' })).body
      .id,
  )
  owner = await signInToConsole(market, 'ada@example.com')
  await admin.ask('POST', '/operator/partners', { name: 'Other', email: 'other@example.com' })
  stranger = await signInToConsole(market, 'other@example.com')
  item = String(
    (
      await owner.ask('POST', `/partners/${partner}/items`, {
        market: 'app',
        name: 'Countdown',
        slug: 'countdown',
        prefix: 'countdown',
      })
    ).body.id,
  )
  green = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#00aa00' } })
    .png()
    .toBuffer()
})
afterAll(() => market.stop())

const base = () => `/partners/${partner}/items/${item}`
const listing = async () =>
  (await owner.ask('GET', `${base()}/listing`)).body as unknown as ListingAnswer
/** The raw bytes, as the call takes them. */
async function send(bytes: Buffer, query: string, { browser = owner, type = 'image/png' } = {}) {
  const { console: origin } = market.origins
  const answer = await fetch(
    `${origin.replace('console.localhost', '127.0.0.1')}/api${base()}/pictures?${query}`,
    {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: {
        'accept-language': 'en',
        origin: origin,
        'content-type': type,
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    },
  )
  return {
    status: answer.status,
    body: (await answer.json()) as { code?: string; message?: string },
  }
}

describe('pictures of a listing', () => {
  test('the part that is kept stands in the middle unless somebody moves it, and never leaves the picture', () => {
    expect(frameOf(1600, 1200, 1.6, { x: 500, y: 500, size: 1000 })).toEqual({
      left: 0,
      top: 100,
      width: 1600,
      height: 1000,
    })
    expect(frameOf(1600, 1200, 1.6, { x: 1000, y: 1000, size: 800 })).toEqual({
      left: 320,
      top: 400,
      width: 1280,
      height: 800,
    })
    for (const [width, height] of [
      [1, 1],
      [3, 9000],
      [9000, 3],
    ] as const) {
      const frame = frameOf(width, height, 1.6, { x: 1000, y: 1000, size: 1000 })
      expect([frame.left + frame.width <= width, frame.top + frame.height <= height]).toEqual([
        true,
        true,
      ])
    }
  })

  test('are encoded anew in the forms that the storefront knows, and served as those only', async () => {
    expect((await send(green, 'place=cover_desktop')).status).toBe(200)
    expect((await send(green, 'place=icon&size=500')).status).toBe(200)
    const { content } = await listing()
    expect(content.pictures).toMatchObject([
      {
        role: 'cover',
        device: 'desktop',
        locale: null,
        width: 1280,
        height: 800,
        sources: [
          { type: 'image/avif', width: 640 },
          { type: 'image/avif', width: 1280 },
          { type: 'image/webp', width: 960 },
        ],
      },
    ])
    for (const { path } of content.pictures[0]!.sources)
      expect(existsSync(join(market.blobFolder, path.slice(1))), path).toBe(true)
    for (const origin of [market.origins.console, market.origins.app]) {
      const { host, port } = new URL(origin)
      const served = await new Promise<IncomingMessage>((resolve) =>
        get({ host: '127.0.0.1', port, path: content.icon, headers: { host } }, resolve),
      )
      served.resume()
      expect([
        served.statusCode,
        served.headers['content-type'],
        served.headers['content-security-policy'],
      ]).toEqual([200, 'image/webp', expect.stringContaining('sandbox')])
    }
  })

  test('that are hostile are refused with words: scripts in SVG, two things in one file, another type, too large, too small, broken', async () => {
    const svg = Buffer.from(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    )
    const jpeg = await sharp(green).jpeg().toBuffer()
    const bomb = await sharp({
      create: { width: 12_001, height: 10, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer()
    const tries: [string, Buffer][] = [
      ['svg', svg],
      ['mixed', Buffer.concat([green, Buffer.from('PK\x03\x04 and a zip')])],
      ['mixed', Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])],
      ['unreadable', Buffer.from('%PDF-1.7')],
      ['unreadable', Buffer.from('MZ\x90')],
      ['unreadable', Buffer.from('GIF89a=1;alert(1)')],
      ['large', bomb],
      ['small', await sharp(green).resize(1279).png().toBuffer()],
      ['unreadable', Buffer.concat([jpeg.subarray(0, jpeg.length / 2)])],
    ]
    const before = await listing()
    for (const [why, bytes] of tries) {
      const { status, body } = await send(bytes, 'place=screenshot_desktop')
      expect([status, body.code, (body.message ?? '').length > 20], why).toEqual([
        422,
        `partners.picture_${why}`,
        true,
      ])
    }
    expect((await send(green, 'place=screenshot_desktop', { type: 'image/svg+xml' })).status).toBe(
      400,
    )
    expect((await send(Buffer.alloc(13 * 2 ** 20), 'place=screenshot_desktop')).status).toBe(413)
    expect((await send(green, 'place=screenshot_desktop', { browser: stranger })).status).toBe(404)
    expect(await listing()).toEqual(before)
  })

  test('are described in three languages, ordered by buttons, replaced and removed', async () => {
    const red = await sharp(green).tint('#ff0000').png().toBuffer()
    await send(green, 'place=screenshot_desktop')
    await send(red, 'place=screenshot_desktop')
    const shots = async () =>
      (await listing()).content.pictures.filter((one) => one.role === 'screenshot')
    const [first, second] = await shots()
    await owner.ask('POST', `${base()}/pictures/${second!.id}/move`, { towards: 'earlier' })
    expect((await shots()).map((one) => [one.id, one.position])).toEqual([
      [second!.id, 0],
      [first!.id, 1],
    ])
    expect((await listing()).missing.map((one) => one.rule)).toContain('pictures.alt_missing')
    const { revision } = await listing()
    const alt = {
      tr: 'Sepetin yanında geri sayım',
      en: 'A countdown beside the cart',
      ar: 'عدّاد تنازلي بجانب السلة',
    }
    expect(
      (await owner.ask('PUT', `${base()}/pictures/${first!.id}`, { revision, alt })).status,
    ).toBe(200)
    expect(
      (await owner.ask('PUT', `${base()}/pictures/${first!.id}`, { revision, alt })).body.code,
    ).toBe('partners.draft_changed')
    expect((await shots())[1]?.alt).toEqual(alt)
    await owner.ask('DELETE', `${base()}/pictures/${second!.id}`)
    expect((await shots()).map((one) => one.id)).toEqual([first!.id])
    expect((await owner.ask('DELETE', `${base()}/pictures/${second!.id}`)).status).toBe(404)
    await send(red, 'place=cover_desktop')
    expect((await listing()).content.pictures.filter((one) => one.role === 'cover')).toHaveLength(1)
  })
})

describe('plans and coupons', () => {
  const plan = (more: object = {}) => ({
    kind: 'one_time',
    period: null,
    amount_minor: 24_990,
    name: { tr: '', en: '', ar: '' },
    features: { tr: '', en: 'All of it\n', ar: '' },
    ...more,
  })
  const write = (revision: number, ...plans: object[]) =>
    owner.ask('PUT', `${base()}/listing/plans`, { revision, currency: 'TRY', plans })

  test("S9.5 a plan costs what its kind allows, in minor units, and the lowest is the item's price", async () => {
    const { revision } = await listing()
    const refused = await write(
      revision,
      plan({ amount_minor: 0 }),
      plan({ kind: 'free', amount_minor: 1 }),
      plan({ kind: 'recurring' }),
      plan({ period: 'month' }),
    )
    expect(Object.keys(refused.body.fields as object)).toEqual([
      'plans.0.amount_minor',
      'plans.1.amount_minor',
      'plans.2.period',
      'plans.3.period',
    ])
    expect(
      (
        await write(
          revision,
          plan(),
          plan({ kind: 'recurring', period: 'year', amount_minor: 9_900 }),
        )
      ).status,
    ).toBe(200)
    const draft = await readDraft(market.services, item)
    expect(draft?.listing).toMatchObject({
      price: { kind: 'recurring', amountMinor: 9_900, currency: 'TRY', period: 'year' },
      plans: [{ amountMinor: 24_990, features: { en: ['All of it'] } }, { period: 'year' }],
    })
  })

  test('D27 a plan has prices in other currencies of the market, unless it costs nothing', async () => {
    const { revision, currencies } = await listing()
    expect(currencies).toEqual(['TRY', 'EUR', 'SAR', 'USD'])
    const refused = await write(
      revision,
      plan({ prices: { GBP: 100 } }),
      plan({ prices: { USD: 0 } }),
    )
    expect(Object.keys(refused.body.fields as object)).toEqual(['plans.1.prices.USD'])
    expect((await write(revision, plan({ prices: { GBP: 100 } }))).body.fields).toEqual({
      'plans.0.prices.GBP': 'The market does not use GBP',
    })
    const free = plan({ kind: 'free', amount_minor: 0, prices: { USD: 590 } })
    expect((await write(revision, free)).body.fields).toHaveProperty(['plans.0.prices.USD'])
    const written = await write(revision, plan({ prices: { USD: 590, EUR: 550, TRY: 1 } }))
    expect(written.status).toBe(200)
    const draft = await readDraft(market.services, item)
    expect(draft?.listing.plans).toMatchObject([
      { currency: 'TRY', prices: { EUR: 550, USD: 590 } },
    ])
    await inTransaction(market.services, (trx) => writeListings(trx, [draft!.listing]))
    const read = await readListing(market.services.db, item)
    expect(read?.plans).toMatchObject([{ amountMinor: 24_990, prices: { EUR: 550, USD: 590 } }])
  })

  const meter = (more: object = {}) => ({
    key: 'notifications',
    name: { tr: 'bildirim' },
    included: 5_000,
    tiers: [{ up_to: null, price_minor: 2, per: 1 }],
    ...more,
  })
  const monthly = (more: object = {}) => plan({ kind: 'recurring', period: 'month', ...more })

  test('a recurring or usage plan has a trial, what use costs and a cap; other plans have none', async () => {
    const { revision } = await listing()
    const terms = {
      trial_days: 14,
      trial_needs_card: true,
      meters: [meter()],
      cap_minor: 10_000,
    }
    expect((await write(revision, monthly(terms), plan(terms))).status).toBe(200)
    const draft = await readDraft(market.services, item)
    const [recurring, once] = draft?.listing.plans ?? []
    expect(recurring).toMatchObject({
      trialDays: 14,
      trialNeedsCard: true,
      meters: [
        {
          key: 'notifications',
          name: { tr: 'bildirim' },
          included: 5_000,
          tiers: [{ upTo: null, priceMinor: 2, per: 1 }],
        },
      ],
      capMinor: 10_000,
    })
    expect(once).toMatchObject({ trialDays: 0, trialNeedsCard: false, meters: [], capMinor: null })
    await inTransaction(market.services, (trx) => writeListings(trx, [draft!.listing]))
    expect((await readListing(market.services.db, item))?.plans).toEqual(draft?.listing.plans)
    expect(listingChanges(await readListing(market.services.db, item), draft!.listing)).toEqual([])
    const cheaper = structuredClone(draft!.listing)
    cheaper.plans[0]!.meters[0]!.tiers[0]!.priceMinor = 1
    expect(listingChanges(draft!.listing, cheaper)).toEqual([
      { place: 'plans.0.meters.0.tiers.0.priceMinor', before: '2', after: '1' },
    ])
  })

  test('a trial or meter that cannot be is refused at its field, in words', async () => {
    const { revision } = await listing()
    const wrong = async (...plans: object[]) =>
      (await write(revision, ...plans)).body.fields as Record<string, string>
    const priced = (...tiers: [number | null, number][]) =>
      monthly({
        meters: [
          meter({ tiers: tiers.map(([up_to, price_minor]) => ({ up_to, price_minor, per: 1 })) }),
        ],
      })
    expect(Object.keys(await wrong(monthly({ trial_days: 91 })))).toEqual(['plans.0.trial_days'])
    expect(await wrong(monthly({ meters: [meter({ key: 'Not a key' })] }))).toEqual({
      'plans.0.meters.0.key': expect.stringContaining('small Latin letters') as string,
    })
    expect(Object.keys(await wrong(priced([null, 0])))).toEqual([
      'plans.0.meters.0.tiers.0.price_minor',
    ])
    expect(
      await wrong(
        plan({ kind: 'usage', amount_minor: 0 }),
        priced([100, 2], [100, 1], [null, 1]),
        priced([100, 2], [200, 1]),
        monthly({ meters: [meter({ name: { en: 'notifications' } })] }),
        monthly({ meters: [meter(), meter()] }),
      ),
    ).toEqual({
      'plans.0.meters.0.key': 'A plan that is paid by use needs what is counted',
      'plans.1.meters.0.tiers.1.up_to': 'Must reach further than the step before',
      'plans.2.meters.0.tiers.1.up_to':
        'Leave it empty in the last step: it holds for all that is left',
      'plans.3.meters.0.name.tr': expect.any(String) as string,
      'plans.4.meters.1.key': 'The plan has this key already',
    })
  })

  test("S3.3 a coupon is for the partner's own item only, is never written over another one, and ends", async () => {
    const terms = {
      code: 'Hoş geldin 10',
      kind: 'percent',
      percent: 10,
      amount_minor: null,
      until: null,
      total_limit: 5,
      store_limit: 1,
      first_purchase: false,
    }
    const make = (more: object = {}, browser = owner) =>
      browser.ask('POST', `${base()}/coupons`, { ...terms, ...more })
    const made = await make()
    expect(made.body).toMatchObject({ code: 'HOSGELDIN10' })
    expect(
      await market.services.db
        .selectFrom('coupons')
        .select(['item_id', 'partner_id', 'percent_bp'])
        .where('id', '=', String(made.body.id))
        .executeTakeFirst(),
    ).toEqual({ item_id: item, partner_id: partner, percent_bp: 1_000 })
    expect((await make({ percent: 50 })).body.fields).toEqual({ code: 'This code is in use' })
    expect([
      (await make({ code: '', percent: 101 })).status,
      (await make({ code: '', until: '2001-01-01' })).status,
      (await make({}, stranger)).status,
    ]).toEqual([400, 400, 404])
    expect(String((await make({ code: '' })).body.code)).toMatch(/^[A-Z0-9]{16}$/)
    expect((await owner.ask('DELETE', `${base()}/coupons/${String(made.body.id)}`)).status).toBe(
      200,
    )
    const { coupons } = (await owner.ask('GET', `${base()}/coupons`)).body as {
      coupons: { code: string; active: boolean }[]
    }
    expect(coupons.find((one) => one.code === 'HOSGELDIN10')?.active).toBe(false)
  })
})
