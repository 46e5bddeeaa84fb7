import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { processDisconnect } from '#modules/installs/public.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, type Answer } from '#test/support/owner.ts'
import { approve, publishRibbon, startConnecting } from '#test/support/wordpress-owner.ts'
import {
  startWordPressDouble,
  type SiteSettings,
  type WordPressDouble,
} from '#test/support/wordpress-double.ts'
import { QUESTION_SECONDS } from './claim-data.ts'

let market: Marketplace
let wp: WordPressDouble
beforeAll(async () => {
  wp = await startWordPressDouble()
  market = await startMarketplace({
    catalogue: false,
    settings: { PLATFORM_ID: '2', STORE_ORIGINS: wp.origin },
  })
})
afterAll(async () => {
  await market.stop()
  await wp.stop()
})
beforeEach(async () => {
  await wp.set(wp.fine)
  await market.services.db.deleteFrom('limits').execute()
})

const begin = (address = `${wp.origin}/shop?x=1`) => startConnecting(market, address)
async function connect() {
  const browser = await begin()
  const { body } = await browser.call('POST', '/answer', await approve(browser))
  const { token, store_id: storeId } = body.session as { token: string; store_id: string }
  return {
    browser,
    storeId,
    token,
    call: (method: string, path: string, given?: object) =>
      call(market, method, path, {
        headers: { 'apps-token': token },
        ...(given && { body: given }),
      }),
  }
}
const failureOf = async (answer: Promise<Answer>) => (await answer).body.data?.failure as string
const credentials = () =>
  market.services.db
    .selectFrom('store_credentials')
    .select(['store_id', 'secret_sealed'])
    .where('revoked_at', 'is', null)
    .execute()

test('D4 what stands in the way is said before anything is asked of the owner, and looked at again when they have mended it', async () => {
  const found = async (set: Partial<SiteSettings>) => {
    await wp.set({ ...wp.fine, ...set })
    const { claim } = await begin()
    return [claim.step, claim.failure]
  }
  expect(await found({})).toEqual(['approval', null])
  expect(await found({ plugin: null })).toEqual(['plugin', 'no_plugin'])
  expect(await found({ plugin: '1.0.0' })).toEqual(['plugin', 'old_plugin'])
  expect(await found({ passwords: false })).toEqual(['address', 'no_passwords'])
  expect(await found({ rest: false })).toEqual(['address', 'rest_off'])
  expect(await found({ home: 'https://victim.example' })).toEqual(['address', 'elsewhere'])
  expect(await found({ down: true })).toEqual(['address', 'unreachable'])
  await wp.set({ down: false, plugin: null })
  const browser = await begin()
  expect((await browser.call('POST', '/question', {})).body.code).toBe('wordpress.not_ready')
  await wp.set({ plugin: '1.3.0' })
  expect((await browser.call('POST', '/look')).body.data).toMatchObject({
    step: 'approval',
    failure: null,
    domain: wp.host,
  })
  const elsewhere = await startMarketplace({ catalogue: false })
  expect(
    (await call(elsewhere, 'POST', '/auth/wordpress', { body: { address: wp.origin } })).body.code,
  ).toBe('site.not_here')
  // Whoever asks may name another platform; what is not configured here is refused, and the site is
  // not asked.
  await wp.set({ ...wp.fine, down: true })
  for (const [platform, path] of [
    [2, '/auth/wordpress'],
    [7, '/auth/sites'],
  ] as const) {
    const answer = await call(elsewhere, 'POST', `${path}?platform_id=${platform}`, {
      body: { address: wp.origin, name: 'Ayşe', email: 'ayse@site.example' },
    })
    expect([answer.status, answer.body.code], path).toEqual([404, 'platform.not_found'])
  }
  expect(await elsewhere.services.db.selectFrom('wordpress_claims').select('id').execute()).toEqual(
    [],
  )
  await elsewhere.stop()
})

test('D6 the owner is signed in by the answer that their own browser waits for; the password is used once and given back, the keys are sealed', async () => {
  const { storeId, call: asOwner } = await connect()
  expect((await wp.look()).passwords).toEqual([])
  expect(await credentials()).toEqual([
    { store_id: storeId, secret_sealed: expect.stringMatching(/^[^.]+\.[\w-]+\.[\w-]+$/) },
  ])
  const { data } = (await asOwner('GET', '/domain/wordpress')).body
  expect(data).toMatchObject({
    domain: wp.host,
    failure: null,
    wordpress: '6.1.9',
    plugin: '1.3.0',
    woocommerce: false,
    places: [1, 2, 3],
    approved_by: 'admin',
  })
})

test("D5 D6 an answer counts once, within the hour, in the browser that asked, and only the last question's", async () => {
  const browser = await begin()
  const first = await approve(browser)
  const second = await approve(browser)
  expect(await failureOf(browser.call('POST', '/answer', first))).toBe('stale')
  const stranger = await begin()
  expect(await failureOf(stranger.call('POST', '/answer', second))).toBe('stale')
  expect(
    (
      await call(market, 'POST', '/auth/wordpress/answer', {
        headers: { 'claim-handle': 'x'.repeat(43) },
        body: second,
      })
    ).body.code,
  ).toBe('connect.over')
  const late = await approve(stranger)
  market.clock.moveSeconds(QUESTION_SECONDS + 1)
  expect(await failureOf(stranger.call('POST', '/answer', late))).toBe('stale')
  market.clock.moveSeconds(-QUESTION_SECONDS - 1)
  // Nobody has asked the site for anything with a password that did not count.
  expect((await wp.look()).calls.filter((one) => one === 'POST /arasta/v1/connection').length).toBe(
    1,
  )
  expect((await browser.call('POST', '/answer', second)).body.session.token).toEqual(
    expect.any(String),
  )
  expect((await browser.call('POST', '/answer', second)).body.code).toBe('connect.over')
  await wp.forgetPasswords()
})

test('D5 the session of another store ends only when that was said before WordPress was asked', async () => {
  const { token, storeId } = await connect()
  const browser = await begin()
  const silent = await approve(browser)
  expect((await browser.call('POST', '/answer', silent, token)).body.code).toBe(
    'connect.other_store',
  )
  expect((await browser.call('POST', '/question', {}, token)).body.code).toBe('connect.other_store')
  const said = await approve(browser, 'approve', { replaces: storeId, token })
  expect((await browser.call('POST', '/answer', said, token)).body.session.store_id).toBe(storeId)
  await wp.forgetPasswords()
})

test('D4 a no, a user who may not, a password that does not get through and a site of another market connect nothing, and each says so', async () => {
  const browser = await begin()
  const answered = async (set: Partial<SiteSettings>) => {
    const given = await approve(browser)
    await wp.set(set)
    const failure = await failureOf(browser.call('POST', '/answer', given))
    await wp.set(wp.fine)
    return failure
  }
  expect(await failureOf(browser.call('POST', '/answer', await approve(browser, 'reject')))).toBe(
    'rejected',
  )
  expect(await answered({ mayManage: false })).toBe('not_allowed')
  expect(await answered({ market: 'https://other.example' })).toBe('connected_elsewhere')
  expect(await answered({ plugin: null })).toBe('no_plugin')
  expect(await answered({ down: true })).toBe('unreachable')
  const given = await approve(browser)
  await wp.forgetPasswords()
  expect(await failureOf(browser.call('POST', '/answer', given))).toBe('bad_password')
  expect((await browser.call('GET', '')).body.data).toMatchObject({
    step: 'approval',
    failure: 'bad_password',
  })
})

test('INS-4 an address that another store has is not taken over; a site that was disconnected and has the plugin installed anew is a new store, which gets the purchases', async () => {
  const { storeId, call: asOwner } = await connect()
  await wp.set({ id: `wp-${'2'.repeat(20)}` })
  const other = await begin()
  expect(await failureOf(other.call('POST', '/answer', await approve(other)))).toBe('taken')
  expect((await asOwner('POST', '/domain/site/disconnect', { store: storeId })).status).toBe(200)
  expect((await asOwner('GET', '/domain/wordpress')).body.code).toBe('session.required')
  await processDisconnect(market.services, storeId)
  expect([(await wp.look()).calls.at(-1), await credentials()]).toEqual([
    expect.stringMatching(/^DELETE \/arasta\/v1\/connector\/stores\//),
    [],
  ])
  const { db } = market.services
  const again = await connect()
  expect(again.storeId).not.toBe(storeId)
  expect(
    await db
      .selectFrom('stores')
      .select(['status', 'former_store_id'])
      .where('id', '=', again.storeId)
      .executeTakeFirst(),
  ).toEqual({ status: 'active', former_store_id: storeId })
  await db
    .updateTable('stores')
    .set({ domain: 'original.example' })
    .where('id', '=', again.storeId)
    .execute()
  // The id alone makes nobody that store: the keys of this one were ended in WordPress.
  await wp.endConnection()
  const copy = await begin()
  expect(await failureOf(copy.call('POST', '/answer', await approve(copy)))).toBe('copy')
  await db
    .updateTable('stores')
    .set({ domain: 'gone.example', status: 'closed' })
    .where('id', '=', again.storeId)
    .execute()
  await db.deleteFrom('store_credentials').where('store_id', '=', again.storeId).execute()
})

test('D4 its health says what is wrong: ended in WordPress, plugin off or old, site away', async () => {
  const { call: asOwner } = await connect()
  const look = async (set: Partial<SiteSettings>) => {
    await wp.set({ ...wp.fine, ...set })
    const { failure, places } = (await asOwner('POST', '/domain/wordpress/look')).body.data
    return [failure, places.length]
  }
  expect(await look({})).toEqual([null, 3])
  // What was seen last stays to be seen.
  expect(await look({ plugin: null })).toEqual(['plugin_off', 3])
  expect(await look({ plugin: '1.0.0' })).toEqual(['old_plugin', 3])
  expect(await look({ plugin: '1.0.9' })).toEqual(['old_plugin', 3])
  expect(await look({ down: true })).toEqual(['unreachable', 3])
  await wp.endConnection()
  expect(await look({})).toEqual(['keys_gone', 3])
  // The way out is to connect it again: the same store, with other keys.
  const { storeId, call: again } = await connect()
  const { data } = (await again('GET', '/domain/wordpress')).body
  expect([data.failure, data.domain, (await credentials()).map((one) => one.store_id)]).toEqual([
    null,
    wp.host,
    [storeId],
  ])
})

test("D1 a paid app is not sent to the owner's own server for a preview before it is bought", async () => {
  const { db } = market.services
  const id = await publishRibbon(market)
  const { call: asOwner } = await connect()
  const preview = () => asOwner('POST', `/app-store/app/${id}/preview`, { on: 'own' })
  const previewsAsked = async () =>
    (await wp.look()).calls.filter((one: string) => one.includes('/previews')).length
  await db
    .updateTable('items')
    .set({ price_kind: 'one_time', price_minor: 99_900 })
    .where('id', '=', id)
    .execute()
  const before = await previewsAsked()
  expect((await preview()).body.code).toBe('installs.not_entitled')
  expect(await previewsAsked()).toBe(before)
  await db
    .updateTable('items')
    .set({ price_kind: 'free', price_minor: 0 })
    .where('id', '=', id)
    .execute()
  expect((await preview()).body.code).not.toBe('installs.not_entitled')
  expect(await previewsAsked()).toBeGreaterThan(before)
})
