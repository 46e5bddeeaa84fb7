import { afterAll, beforeAll, expect, test } from 'vitest'
import { installPaidItem, findDueInstalls } from './public.ts'
import { pay, passChallenge, prepareOrder } from '#test/support/checkout.ts'
import {
  AGREEMENT,
  idOf,
  install,
  installationPath,
  processRun,
  shopPage,
  uninstall,
} from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'

let market: Marketplace
let owner: Owner
let cosmo: string
let flatly: string
beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market, 'store-2', 'theme')
  ;[cosmo, flatly] = await Promise.all([
    idOf(owner, 'cosmo', 'theme'),
    idOf(owner, 'flatly', 'theme'),
  ])
})
afterAll(() => market.stop())

const home = () => shopPage(market, 'store-2', '/')
const read = async (id: string) =>
  (await owner.call('GET', installationPath(id, 'theme'))).body.data
const keep = async (id: string, draft: boolean) => {
  const begun = await install(owner, id, { site: 'theme', body: { draft } })
  expect(begun.status).toBe(200)
  expect(await processRun(market)).toMatchObject({ kind: 'install', state: 'succeeded' })
}
const remove = async (id: string) => {
  expect((await uninstall(owner, id, 'theme')).status).toBe(200)
  expect(await processRun(market)).toMatchObject({ kind: 'uninstall', failure: null })
}
const makeLive = (id: string) =>
  owner.call('POST', `${installationPath(id, 'theme')}/live`, { body: { store: owner.storeId } })
const live = async () => (await owner.call('GET', '/live-theme')).body.data.live

test('a theme is kept as a draft: the shop stays byte for byte, while it is kept and when it goes (S2.18, D12)', async () => {
  const before = await home()
  await keep(cosmo, true)
  expect((await read(cosmo)).installation).toMatchObject({ state: 'paused', draft: true })
  expect(await home()).toBe(before)
  const preview = await owner.call('POST', `/theme-store/theme/${cosmo}/preview`, {
    body: { on: 'own' },
  })
  expect(preview.status).toBe(200)
  await remove(cosmo)
  expect(await home()).toBe(before)
})

test('a draft is made live on top of the theme that the shop shows, and an uninstall brings that one back (S2.18, D12)', async () => {
  expect((await read(flatly)).plan.draft).toBe('live')
  await keep(flatly, false)
  const withFlatly = await home()
  expect((await read(cosmo)).plan.draft).toBe('draft')
  await keep(cosmo, true)
  expect(await home()).toBe(withFlatly)
  expect(await live()).toMatchObject({ name: 'Flatly' })

  expect((await makeLive(cosmo)).status).toBe(200)
  expect(await processRun(market)).toMatchObject({ kind: 'resume', state: 'succeeded' })
  expect(await live()).toMatchObject({ name: 'Cosmo' })
  expect((await read(cosmo)).installation).toMatchObject({ state: 'installed', draft: false })
  expect((await makeLive(cosmo)).body.code).toBe('installs.already_live')
  await remove(cosmo)
  expect(await home()).toBe(withFlatly)
  await remove(flatly)
})

test('an app is never a draft (S2.18)', async () => {
  const apps = await signIn(market, 'store-2')
  const cookies = await idOf(apps, 'cookie-consent')
  expect((await install(apps, cookies, { body: { draft: true } })).status).toBe(200)
  await processRun(market)
  expect((await apps.call('GET', installationPath(cookies))).body.data).toMatchObject({
    installation: { state: 'installed', draft: false },
    plan: { draft: null },
  })
  await uninstall(apps, cookies)
  await processRun(market)
})

test('what a payment installs is kept as a draft when the owner agreed to that (S7.6)', async () => {
  const before = await home()
  const brite = await idOf(owner, 'brite', 'theme')
  const order = await prepareOrder(owner, 'brite', 'theme')
  const planned = await owner.call('PUT', `${installationPath(brite, 'theme')}/with-payment`, {
    body: { store: owner.storeId, permissions: [], agreement: AGREEMENT, draft: true },
  })
  expect(planned.status).toBe(200)
  const paid = await pay(owner, order)
  if (paid.body.state === 'challenge') await passChallenge(market, paid.body.challenge.url)
  for (const due of await findDueInstalls(market.services))
    await installPaidItem(market.services, due)
  await processRun(market)
  expect((await read(brite)).installation).toMatchObject({ state: 'paused', draft: true })
  expect(await home()).toBe(before)
})
