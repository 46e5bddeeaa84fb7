import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findDisconnectingSites, processDisconnect } from '#modules/installs/public.ts'
import { recheckUnreachableSites } from '#modules/stores/platforms/public.ts'
import { firstOperator, signInToConsole } from '#test/support/console.ts'
import { install, processRun } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import type { Owner } from '#test/support/owner.ts'
import { type WordPressDouble, startWordPressDouble } from '#test/support/wordpress-double.ts'
import { publishRibbon, signInBy, startConnecting } from '#test/support/wordpress-owner.ts'

let market: Marketplace
let wp: WordPressDouble
let ribbon: string
beforeAll(async () => {
  wp = await startWordPressDouble()
  market = await startMarketplace({
    catalogue: false,
    settings: { PLATFORM_ID: '2', STORE_ORIGINS: wp.origin },
  })
  ribbon = await publishRibbon(market)
})
afterAll(async () => {
  await market.stop()
  await wp.stop()
})

let owner: Owner
/** An app is on the site, and then the plugin is deleted. */
beforeEach(async () => {
  await wp.set(wp.fine)
  await wp.endConnection()
  await wp.strip()
  await market.services.db.deleteFrom('limits').execute()
  await signIn()
  await install(owner, ribbon)
  expect((await processRun(market)).state).toBe('succeeded')
  await wp.set({ plugin: null })
})
async function signIn(): Promise<void> {
  owner = await signInBy(market, await startConnecting(market, wp.origin))
}

const look = async () => (await owner.call('POST', '/domain/wordpress/look')).body.data.silence
/**
 * The owner's session is shorter than what is waited for; the site is looked at as the hourly
 * housekeeping does it.
 */
async function hours(count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    market.clock.moveSeconds(1801)
    await recheckUnreachableSites(market.services)
    market.clock.moveSeconds(1801)
  }
  await market.services.db
    .updateTable('sessions')
    .set({ expires_at: new Date(market.clock.now().getTime() + 3_600_000) })
    .where('store_id', '=', owner.storeId)
    .execute()
}
const forget = async () =>
  (await owner.call('POST', '/domain/wordpress/forget', { body: { store: owner.storeId } })).body
const standing = () =>
  market.services.db
    .selectFrom('installations')
    .select('state')
    .where('store_id', '=', owner.storeId)
    .where('state', '!=', 'uninstalled')
    .execute()
const lastRun = () =>
  market.services.db
    .selectFrom('installation_runs')
    .select(['kind', 'state', 'failure'])
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirst()
const keys = () =>
  market.services.db
    .selectFrom('store_credentials')
    .select('key_id')
    .where('store_id', '=', owner.storeId)
    .execute()

test('D4 support disconnects a site for an owner without access after typing the domain, and the audit log names them', async () => {
  const admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', {
    email: 'support@example.com',
    role: 'support',
  })
  const support = await signInToConsole(market, 'support@example.com')
  const ask = (domain: string) =>
    support.ask('POST', `/operator/stores/${owner.storeId}/forget`, { domain })
  expect((await support.ask('GET', `/operator/stores/${owner.storeId}`)).body).toMatchObject({
    silence: null,
    platform: 'WooCommerce',
    system: { name: 'WordPress', version: '6.1.9' },
  })
  expect((await ask(wp.host)).body.code).toBe('backoffice.still_answers')
  await look()
  // As three looks over three hours leave it; the desk's own clock stays.
  const since = new Date(market.clock.now().getTime() - 3 * 3_600_000)
  await market.services.db
    .updateTable('wordpress_sites')
    .set({ silent_since: since, silent_at: since, silent_looks: 3 })
    .where('store_id', '=', owner.storeId)
    .execute()
  expect(
    (await support.ask('GET', `/operator/stores/${owner.storeId}`)).body.silence,
  ).toMatchObject({ may_forget: true })
  expect((await ask('other.example')).status).toBe(400)
  expect((await ask(wp.host)).body).toEqual({ uninstalled: 1 })
  await processRun(market)
  expect(await standing()).toEqual([])
  const line = await market.services.db
    .selectFrom('audit_log')
    .select(['operation', 'kind', 'object_id'])
    .where('operation', '=', 'forgetStoreSite')
    .executeTakeFirst()
  expect(line).toEqual({ operation: 'forgetStoreSite', kind: 'store', object_id: owner.storeId })
})

test('D4 a site whose plugin was deleted may be disconnected only after repeated checks by the market; then its installations end, and its keys are erased', async () => {
  expect((await forget()).code).toBe('site.still_answers')
  for (const round of [1, 2, 3])
    expect(await look(), `press ${round}`).toMatchObject({ looks: 1, may_forget: false })
  await hours(1)
  expect(await look()).toMatchObject({ looks: 3, may_forget: false })
  expect((await forget()).code).toBe('site.still_answers')
  // Who comes back begins anew.
  await wp.set({ plugin: '1.2.0' })
  expect(await look()).toBeNull()
  await wp.set({ plugin: null })
  await look()
  await hours(3)
  expect((await forget()).data).toEqual({ domain: wp.host, uninstalled: 1 })
  expect([await keys(), (await owner.call('GET', '/domain/wordpress')).status]).toEqual([[], 401])
  const before = (await wp.look()).calls.length
  await processRun(market)
  // Nobody is asked on the site, and the history says so.
  expect([await lastRun(), await standing(), (await wp.look()).calls.length]).toEqual([
    { kind: 'uninstall', state: 'succeeded', failure: 'installs.site_gone' },
    [],
    before,
  ])
  // With the plugin installed anew it is the same store again.
  const { storeId } = owner
  await wp.set({ plugin: '1.2.0' })
  await signIn()
  expect([owner.storeId, (await owner.call('GET', '/domain/wordpress')).body.data.silence]).toEqual(
    [storeId, null],
  )
})

test('D4 a site that does not answer is waited for longer, as it may return', async () => {
  await wp.set({ plugin: '1.2.0', down: true })
  await look()
  await hours(4)
  expect(await look()).toMatchObject({ may_forget: false })
  await hours(69)
  expect(await look()).toMatchObject({ may_forget: true })
})

test('D4 disconnecting with the plugin gone is retried for a day, then nothing waits for an answer', async () => {
  await owner.call('POST', '/domain/site/disconnect', { body: { store: owner.storeId } })
  const turn = async () => {
    for (const id of await findDisconnectingSites(market.services))
      await processDisconnect(market.services, id)
    await processRun(market)
  }
  await turn()
  expect([await standing(), (await keys()).length > 0]).toEqual([[{ state: 'needs_action' }], true])
  const runs = () =>
    market.services.db
      .selectFrom('installation_runs')
      .select('id')
      .where('kind', '=', 'uninstall')
      .execute()
  const before = (await runs()).length
  market.clock.moveSeconds(3601)
  await turn()
  expect((await runs()).length).toBe(before + 1)
  market.clock.moveSeconds(86_400)
  await turn()
  expect([await standing(), await keys(), await findDisconnectingSites(market.services)]).toEqual([
    [],
    [],
    [],
  ])
})
