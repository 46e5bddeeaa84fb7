import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectorOf } from '#modules/stores/platforms/public.ts'
import { buy } from '#test/support/checkout.ts'
import { firstOperator } from '#test/support/console.ts'
import {
  idOf,
  install,
  installationPath,
  processRun,
  uninstall,
  update,
} from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'

/** D26: an operator takes a platform out of the market for good; its stores keep what they have. */
let market: Marketplace
let owner: Owner
let cookies: string
let order: string

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
  cookies = await idOf(owner, 'cookie-consent')
  order = (await buy(market, owner, 'quick')).orderNumber
  expect((await install(owner, cookies, { body: { release: '1.0.0' } })).status).toBe(200)
  expect(await processRun(market)).toMatchObject({ kind: 'install', state: 'succeeded' })
  const admin = await firstOperator(market)
  expect((await admin.ask('PUT', '/operator/platforms/1/state', { state: 'retired' })).status).toBe(
    200,
  )
})
afterAll(() => market.stop())

test('D26 a store of a retired platform signs in, reads, updates and uninstalls; a new store, order or install is refused', async () => {
  owner = await signIn(market)
  const seen = async () => (await owner.call('GET', installationPath(cookies))).body.data
  expect(await seen()).toMatchObject({ state: 'old', version: '1.0.0', latest_version: '1.2.0' })
  for (const path of [
    '/checkout/orders',
    `/checkout/orders/${order}`,
    '/domain/address',
    '/notices',
  ])
    expect((await owner.call('GET', path)).status, path).toBe(200)

  expect((await update(owner, cookies, { permissions: ['design_block'] })).status).toBe(200)
  expect(await processRun(market)).toMatchObject({ kind: 'update', state: 'succeeded' })
  expect(await seen()).toMatchObject({ state: 'latest', version: '1.2.0' })
  expect((await uninstall(owner, cookies)).status).toBe(200)
  expect(await processRun(market)).toMatchObject({ kind: 'uninstall', state: 'succeeded' })
  const { slots } = await (await connectorOf(market.services, owner.storeId)).getState()
  expect(slots.flatMap((slot) => slot.layers)).toEqual([])

  const again = await install(owner, cookies)
  expect([again.status, again.body.code]).toEqual([409, 'platform.paused'])
  const bought = await owner.call('POST', '/checkout/delivery-day/app', { body: {} })
  expect([bought.status, bought.body.code]).toEqual([409, 'platform.paused'])
  await expect(signIn(market, 'store-2')).rejects.toThrow(/platform\.paused/)
})
