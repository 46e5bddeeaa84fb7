import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy } from '#test/support/checkout.ts'
import { idOf, install, installationPath, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'

let market: Marketplace
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market, 'store-1', 'theme')
})
afterAll(() => market.stop())

const listed = async () =>
  Object.fromEntries(
    (await owner.call('GET', '/installations', { query: { hl: 'EN' } })).body.data.map(
      (one: { item: { slug: string }; covered_by: string | null }) => [
        one.item.slug,
        one.covered_by,
      ],
    ),
  )

test('of two themes only the visible one is shown as active; pausing it makes the other one active (S2.18)', async () => {
  await buy(market, owner, 'brite', 'theme')
  const [brite, flatly] = [
    await idOf(owner, 'brite', 'theme'),
    await idOf(owner, 'flatly', 'theme'),
  ]
  for (const id of [brite, flatly]) {
    await install(owner, id, { site: 'theme' })
    await processRun(market)
  }
  expect(await listed()).toEqual({ brite: 'Flatly', flatly: null })
  const [row] = (
    await owner.call('GET', installationPath(await idOf(owner, 'minty', 'theme'), 'theme'), {
      query: { hl: 'EN' },
    })
  ).body.data.plan.changes
  expect(row.now).toContain('Flatly')

  const change = async (end: 'pause' | 'resume') => {
    expect(
      (
        await owner.call('POST', `${installationPath(flatly, 'theme')}/${end}`, {
          body: { store: owner.storeId },
        })
      ).status,
    ).toBe(200)
    await processRun(market)
  }
  await change('pause')
  expect(await listed()).toMatchObject({ brite: null })
  await change('resume')
  expect(await listed()).toEqual({ brite: 'Flatly', flatly: null })
})
