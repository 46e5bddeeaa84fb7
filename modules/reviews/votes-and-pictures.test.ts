import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoreActor } from '#kernel/actor.ts'
import { firstOperator, type ConsoleBrowser } from '#test/support/console.ts'
import { idOf } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'
import { addStore, giveItem } from '#test/support/reviewers.ts'
import { storeDataOfReviews } from './public.ts'

let market: Marketplace
let admin: ConsoleBrowser
let owner: Owner
let other: Owner
let item: string
let photo: Buffer

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  owner = await signIn(market, 'store-1')
  other = await signIn(market, 'store-2')
  item = await idOf(owner, 'cookie-consent')
  for (const [who, externalId] of [
    [owner, 'store-1'],
    [other, 'store-2'],
  ] as const)
    await giveItem(market, { storeId: who.storeId, externalId } as StoreActor, item)
  photo = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#0b737e' } })
    .withExif({ IFD0: { Copyright: 'secret-place' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => market.stop())

const write = async (who: Owner, rating: number, text: string, hl = 'TR') =>
  (
    await who.call('POST', '/app-store/review', {
      body: { item_id: item, rating, text },
      query: { hl },
    })
  ).body.data.id as string
const list = async (query: Record<string, string> = {}, who?: Owner) =>
  (
    await (who
      ? who.call('GET', '/app-store/review', { query: { item_id: item, ...query } })
      : call(market, 'GET', '/app-store/review', { query: { item_id: item, ...query } }))
  ).body
const vote = (who: Owner, id: string, method = 'PUT') =>
  who.call(method, `/app-store/review/${id}/helpful`)

async function send(bytes: Buffer, { who = owner, type = 'image/jpeg' } = {}) {
  const answer = await fetch(
    `${market.origins.app.replace('apps.localhost', '127.0.0.1')}/api/app-store/review-pictures?item_id=${item}`,
    {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: {
        host: new URL(market.origins.app).host,
        'content-type': type,
        'apps-token': who.token,
        'store-token': who.storeToken,
      },
    },
  )
  return {
    status: answer.status,
    body: (await answer.json()) as { code?: string; data: { id: string } },
  }
}
const picture = async (id: string) =>
  fetch(
    `${market.origins.app.replace('apps.localhost', '127.0.0.1')}/api/app-store/review-pictures/${id}`,
    { headers: { host: new URL(market.origins.app).host } },
  )

describe('D14 helpful votes', () => {
  test('are one a store, not for an own review, and put a review before newer ones', async () => {
    const first = await write(owner, 4, 'Kurulum kolay.')
    market.clock.moveSeconds(60)
    const second = await write(other, 2, 'Too slow for us.', 'EN')
    expect((await list()).data.map((one: { id: string }) => one.id)).toEqual([second, first])
    expect((await vote(owner, first)).body.code).toBe('reviews.own_vote')
    expect((await call(market, 'PUT', `/app-store/review/${first}/helpful`)).status).toBe(401)
    for (let n = 0; n < 2; n += 1) expect((await vote(other, first)).status).toBe(200)
    const seen = await list({}, other)
    expect(seen.data).toMatchObject([
      { id: first, helpful: 1 },
      { id: second, helpful: 0 },
    ])
    expect([seen.meta.voted, (await list()).meta.voted]).toEqual([[first], []])
    for (let n = 0; n < 2; n += 1) expect((await vote(other, first, 'DELETE')).status).toBe(200)
    expect((await list()).data[1]).toMatchObject({ id: first, helpful: 0 })
    await vote(other, first)
    expect((await vote(other, 'rev_none')).status).toBe(404)
  })

  test('reviews are filtered by version and language, whose numbers are shown', async () => {
    const { meta } = await list()
    expect(meta.languages).toEqual([
      { language: 'en', count: 1 },
      { language: 'tr', count: 1 },
    ])
    const [{ version }] = meta.versions
    expect(meta.versions).toEqual([{ version, count: 2 }])
    const turkish = await list({ language: 'tr' })
    expect([turkish.meta.total, turkish.data.map((one: { text: string }) => one.text)]).toEqual([
      1,
      ['Kurulum kolay.'],
    ])
    expect((await list({ version, language: 'en', stars: '2' })).meta.total).toBe(1)
    expect((await list({ version: '0.0.1' })).data).toEqual([])
    expect((await list({ language: 'xx' })).code).toBe('input.invalid')
  })
})

describe('D14 pictures of a review', () => {
  let id: string

  test('wait for an operator and are seen by nobody before', async () => {
    const sent = await send(photo)
    expect(sent.status).toBe(200)
    id = sent.body.data.id
    expect((await picture(id)).status).toBe(404)
    expect((await list({}, owner)).meta.mine.pictures).toEqual([{ id, waits: true }])
    expect(JSON.stringify((await list()).data)).not.toContain(id)
    const { pictures } = (await admin.ask('GET', '/operator/review-pictures')).body
    expect(pictures).toMatchObject([{ id, store: owner.domain }])
    expect((await admin.ask('PUT', `/operator/review-pictures/${id}/shown`)).status).toBe(200)
    expect((await list()).data[0].pictures).toEqual([{ id, width: 1280, height: 640 }])
  })

  test('are encoded again, so that nothing but pixels remains', async () => {
    const answer = await picture(id)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const facts = await sharp(bytes).metadata()
    expect([facts.format, facts.width, facts.exif, facts.xmp, facts.icc]).toEqual([
      'webp',
      1280,
      undefined,
      undefined,
      undefined,
    ])
    expect(photo.includes('secret-place')).toBe(true)
    expect(bytes.includes('secret-place')).toBe(false)
  })

  test('are refused when they are no picture, too large, of a store without a review, or more than three', async () => {
    expect((await send(Buffer.from('<svg xmlns="x"/>'))).body.code).toBe('partners.picture_svg')
    expect((await send(Buffer.from('no picture'))).body.code).toBe('partners.picture_unreadable')
    expect((await send(photo, { type: 'text/html' })).status).toBe(400)
    expect((await send(Buffer.alloc(9 * 1024 * 1024))).status).toBe(413)
    for (let n = 0; n < 2; n += 1) expect((await send(photo)).status).toBe(200)
    expect((await send(photo)).body.code).toBe('reviews.pictures_many')
    const stranger = await idOf(owner, 'video')
    const path = `/app-store/review-pictures?item_id=${stranger}`
    expect((await call(market, 'POST', path)).status).toBe(401)
  })

  test('are removed by their store alone, or deleted by an operator', async () => {
    const mine = (await list({}, owner)).meta.mine.pictures as { id: string }[]
    const removed = `/app-store/review-pictures/${mine[1]?.id}`
    expect((await other.call('DELETE', removed)).body.data).toEqual({ removed: false })
    expect((await owner.call('DELETE', removed)).body.data).toEqual({ removed: true })
    expect((await admin.ask('DELETE', `/operator/review-pictures/${mine[2]?.id}`)).status).toBe(200)
    expect((await list({}, owner)).meta.mine.pictures).toEqual([{ id, waits: false }])
  })

  test('D23 go with the votes when the store is erased', async () => {
    const { db } = market.services
    const third = await addStore(market, 'third')
    const erase = (storeId: string) =>
      db
        .transaction()
        .execute((trx) =>
          storeDataOfReviews.erase(trx, storeId, market.clock.now(), market.services.jobs),
        )
    await erase(owner.storeId)
    expect(await db.selectFrom('review_pictures').select('id').execute()).toEqual([])
    expect((await picture(id)).status).toBe(404)
    await erase(other.storeId)
    await erase(third.storeId)
    expect(await db.selectFrom('review_votes').select('store_id').execute()).toEqual([])
    expect(await db.selectFrom('reviews').select('helpful').distinct().execute()).toEqual([
      { helpful: 0 },
    ])
  })
})
