import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { leaveSite } from '#contexts/installs/public.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, type Answer } from '#test/support/owner.ts'
import { startWordPressDouble, type WordPressDouble } from '#test/support/wordpress-double.ts'
import { QUESTION_SECONDS } from './claim-data.ts'

let market: Marketplace
let wp: WordPressDouble
let fine: WordPressDouble['site']
beforeAll(async () => {
  wp = await startWordPressDouble()
  fine = { ...wp.site }
  market = await startMarketplace({ catalogue: false, settings: { PLATFORM_ID: '2', STORE_ORIGINS: wp.origin } })
})
afterAll(async () => {
  await market.stop()
  await wp.stop()
})
beforeEach(async () => {
  Object.assign(wp.site, fine)
  await market.services.db.deleteFrom('limits').execute()
})

type Call = (method: string, path: string, body?: object, token?: string) => Promise<Answer>
interface Browser { claim: Answer['body']; call: Call }
/** One browser, with what it was given to keep. */
async function begin(address = `${wp.origin}/shop?x=1`): Promise<Browser> {
  const started = await call(market, 'POST', '/auth/wordpress', { body: { address } })
  const handle = String(started.body.handle)
  return { claim: started.body.data, call: (method, path, body, token) => call(market, method, `/auth/wordpress${path}`, { headers: { 'claim-handle': handle, ...(token && { 'apps-token': token }) }, ...(body && { body }) }) }
}
/** The owner is asked and says yes, or no; what stands in the address with which WordPress sends them back. */
async function approve(browser: Browser, answer: 'approve' | 'reject' = 'approve', { replaces, token }: { replaces?: string; token?: string } = {}) {
  const { url } = (await browser.call('POST', '/question', replaces ? { replaces } : {}, token)).body.data
  const back = await fetch(url.replace('wordpress.localhost', '127.0.0.1'), { method: 'POST', redirect: 'manual', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `${answer}=1` })
  const query = new URL(back.headers.get('location') ?? '').searchParams
  const [user, password] = [query.get('user_login'), query.get('password')]
  return { state: query.get('state') ?? '', ...(user && { user }), ...(password && { password }) }
}
async function connect() {
  const browser = await begin()
  const { body } = await browser.call('POST', '/answer', await approve(browser))
  const { token, store_id: storeId } = body.session as { token: string; store_id: string }
  return { browser, storeId, token, call: (method: string, path: string, given?: object) => call(market, method, path, { headers: { 'apps-token': token }, ...(given && { body: given }) }) }
}
const failureOf = async (answer: Promise<Answer>) => (await answer).body.data?.failure as string
const credentials = () => market.services.db.selectFrom('store_credentials').select(['store_id', 'secret_sealed']).where('revoked_at', 'is', null).execute()

test('D4 what stands in the way is said before anything is asked of the owner, and looked at again when they have mended it', async () => {
  const found = async (set: Partial<WordPressDouble['site']>) => {
    Object.assign(wp.site, fine, set)
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
  wp.site.down = false
  wp.site.plugin = null
  const browser = await begin()
  expect((await browser.call('POST', '/question', {})).body.code).toBe('wordpress.not_ready')
  wp.site.plugin = '1.2.0'
  expect((await browser.call('POST', '/look')).body.data).toMatchObject({ step: 'approval', failure: null, domain: wp.host })
  const elsewhere = await startMarketplace({ catalogue: false })
  expect((await call(elsewhere, 'POST', '/auth/wordpress', { body: { address: wp.origin } })).body.code).toBe('site.not_here')
  await elsewhere.stop()
})

test('D6 the owner is signed in by the answer that their own browser waits for; the password is used once and given back, the keys are sealed', async () => {
  const { storeId, call: asOwner } = await connect()
  expect(wp.passwords.size).toBe(0)
  expect(await credentials()).toEqual([{ store_id: storeId, secret_sealed: expect.stringMatching(/^[^.]+\.[\w-]+\.[\w-]+$/) }])
  const { data } = (await asOwner('GET', '/domain/wordpress')).body
  expect(data).toMatchObject({ domain: wp.host, failure: null, wordpress: '6.1.9', plugin: '1.1.0', woocommerce: false, places: [1, 2, 3], approved_by: 'admin' })
})

test('D5 D6 an answer counts once, within the hour, in the browser that asked, and only the last question\'s', async () => {
  const browser = await begin()
  const first = await approve(browser)
  const second = await approve(browser)
  expect(await failureOf(browser.call('POST', '/answer', first))).toBe('stale')
  const stranger = await begin()
  expect(await failureOf(stranger.call('POST', '/answer', second))).toBe('stale')
  expect((await call(market, 'POST', '/auth/wordpress/answer', { headers: { 'claim-handle': 'x'.repeat(43) }, body: second })).body.code).toBe('connect.over')
  const late = await approve(stranger)
  market.clock.moveSeconds(QUESTION_SECONDS + 1)
  expect(await failureOf(stranger.call('POST', '/answer', late))).toBe('stale')
  market.clock.moveSeconds(-QUESTION_SECONDS - 1)
  // Nobody has asked the site for anything with a password that did not count.
  expect(wp.calls.filter(one => one === 'POST /arasta/v1/connection').length).toBe(1)
  expect((await browser.call('POST', '/answer', second)).body.session.token).toEqual(expect.any(String))
  expect((await browser.call('POST', '/answer', second)).body.code).toBe('connect.over')
  wp.passwords.clear()
})

test('D5 the session of another store ends only when that was said before WordPress was asked', async () => {
  const { token, storeId } = await connect()
  const browser = await begin()
  const silent = await approve(browser)
  expect((await browser.call('POST', '/answer', silent, token)).body.code).toBe('connect.other_store')
  expect((await browser.call('POST', '/question', {}, token)).body.code).toBe('connect.other_store')
  const said = await approve(browser, 'approve', { replaces: storeId, token })
  expect((await browser.call('POST', '/answer', said, token)).body.session.store_id).toBe(storeId)
  wp.passwords.clear()
})

test('D4 a no, a user who may not, a password that does not get through and a site of another market connect nothing, and each says so', async () => {
  const browser = await begin()
  const answered = async (set: Partial<WordPressDouble['site']>) => {
    const given = await approve(browser)
    Object.assign(wp.site, set)
    const failure = await failureOf(browser.call('POST', '/answer', given))
    Object.assign(wp.site, fine)
    return failure
  }
  expect(await failureOf(browser.call('POST', '/answer', await approve(browser, 'reject')))).toBe('rejected')
  expect(await answered({ mayManage: false })).toBe('not_allowed')
  expect(await answered({ market: 'https://other.example' })).toBe('connected_elsewhere')
  expect(await answered({ plugin: null })).toBe('no_plugin')
  expect(await answered({ down: true })).toBe('unreachable')
  const given = await approve(browser)
  wp.passwords.clear()
  expect(await failureOf(browser.call('POST', '/answer', given))).toBe('bad_password')
  expect((await browser.call('GET', '')).body.data).toMatchObject({ step: 'approval', failure: 'bad_password' })
})

test('INS-4 an address that another store has is not taken over; a store that was disconnected is the same store again, also with the plugin installed anew', async () => {
  const { storeId, call: asOwner } = await connect()
  wp.site.id = `wp-${'2'.repeat(20)}`
  const other = await begin()
  expect(await failureOf(other.call('POST', '/answer', await approve(other)))).toBe('taken')
  expect((await asOwner('POST', '/domain/site/disconnect', { store: storeId })).status).toBe(200)
  expect((await asOwner('GET', '/domain/wordpress')).body.code).toBe('session.required')
  await leaveSite(market.services, storeId)
  expect([wp.calls.at(-1), await credentials()]).toEqual([expect.stringMatching(/^DELETE \/arasta\/v1\/connector\/stores\//), []])
  expect((await connect()).storeId).toBe(storeId)
  const { db } = market.services
  await db.updateTable('stores').set({ domain: 'original.example' }).where('id', '=', storeId).execute()
  const copy = await begin()
  expect(await failureOf(copy.call('POST', '/answer', await approve(copy)))).toBe('copy')
  await db.updateTable('stores').set({ domain: wp.host, external_id: fine.id }).where('id', '=', storeId).execute()
})

test('D4 its health says what is wrong: ended in WordPress, plugin off or old, site away', async () => {
  const { call: asOwner } = await connect()
  const look = async (set: Partial<WordPressDouble['site']>) => {
    Object.assign(wp.site, fine, set)
    const { failure, places } = (await asOwner('POST', '/domain/wordpress/look')).body.data
    return [failure, places.length]
  }
  expect(await look({})).toEqual([null, 3])
  // What was seen last stays to be seen.
  expect(await look({ plugin: null })).toEqual(['plugin_off', 3])
  expect(await look({ plugin: '1.0.0' })).toEqual(['old_plugin', 3])
  expect(await look({ plugin: '1.0.9' })).toEqual(['old_plugin', 3])
  expect(await look({ down: true })).toEqual(['unreachable', 3])
  wp.endConnection()
  expect(await look({})).toEqual(['keys_gone', 3])
  // The way out is to connect it again: the same store, with other keys.
  const { storeId, call: again } = await connect()
  const { data } = (await again('GET', '/domain/wordpress')).body
  expect([data.failure, data.domain, (await credentials()).map(one => one.store_id)]).toEqual([null, wp.host, [storeId]])
})
