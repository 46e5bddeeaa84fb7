import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
import { connectorOf } from '#modules/stores/platforms/public.ts'
import { effectOf } from '#modules/installs/ledger.ts'
import { idOf, install, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'
import { isWhole, recover } from './recover.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
})
afterAll(() => market.stop())

const lines: string[] = []
const run = (apply: boolean) => {
  lines.length = 0
  const asked = { since: market.clock.now(), apply }
  return recover(market.services, asked, (line) => void lines.push(line))
}

test('a market that lost nothing has nothing to mend', async () => {
  const owner = await signIn(market)
  await install(owner, await idOf(owner, 'instant'))
  await processRun(market)
  const found = await run(false)
  expect(found).toMatchObject({ payments: { found: [], open: 0 }, stores: { unreachable: [] } })
  expect(isWhole(found)).toBe(true)
  expect(lines.map((line) => line.split(':')[0])).toEqual(['Payments', 'Stores', 'Files'])
})

test('a part that nobody knows is only named until it is applied, and a missing file until it is brought', async () => {
  const owner = await signIn(market)
  const row = await market.services.db
    .selectFrom('side_effects')
    .selectAll()
    .where('state', '=', 'applied')
    .executeTakeFirstOrThrow()
  const connector = await connectorOf(market.services, owner.storeId)
  await connector.putEffect(newId('eff'), effectOf(row))
  const { sha256 } = await market.services.db
    .selectFrom('packages')
    .select('sha256')
    .executeTakeFirstOrThrow()
  const bytes = await buffer((await market.services.blobs.read(sha256))!.stream)
  await market.services.blobs.remove(sha256)

  const seen = await run(false)
  expect(seen).toMatchObject({ stores: { unknown: 1, removed: 0 }, files: { missing: [sha256] } })
  expect(isWhole(seen)).toBe(false)
  expect(lines).toContain(`  ${sha256}  MISSING`)
  expect(isWhole(await run(true))).toBe(false)
  await market.services.blobs.put(bytes)
  const whole = await run(true)
  expect(whole).toMatchObject({ stores: { unknown: 0 }, files: { missing: [] } })
  expect(isWhole(whole)).toBe(true)
})

test('a store that does not answer is named, and the run is to be repeated', async () => {
  market.shop.setFault('store-1', 'state', { kind: 'error_500', times: null })
  const found = await run(true)
  expect(found.stores.unreachable.length).toBeGreaterThan(0)
  expect(isWhole(found)).toBe(false)
  market.shop.setFault('store-1', 'state', null)
  expect(isWhole(await run(true))).toBe(true)
})
