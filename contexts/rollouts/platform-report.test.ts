import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstOperator, type ConsoleBrowser } from '#test/support/console.ts'
import { install, installationPath, workOff } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'

let market: Marketplace
let admin: ConsoleBrowser
let owner: Owner
let coming = ''

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  owner = await signIn(market)
  const { platform_version } = await market.services.db.selectFrom('stores').select('platform_version').where('id', '=', owner.storeId).executeTakeFirstOrThrow()
  coming = `${Number(platform_version?.split('.')[0]) + 1}.0.0`
  // Of three items one stays, one must be updated, one has no version for the coming platform.
  for (const [prefix, ranges] of Object.entries({ stays: ['*'], follows: [`<${coming}`, '*'], 'left-behind': [`<${coming}`] })) {
    const id = await listBare(market, prefix)
    for (const [n, range] of ranges.entries()) {
      const version = `${n + 1}.0.0`
      await publish(market.services, id, version, await zipOf(prefix, version, { compatibility: { platforms: { 1: range } } }))
      if (n === 0) expect((await install(owner, id)).status).toBe(200)
      await workOff(market)
    }
  }
})
afterAll(() => market.stop())

test('D12 before a platform has another version, what stays, what an update brings along and what ends is counted; its day is noted and in the log', async () => {
  const report = async () => (await admin.ask('GET', `/operator/platforms/1/report?version=${coming}`)).body as { plan: unknown; totals: { outcome: string; items: number; installations: number }[]; lines: { name: string; outcome: string; to: string | null; installations: number }[] }
  const { plan, totals, lines } = await report()
  expect(plan).toBeNull()
  expect(totals).toEqual(['none', 'update', 'works'].map(outcome => ({ outcome, items: 1, installations: 1 })))
  expect(lines.map(({ outcome, to, installations }) => [outcome, to, installations])).toEqual([['none', null, 1], ['update', '2.0.0', 1], ['works', null, 1]])
  expect((await admin.ask('GET', '/operator/platforms/1/report?version=next')).status).toBe(400)
  expect((await admin.ask('GET', `/operator/platforms/99/report?version=${coming}`)).status).toBe(404)
  expect((await admin.ask('PUT', '/operator/platforms/1/plan', { version: coming, live_on: '2027-02-01' })).status).toBe(200)
  expect((await report()).plan).toEqual({ platform: 1, version: coming, live_on: '2027-02-01' })
  // Owners are told on the installation's page.
  const seen = async (prefix: string) => (await owner.call('GET', installationPath(`itm_${prefix}`))).body.data.fit.coming
  expect(await Promise.all(['stays', 'follows', 'left-behind'].map(seen))).toEqual([
    { version: coming, live_on: '2027-02-01', outcome: 'works', to: null }, { version: coming, live_on: '2027-02-01', outcome: 'update', to: '2.0.0' }, { version: coming, live_on: '2027-02-01', outcome: 'none', to: null },
  ])
  expect((await admin.ask('DELETE', '/operator/platforms/1/plan')).status).toBe(200)
  expect((await report()).plan).toBeNull()
  expect(await seen('left-behind')).toBeNull()
  const log = await market.services.db.selectFrom('audit_log').select(['operation', 'object_id']).where('kind', '=', 'platform').orderBy('id').execute()
  expect(log).toEqual([{ operation: 'planPlatformVersion', object_id: '1' }, { operation: 'dropPlatformPlan', object_id: '1' }])
})
