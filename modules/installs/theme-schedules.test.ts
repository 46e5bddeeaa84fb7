import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectorOf } from '#modules/stores/platforms/public.ts'
import {
  idOf,
  install,
  installationPath,
  ownerMails,
  processRun,
  uninstall,
} from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { MAX_TRIES } from './rules.ts'
import { changeTheme, findDueThemes } from './theme-schedules.ts'

let market: Marketplace
let owner: Owner
let flatly: string
let litera: string

beforeAll(async () => {
  // Without a worker: the test itself decides when something is taken up.
  market = await startMarketplace()
  owner = await signIn(market, 'store-1', 'theme')
  ;[flatly, litera] = await Promise.all([
    idOf(owner, 'flatly', 'theme'),
    idOf(owner, 'litera', 'theme'),
  ])
})
afterEach(async () => {
  for (const call of ['effect_put', 'state'] as const) market.shop.setFault('store-1', call, null)
  await processRun(market).catch(() => {})
  owner = await signIn(market, 'store-1', 'theme')
  for (const id of [flatly, litera]) {
    await schedule(id, null)
    await uninstall(owner, id, 'theme')
  }
  await processRun(market).catch(() => {})
})
afterAll(() => market.stop())

const live = async () => (await owner.call('GET', '/live-theme', { query: { hl: 'EN' } })).body.data
const makeLive = (id: string) =>
  owner.call('POST', `${installationPath(id, 'theme')}/live`, { body: { store: owner.storeId } })
const ZONE = 'Europe/Istanbul'
const schedule = (id: string, times: { from: string; until?: string } | null) =>
  owner.call(times ? 'PUT' : 'DELETE', `${installationPath(id, 'theme')}/live/schedule`, {
    body: { store: owner.storeId, ...times, ...(times && { time_zone: ZONE }) },
  })
/** The wall clock in Istanbul so many minutes from now. */
const inMinutes = (minutes: number) =>
  new Date(market.clock.now().getTime() + (180 + minutes) * 60_000).toISOString().slice(0, 16)

const shop = async () => (await connectorOf(market.services, owner.storeId)).getState()
const themes = async () =>
  (await shop()).slots
    .find((slot) => slot.slot === 'theme')!
    .layers.map((layer) => layer.item.prefix)
const hash = async () => (await shop()).slots.find((slot) => slot.slot === 'theme')!.sha256

async function installBoth() {
  for (const id of [litera, flatly]) {
    expect((await install(owner, id, { site: 'theme' })).status).toBe(200)
    expect(await processRun(market)).toMatchObject({ kind: 'install', state: 'succeeded' })
  }
}
/** What the worker does when time passes. */
async function passes(minutes: number) {
  market.clock.moveSeconds(minutes * 60)
  owner = await signIn(market, 'store-1', 'theme')
  for (let round = 0; round < 4; round += 1) {
    for (const id of await findDueThemes(market.services)) await changeTheme(market.services, id)
    await processRun(market)
    market.clock.moveSeconds(15)
  }
}

describe('the live theme (S2.18)', () => {
  test('is read from the shop; another one is made live, the first stays as a draft, and uninstalling both restores the shop', async () => {
    const before = await hash()
    expect((await live()).live).toEqual({ kind: 'own', installation: null, name: '' })
    await installBoth()
    expect((await live()).live).toMatchObject({ kind: 'item', name: 'Flatly' })
    const first = await hash()
    expect((await makeLive(flatly)).body.code).toBe('installs.already_live')

    expect((await makeLive(litera)).status).toBe(200)
    expect(await processRun(market)).toMatchObject({ kind: 'update', state: 'succeeded' })
    expect(await live()).toMatchObject({ live: { name: 'Litera' } })
    expect((await themes()).length).toBe(2)
    expect(await hash()).not.toBe(first)

    for (const id of [litera, flatly]) {
      await uninstall(owner, id, 'theme')
      expect(await processRun(market)).toMatchObject({ kind: 'uninstall', failure: null })
    }
    expect(await hash()).toBe(before)
  })

  test('is unknown while the shop cannot be read, whatever the ledger says', async () => {
    await installBoth()
    market.shop.setFault('store-1', 'state', { kind: 'error_500', times: null })
    expect(await live()).toMatchObject({ live: null, read_at: null })
  })

  test('that cannot be changed stays, whole', async () => {
    await installBoth()
    const before = await themes()
    market.shop.setFault('store-1', 'effect_put', { kind: 'error_500', times: MAX_TRIES })
    expect((await makeLive(litera)).status).toBe(200)
    expect(await processRun(market)).toMatchObject({ kind: 'restore', state: 'succeeded' })
    expect(await themes()).toEqual(before)
    expect((await live()).live.name).toBe('Flatly')
  })
})

describe('a scheduled theme (S2.18)', () => {
  test('comes at its time and steps back to where it stood, so that the theme before is live again', async () => {
    await installBoth()
    const before = await themes()
    const planned = await schedule(litera, { from: inMinutes(60), until: inMinutes(180) })
    expect(planned.body.data).toMatchObject({ state: 'planned' })
    expect((await live()).schedule).toEqual(planned.body.data)
    await passes(30)
    expect((await live()).live.name).toBe('Flatly')
    await passes(31)
    expect(await live()).toMatchObject({ live: { name: 'Litera' }, schedule: { state: 'live' } })
    await passes(120)
    expect(await live()).toMatchObject({ live: { name: 'Flatly' }, schedule: null })
    expect(await themes()).toEqual(before)
  })

  test('that was never live comes and goes the same way, and is a draft again; the shop is byte for byte as before', async () => {
    expect((await install(owner, flatly, { site: 'theme' })).status).toBe(200)
    await processRun(market)
    const before = await hash()
    expect((await install(owner, litera, { site: 'theme', body: { draft: true } })).status).toBe(
      200,
    )
    await processRun(market)
    const state = async () =>
      (await owner.call('GET', installationPath(litera, 'theme'))).body.data.installation
    expect(await state()).toMatchObject({ state: 'paused', draft: true })

    expect((await schedule(litera, { from: inMinutes(60), until: inMinutes(180) })).status).toBe(
      200,
    )
    await passes(61)
    expect(await live()).toMatchObject({ live: { name: 'Litera' }, schedule: { state: 'live' } })
    expect(await state()).toMatchObject({ state: 'installed', draft: false })
    await passes(120)
    expect(await live()).toMatchObject({ live: { name: 'Flatly' }, schedule: null })
    expect(await state()).toMatchObject({ state: 'paused', draft: true })
    expect(await hash()).toBe(before)

    // A draft comes last whenever it comes, also when another theme was moved meanwhile.
    expect((await makeLive(litera)).status).toBe(200)
    await processRun(market)
    expect((await live()).live.name).toBe('Litera')
  })

  test('that was never live stays live when it has no end', async () => {
    expect((await install(owner, flatly, { site: 'theme' })).status).toBe(200)
    await processRun(market)
    expect((await install(owner, litera, { site: 'theme', body: { draft: true } })).status).toBe(
      200,
    )
    await processRun(market)
    expect((await schedule(litera, { from: inMinutes(60) })).status).toBe(200)
    await passes(61)
    expect(await live()).toMatchObject({ live: { name: 'Litera' }, schedule: null })
  })

  test('is refused in the past, backwards, and beside another one', async () => {
    await installBoth()
    for (const times of [
      { from: inMinutes(-5) },
      { from: inMinutes(60), until: inMinutes(30) },
      { from: inMinutes(60 * 24 * 400) },
    ])
      expect((await schedule(litera, times)).body.code).toBe('installs.schedule_invalid')
    expect((await schedule(litera, { from: inMinutes(60) })).status).toBe(200)
    expect((await schedule(litera, { from: inMinutes(90) })).status).toBe(200)
    expect((await schedule(flatly, { from: inMinutes(120) })).body.code).toBe(
      'installs.schedule_taken',
    )
    expect((await schedule(litera, null)).status).toBe(200)
    expect((await schedule(litera, null)).body.code).toBe('installs.not_scheduled')
    await passes(120)
    expect((await live()).live.name).toBe('Flatly')
  })

  test('whose shop cannot be reached for an hour leaves the old theme live, and the owner is told', async () => {
    await installBoth()
    expect((await schedule(litera, { from: inMinutes(10) })).status).toBe(200)
    market.shop.setFault('store-1', 'state', { kind: 'error_500', times: null })
    await passes(11)
    expect((await live()).schedule).toMatchObject({ state: 'planned' })
    await passes(75)
    market.shop.setFault('store-1', 'state', null)
    expect(await live()).toMatchObject({ live: { name: 'Flatly' }, schedule: null })
    market.clock.moveSeconds(180)
    const [mail] = await ownerMails(market, '/account/installed')
    expect(mail?.subject).toContain('Litera')
  })
})
