import { afterAll, beforeAll, expect, test } from 'vitest'
import { idOf, install, installationPath, update, processRun } from '#test/support/installs.ts'
import { buy } from '#test/support/checkout.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'
import { SPREAD_SECONDS, updateAutomatically } from './automatic-updates.ts'

/**
 * An app whose releases ask for one data scope more each; and what an approval at the checkout is
 * good for.
 */

let market: Marketplace
let owner: Owner
const words = (en: string) => ({ en })
const reading = (version: string, scopes: string[]) =>
  zipOf('reader', version, {
    permissions: [
      { code: 'web_service_user', required: false, reason: words('Counts what is sold') },
    ],
    web_service_user: { title: words('Reads data'), summary: words('Reads data'), scopes },
  })

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
})
afterAll(() => market.stop())

const seen = async (id: string) =>
  (await owner.call('GET', installationPath(id), { query: { hl: 'EN' } })).body.data

test('an automatic update that requests another data scope waits; by hand it needs approval, and names the scope (S5.4, D12)', async () => {
  const id = await listBare(market, 'reader')
  await publish(market.services, id, '1.0.0', await reading('1.0.0', ['products.read']))
  expect((await install(owner, id)).status).toBe(200)
  await processRun(market)
  await owner.call('PUT', `${installationPath(id)}/automatic-updates`, {
    body: { store: owner.storeId, automatic: 'all' },
  })
  await publish(
    market.services,
    id,
    '1.1.0',
    await reading('1.1.0', ['products.read', 'orders.read']),
  )
  await updateAutomatically(market.services)
  market.clock.moveSeconds(SPREAD_SECONDS + 1)
  owner = await signIn(market)
  await updateAutomatically(market.services)
  await processRun(market)

  const { installation, update: facts } = await seen(id)
  expect(installation).toMatchObject({
    version: '1.0.0',
    automatic: { waiting: { version: '1.1.0', why: 'consent' } },
  })
  expect(facts).toMatchObject({
    ready: false,
    asks: [{ code: 'web_service_user', is_new: false, scopes: ['orders.read'] }],
  })
  expect((await update(owner, id)).body.code).toBe('installs.permissions_required')
  expect((await update(owner, id, { permissions: ['web_service_user'] })).status).toBe(200)
})

test('permissions approved at checkout are requested again after a new release, and after an uninstall (S5.4)', async () => {
  const id = await idOf(owner, 'delivery-day')
  await buy(market, owner, 'delivery-day')
  const { latest_version: version, plan } = await seen(id)
  expect(plan).toMatchObject({ version, approved: true })
  await market.services.db
    .updateTable('consents')
    .set({ version: '0.9.0' })
    .where('kind', '=', 'permissions')
    .where('item_id', '=', id)
    .execute()
  expect((await seen(id)).plan.approved).toBe(false)
})
