import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Key } from '../testing/signed-client.ts'
import { effect, packageOf, startTestShop } from '../testing/start-demo-shop.ts'
import type { TestShop } from '../testing/start-demo-shop.ts'

let shop: TestShop
let one: Key
let two: Key
const base = '/connector/v1'
const store1 = `${base}/stores/store-1`

beforeAll(async () => {
  shop = await startTestShop()
  one = await shop.keyOf('store-1')
  two = await shop.keyOf('store-2')
})
afterAll(() => shop.stop())

const state = async (store: 'store-1' | 'store-2' = 'store-1') =>
  (await shop.call({ path: `${base}/stores/${store}/state`, key: store === 'store-1' ? one : two }))
    .json as {
    revision: number
    packages: string[]
    users: unknown[]
    slots: Array<{ slot: string; base_sha256: string; sha256: string; layers: object[] }>
  }
const put = (id: string, body: unknown, key = one, where = store1) =>
  shop.call({ method: 'PUT', path: `${where}/effects/${id}`, key, body })
const remove = (id: string, key = one) =>
  shop.call({ method: 'DELETE', path: `${store1}/effects/${id}`, key })

describe('who may call', () => {
  test('a store token is traded for the credential with the platform client key, as often as it is asked for', async () => {
    const trade = () =>
      shop.call({
        method: 'POST',
        path: `${base}/credentials`,
        key: shop.client,
        body: { store_token: shop.shop.storeToken('store-1') },
      })
    const first = await trade()
    expect(first.status).toBe(200)
    expect(first.json).toEqual({ store_id: 'store-1', key_id: one.id, secret: one.secret })
    expect((await trade()).json).toEqual(first.json)
  })

  test('an unknown store token is 404 and a store key cannot trade tokens', async () => {
    const unknown = await shop.call({
      method: 'POST',
      path: `${base}/credentials`,
      key: shop.client,
      body: { store_token: 'nobody' },
    })
    expect([unknown.status, unknown.json.error]).toEqual([404, 'unknown_store_token'])
    const wrong = await shop.call({
      method: 'POST',
      path: `${base}/credentials`,
      key: one,
      body: { store_token: shop.shop.storeToken('store-1') },
    })
    expect(wrong.status).toBe(403)
  })

  test("another store's key, and the platform's own, do not open a store", async () => {
    for (const key of [two, shop.client]) {
      const answer = await shop.call({ path: `${store1}/state`, key })
      expect([answer.status, answer.json.error]).toEqual([403, 'other_store'])
    }
    expect((await put('eff_x', {}, two)).status).toBe(403)
  })

  test.each([
    ['a wrong secret', () => ({ key: { id: one.id, secret: 'guess' } })],
    ['an unknown key id', () => ({ key: { id: 'key_nobody', secret: one.secret } })],
    ['a time 301 seconds ago', () => ({ timestamp: shop.clock.now().getTime() / 1000 - 301 })],
    ['a time 301 seconds ahead', () => ({ timestamp: shop.clock.now().getTime() / 1000 + 301 })],
    ['a time that is no number', () => ({ timestamp: Number.NaN })],
    ['a short nonce', () => ({ nonce: 'abc' })],
    ['no signature', () => ({ headers: { 'arasta-signature': '' } })],
    ['a signature of another scheme', () => ({ headers: { 'arasta-signature': 'v2=AAAA' } })],
    ['a signature over another path', () => ({ headers: { 'arasta-timestamp': '1' } })],
  ])('a request with %s is refused', async (_, changes) => {
    const answer = await shop.call({ path: store1, key: one, ...changes() })
    expect([answer.status, answer.json.error]).toEqual([401, 'bad_signature'])
  })

  test('a nonce works once, also when two requests with it come together', async () => {
    const nonce = 'the-same-nonce-twice-over'
    const answers = await Promise.all(
      [1, 2, 3].map(() => shop.call({ path: store1, key: one, nonce })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401])
  })

  test('a nonce is remembered for as long as its timestamp is good', async () => {
    const timestamp = Math.floor(shop.clock.now().getTime() / 1000) + 290
    const sent = { path: store1, key: one, nonce: 'sent-from-a-fast-clock', timestamp }
    expect((await shop.call(sent)).status).toBe(200)
    shop.clock.moveSeconds(580)
    expect((await shop.call(sent)).status).toBe(401)
  })

  test('a changed body is refused, and so is one that is too large', async () => {
    const answer = await shop.call({
      method: 'PUT',
      path: `${store1}/effects/eff_1`,
      key: one,
      body: { a: 1 },
      headers: { 'arasta-nonce': 'some-other-nonce-here' },
    })
    expect(answer.status).toBe(401)
    expect((await put('eff_big', 'x'.repeat(1024 * 1024 + 1))).status).toBe(413)
  })
})

describe('what the market reads', () => {
  test('the store', async () => {
    const { json } = await shop.call({ path: `${base}/stores/store-2`, key: two })
    expect(json).toEqual({
      id: 'store-2',
      name: 'Second Demo Shop',
      domain: new URL(shop.at('store-2')).host,
      url: shop.at('store-2', ''),
      locale: 'en',
      currency: 'USD',
      is_os2: true,
      status: 'active',
      platform_version: '2.4.0',
      contact_email: 'owner@shop2.localhost',
      contact_name: 'Demo Owner 2',
      billing_details: expect.objectContaining({
        country: 'TR',
        tax_number: '1234567890',
      }) as object,
    })
  })

  test('languages and customer groups', async () => {
    const codes = async (path: string, key: Key) =>
      ((await shop.call({ path, key })).json.data as Array<{ code: string }>).map((row) => row.code)
    expect(await codes(`${base}/languages`, shop.client)).toEqual(['tr', 'en', 'ar', 'de', 'fr'])
    expect(await codes(`${base}/languages`, one)).toContain('fr')
    expect(await codes(`${store1}/languages`, one)).toEqual(['tr', 'en', 'ar'])
    expect(await codes(`${base}/stores/store-2/languages`, two)).toEqual(['en', 'ar'])
    expect(await codes(`${store1}/customer-groups`, one)).toEqual(['retail', 'wholesale', 'vip'])
  })

  test('every slot of the store, empty, with the hash of what it shows', async () => {
    const { slots } = await state('store-2')
    expect(slots.map((slot) => slot.slot)).toEqual(
      ['1', '2', '3', '4', '5', '1003', '1004', '1054', '100100', '100101', '100102']
        .map((code) => `placement:${code}`)
        .concat('theme'),
    )
    for (const slot of slots) expect(slot.sha256).toBe(slot.base_sha256)
    expect(slots[0]?.sha256).toBe(createHash('sha256').update('').digest('hex'))
  })
})

describe('packages', () => {
  test('a package is kept once, fetched once, and may be put again by any store', async () => {
    const made = shop.installer.offer(packageOf('twice', { 'a.js': '1' }), 'twice')
    const keep = (key: Key, store: string) =>
      shop.call({
        method: 'PUT',
        path: `${base}/stores/${store}/packages/${made.sha256}`,
        key,
        body: made.body,
      })
    const answers = await Promise.all([
      keep(one, 'store-1'),
      keep(one, 'store-1'),
      keep(two, 'store-2'),
    ])
    shop.installer.withdraw(made.sha256)
    for (const answer of [...answers, await keep(one, 'store-1')]) {
      expect([answer.status, answer.json]).toEqual([200, { sha256: made.sha256, files: 2 }])
    }
    expect(shop.installer.fetched.filter((url) => url.includes(made.sha256))).toHaveLength(1)
    expect((await state()).packages).toContain(made.sha256)
  })

  test.each([
    ['another hash', 422, 'bad_package', () => ({ sha256: 'f'.repeat(64) })],
    [
      'a signature of somebody else',
      422,
      'bad_package',
      () => ({ body: { signature: 'A'.repeat(86) } }),
    ],
    ['an unknown key', 422, 'bad_package', () => ({ body: { key_id: 'market-9' } })],
    ['a size that is too small', 422, 'bad_package', () => ({ body: { size: 10 } })],
    [
      'another version than its manifest',
      422,
      'bad_package',
      () => ({ body: { version: '9.9.9' } }),
    ],
    [
      'an address on another origin',
      422,
      'bad_package',
      () => ({ body: { url: 'http://169.254.169.254/latest/meta-data' } }),
    ],
    [
      'an address where nothing is',
      502,
      'package_unreachable',
      () => ({ body: { url: `${shop.installer.origin}/nothing.zip` } }),
    ],
    ['a body that is not the form', 400, 'bad_request', () => ({ body: { size: -1 } })],
  ])('a package with %s is refused', async (why, status, error, change) => {
    const made = shop.installer.offer(packageOf('refused', { 'why.txt': why }), 'refused')
    const changed: { sha256?: string; body?: object } = change()
    const answer = await shop.call({
      method: 'PUT',
      path: `${store1}/packages/${changed.sha256 ?? made.sha256}`,
      key: one,
      body: { ...made.body, ...changed.body },
    })
    expect([answer.status, answer.json.error]).toEqual([status, error])
    expect((await state()).packages).not.toContain(made.sha256)
  })
})

describe('effects', () => {
  test('the same effect again answers the same and changes nothing; another body is refused', async () => {
    const made = await shop.putPackage('store-1', 'again')
    const body = effect(made, 'tracking_code', 'placement:3', { html: '<i>again</i>' })
    const { revision } = await state()
    const answers = await Promise.all([
      put('eff_again', body),
      put('eff_again', body),
      put('eff_again', { ...body }),
    ])
    const layer = createHash('sha256').update('{"html":"<i>again</i>"}').digest('hex')
    for (const { status, json } of answers) {
      expect([status, json]).toEqual([
        200,
        {
          effect_id: 'eff_again',
          kind: 'tracking_code',
          slot: 'placement:3',
          sha256: layer,
          revision: revision + 1,
          place: expect.any(Number),
        },
      ])
    }
    expect((await state()).revision).toBe(revision + 1)
    const differs = await put('eff_again', { ...body, content: { html: '<i>other</i>' } })
    expect([differs.status, differs.json.error]).toEqual([409, 'effect_differs'])

    const slot = (await state()).slots.find((one) => one.slot === 'placement:3')
    expect(slot?.layers).toEqual([
      {
        effect_id: 'eff_again',
        kind: 'tracking_code',
        sha256: layer,
        place: expect.any(Number),
        item: { prefix: 'again', version: '1.0.0' },
      },
    ])
    expect(slot?.sha256).toBe(
      createHash('sha256')
        .update('<!--arasta:eff_again--><i>again</i><!--/arasta:eff_again-->')
        .digest('hex'),
    )

    expect((await remove('eff_again')).json).toEqual({ effect_id: 'eff_again', removed: true })
    expect((await remove('eff_again')).json).toEqual({ effect_id: 'eff_again', removed: false })
    expect((await state()).revision).toBe(revision + 2)
  })

  test('an effect with a package that the store does not have is refused', async () => {
    const elsewhere = await shop.putPackage('store-2', 'elsewhere')
    const answer = await put(
      'eff_missing',
      effect(elsewhere, 'tracking_code', 'placement:3', { html: '' }),
    )
    expect([answer.status, answer.json.error]).toEqual([409, 'package_missing'])
  })

  test.each([
    [
      'a placement that no page has',
      'tracking_code',
      'placement:7',
      { html: '' },
      422,
      'unsupported_slot',
    ],
    ['markup in the theme slot', 'design_block', 'theme', { html: '' }, 422, 'unsupported_slot'],
    [
      'a theme in a placement',
      'theme',
      'placement:3',
      { stylesheet: 'theme.css', settings: {} },
      422,
      'unsupported_slot',
    ],
    [
      'a user of another item',
      'web_service_user',
      'user:other',
      { name: 'x', scopes: [] },
      422,
      'unsupported_slot',
    ],
    [
      'a stylesheet that the package lacks',
      'theme',
      'theme',
      { stylesheet: 'none.css', settings: {} },
      422,
      'bad_effect',
    ],
    [
      'a scope that nobody knows',
      'web_service_user',
      'user:fits',
      { name: 'x', scopes: ['orders.burn'] },
      422,
      'bad_effect',
    ],
    [
      'content of another kind',
      'tracking_code',
      'placement:3',
      { stylesheet: 'theme.css' },
      400,
      'bad_request',
    ],
    ['an unknown kind', 'skin', 'theme', {}, 400, 'bad_request'],
  ])('%s is refused', async (_, kind, slot, content, status, error) => {
    const made = await shop.putPackage('store-1', 'fits', { 'theme.css': '' })
    const answer = await put('eff_refused', effect(made, kind, slot, content))
    expect([answer.status, answer.json.error]).toEqual([status, error])
  })

  test('a web-service user gets its secret once, writes notes with it, and loses it with the effect', async () => {
    const made = await shop.putPackage('store-1', 'notes')
    const body = effect(made, 'web_service_user', 'user:notes', {
      name: 'Notes',
      scopes: ['orders.note'],
    })
    const first = await put('eff_user', body)
    const secret = String(first.json.secret)
    expect(secret.length).toBeGreaterThan(30)
    expect((await put('eff_user', body)).json).not.toHaveProperty('secret')
    expect((await state()).users).toEqual([
      {
        effect_id: 'eff_user',
        name: 'Notes',
        scopes: ['orders.note'],
        rights: [{ scope: 'orders.note', calls: 0, last_used_at: null }],
      },
    ])

    const service = (path: string, method: string) =>
      shop.http.request(shop.at('panel', `/web-service/v1/stores/${path}`), {
        method,
        headers: { authorization: `Bearer ${secret}` },
        body: method === 'POST' ? '{"text":"by hand"}' : undefined,
      })
    expect((await service('store-1/orders/1/notes', 'POST')).status).toBe(404)
    expect((await service('store-1/orders', 'GET')).status).toBe(403)
    expect((await service('store-2/orders/1/notes', 'POST')).status).toBe(401)
    await remove('eff_user')
    expect((await service('store-1/orders/1/notes', 'POST')).status).toBe(401)
  })
})

test('a closed store answers its own data and nothing else', async () => {
  const closing = await startTestShop()
  const key = await closing.keyOf('store-1')
  closing.shop.setStoreOpen('store-1', false)
  const about = await closing.call({ path: store1, key })
  expect([about.status, about.json.status]).toEqual([200, 'closed'])
  for (const [method, path] of [
    ['GET', '/stores/store-1/state'],
    ['GET', '/stores/store-1/languages'],
    ['GET', '/stores/store-1/customer-groups'],
    ['GET', '/languages'],
    ['PUT', `/stores/store-1/packages/${'a'.repeat(64)}`],
    ['PUT', '/stores/store-1/effects/eff_1'],
    ['DELETE', '/stores/store-1/effects/eff_1'],
  ] as const) {
    const answer = await closing.call({
      method,
      path: base + path,
      key,
      body: method === 'PUT' ? {} : undefined,
    })
    expect([path, answer.status, answer.json.error]).toEqual([path, 410, 'store_closed'])
  }
  expect((await closing.browser().get(closing.at('store-1'))).status).toBe(503)
  closing.shop.setStoreOpen('store-1', true)
  expect((await closing.call({ path: `${store1}/state`, key })).status).toBe(200)
  await closing.stop()
})
