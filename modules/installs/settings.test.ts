import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { connectorOf } from '#modules/stores/platforms/public.ts'
import {
  idOf,
  install,
  installationPath,
  processRun,
  shopPage,
  uninstall,
  update,
} from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { MAX_TRIES } from './rules.ts'

let market: Marketplace
let owner: Owner
/** Its form has a choice and an optional address. */
let cookies: string

beforeAll(async () => {
  // Without a worker: the test itself decides when a run is taken up.
  market = await startMarketplace()
  owner = await signIn(market)
  cookies = await idOf(owner, 'cookie-consent')
})
afterEach(async () => {
  market.shop.setFault('store-1', 'effect_put', null)
  await processRun(market).catch(() => {})
  await uninstall(owner, cookies)
  await processRun(market).catch(() => {})
})
afterAll(() => market.stop())

const path = (end = '') => `${installationPath(cookies)}/settings${end}`
const settings = async () => (await owner.call('GET', path(), { query: { hl: 'EN' } })).body.data
const plan = (inputs: object) =>
  owner.call('POST', path('/plan'), {
    query: { hl: 'EN' },
    body: { store: owner.storeId, inputs },
  })
const change = (inputs: object) =>
  owner.call('PUT', path(), { body: { store: owner.storeId, order_steps: true, inputs } })
const undo = (id: string) =>
  owner.call('POST', path('/undo'), { body: { store: owner.storeId, change: id } })
const home = () => shopPage(market, 'store-1', '/')

async function installed(body: object = {}) {
  expect((await install(owner, cookies, { body })).status).toBe(200)
  expect(await processRun(market)).toMatchObject({ kind: 'install', state: 'succeeded' })
}
const DONE = { kind: 'update', state: 'succeeded', failure: null }

describe('settings of an installed item (S7.15)', () => {
  test('are shown as they are live, planned, applied in place and undone, and an uninstall still restores the shop byte for byte', async () => {
    const before = await home()
    await installed()
    const first = await home()
    expect((await settings()).inputs).toMatchObject([
      { name: 'layout', default: 'box', standard: 'box' },
      { name: 'privacy_page', default: null, live: null },
    ])

    const wanted = { layout: 'bar', privacy_page: 'https://shop.example/privacy' }
    const planned = (await plan(wanted)).body.data
    expect(planned.changes.map((one: { name: string }) => one.name)).toEqual([
      'layout',
      'privacy_page',
    ])
    expect(planned.parts.length).toBeGreaterThan(0)
    expect(planned.parts.every((one: { what: string }) => one.what === 'changed')).toBe(true)
    expect(await home()).toBe(first)

    expect((await change(wanted)).status).toBe(200)
    expect(await processRun(market)).toMatchObject(DONE)
    const second = await home()
    expect(second).toContain('https://shop.example/privacy')
    const after = await settings()
    expect(after.installation).toMatchObject({ state: 'installed', version: '1.2.0' })
    expect(after.inputs).toMatchObject([{ default: 'bar' }, { default: wanted.privacy_page }])
    expect(after.history).toMatchObject([
      {
        changes: [{ name: 'layout' }, { name: 'privacy_page', now: null }],
        name: expect.any(String),
      },
    ])
    expect(after.history[0].undo_until).not.toBeNull()
    expect((await change(wanted)).body.code).toBe('installs.same_settings')

    expect((await undo(after.history[0].id)).status).toBe(200)
    expect(await processRun(market)).toMatchObject(DONE)
    const [undone, earlier] = (await settings()).history
    expect(undone.changes.map((one: { name: string }) => one.name)).toEqual([
      'layout',
      'privacy_page',
    ])
    expect(earlier.undo_until).toBeNull()
    expect((await undo(earlier.id)).body.code).toBe('installs.not_undoable')

    expect((await uninstall(owner, cookies)).status).toBe(200)
    expect(await processRun(market)).toMatchObject({ kind: 'uninstall', failure: null })
    expect(await home()).toBe(before)
  })

  test('obey the rules of the install form, and a refused answer changes nothing', async () => {
    await installed()
    const answer = await change({ layout: 'round' })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      code: 'installs.inputs_invalid',
      fields: { 'inputs.layout': expect.any(String) },
    })
    expect((await plan({ privacy_page: 'javascript:alert(1)' })).status).toBe(422)
    expect((await settings()).history).toEqual([])
  })

  test('an answer that the owner clears is gone from the shop', async () => {
    await installed({ inputs: { privacy_page: 'https://shop.example/privacy' } })
    expect((await change({ layout: 'box' })).status).toBe(200)
    expect(await processRun(market)).toMatchObject(DONE)
    expect(await home()).not.toContain('https://shop.example/privacy')
    const [, page] = (await settings()).inputs
    expect(page.default).toBeNull()
  })

  test('are kept on the way to another version, and the way back brings those of that version', async () => {
    await installed({ release: '1.0.0' })
    expect((await change({ privacy_page: 'https://shop.example/one' })).status).toBe(200)
    expect(await processRun(market)).toMatchObject(DONE)
    const old = (await settings()).history
    expect((await update(owner, cookies, { permissions: ['design_block'] })).status).toBe(200)
    expect(await processRun(market)).toMatchObject(DONE)
    expect(await home()).toContain('https://shop.example/one')
    // A change of an earlier version is shown, and cannot be undone on this one.
    expect((await settings()).history).toMatchObject([{ id: old[0].id, undo_until: null }])
    expect((await change({ privacy_page: 'https://shop.example/two' })).status).toBe(200)
    expect(await processRun(market)).toMatchObject(DONE)
    expect((await update(owner, cookies, { release: '1.0.0' })).status).toBe(200)
    expect(await processRun(market)).toMatchObject(DONE)
    expect(await home()).toContain('https://shop.example/one')
  })

  test('are not applied over what somebody else changed on the shop', async () => {
    await installed()
    const layer = (
      await (await connectorOf(market.services, owner.storeId)).getState()
    ).slots.flatMap((slot) => slot.layers)[0]
    market.shop.setItemCode('store-1', layer!.effect_id, '<p>mine</p>')
    const refused = await change({ layout: 'bar' })
    expect([refused.status, refused.body.code]).toEqual([409, 'installs.changed_on_store'])
    expect((await plan({ layout: 'bar' })).body.code).toBe('installs.changed_on_store')
  })

  test('that cannot be applied leave the earlier ones on the shop, and the owner is told why', async () => {
    await installed()
    const before = await home()
    market.shop.setFault('store-1', 'effect_put', { kind: 'error_500', times: MAX_TRIES })
    expect((await change({ layout: 'bar' })).status).toBe(200)
    expect(await processRun(market)).toMatchObject({ kind: 'restore', state: 'succeeded' })
    expect(await home()).toBe(before)
    const history = (
      await owner.call('GET', `${installationPath(cookies)}/history`, { query: { hl: 'EN' } })
    ).body.data
    expect(history.slice(0, 2)).toMatchObject([
      { kind: 'restore', state: 'succeeded' },
      { purpose: 'settings', failure: { code: 'installs.store_unreachable' } },
    ])
    expect((await settings()).inputs).toMatchObject([{ default: 'box' }, {}])
  })

  test('can be seen on the own shop before they are applied, in place of the live ones', async () => {
    await installed()
    const state = async () =>
      JSON.stringify(await (await connectorOf(market.services, owner.storeId)).getState())
    const before = await state()
    const look = (inputs: object) =>
      owner.call('POST', `/app-store/app/${cookies}/preview`, { body: { on: 'own', inputs } })
    const read = async (url: string) =>
      (await createHttp({ allowOrigins: [new URL(url).origin] }).request(url)).body.toString('utf8')
    const live = (await look({})).body.data.url
    const other = (await look({ privacy_page: 'https://shop.example/seen' })).body.data.url
    expect((await look({})).body.data.url).toBe(live)
    expect(other).not.toBe(live)
    expect(await read(`${live}/`)).not.toContain('https://shop.example/seen')
    const shown = await read(`${other}/`)
    expect(shown).toContain('https://shop.example/seen')
    expect(await state()).toBe(before)
    expect((await look({ layout: 'round' })).body.code).toBe('installs.inputs_invalid')
  })
})
