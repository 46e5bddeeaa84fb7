import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FaultyCall } from '#demo/shop/connector/faults.ts'
import { connectorOf } from '#modules/stores/platforms/public.ts'
import { buy } from '#test/support/checkout.ts'
import {
  idOf,
  install,
  installationPath,
  shopPage,
  uninstall,
  update,
  processRun,
} from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'
import { MAX_TRIES } from './rules.ts'

let market: Marketplace
let owner: Owner
let themeOwner: Owner
/** Its 1.2.0 asks for a design block besides, which may be refused. */
let cookies: string
/** Its 1.2.0 asks for nothing new and has two settings more. */
let quick: string
let brite: string
let flatly: string
const blocks = { permissions: ['design_block'] }

beforeAll(async () => {
  // Without a worker: the test itself decides when a run is taken up.
  market = await startMarketplace()
  ;[owner, themeOwner] = [await signIn(market), await signIn(market, 'store-1', 'theme')]
  await buy(market, owner, 'quick')
  ;[cookies, quick, brite, flatly] = await Promise.all([
    idOf(owner, 'cookie-consent'),
    idOf(owner, 'quick'),
    idOf(themeOwner, 'brite', 'theme'),
    idOf(themeOwner, 'flatly', 'theme'),
  ])
})
// A test that failed must not make the next ones fail.
afterEach(async () => {
  for (const call of ['package', 'effect_put', 'effect_delete', 'state'] satisfies FaultyCall[])
    market.shop.setFault('store-1', call, null)
  await processRun(market).catch(() => {})
  for (const [who, id, site] of [
    [owner, cookies, 'app'],
    [owner, quick, 'app'],
    [themeOwner, brite, 'theme'],
    [themeOwner, flatly, 'theme'],
  ] as const)
    await uninstall(who, id, site)
  await processRun(market).catch(() => {})
})
afterAll(() => market.stop())

const stateOf = async () => (await connectorOf(market.services, owner.storeId)).getState()
const slots = async () => (await stateOf()).slots
const layers = async () =>
  (await slots()).flatMap((slot) =>
    slot.layers.map((layer) => ({
      slot: slot.slot,
      id: layer.effect_id,
      prefix: layer.item.prefix,
      version: layer.item.version,
    })),
  )
const seen = async (id: string) =>
  (await owner.call('GET', installationPath(id), { query: { hl: 'EN' } })).body.data

async function installOld(id: string, release = '1.0.0') {
  expect((await install(owner, id, { body: { release } })).status).toBe(200)
  expect(await processRun(market)).toMatchObject({ kind: 'install', state: 'succeeded' })
}
async function remove(id: string) {
  expect((await uninstall(owner, id)).status).toBe(200)
  expect(await processRun(market)).toMatchObject({
    kind: 'uninstall',
    state: 'succeeded',
    failure: null,
  })
}

describe('an update (S7.6, S4.7, D12)', () => {
  test('is planned first, waits for the consent that it needs, and moves the shop to the new version', async () => {
    const before = await shopPage(market, 'store-1', '/')
    await installOld(cookies)
    const plan = await seen(cookies)
    expect(plan).toMatchObject({
      state: 'old',
      version: '1.0.0',
      latest_version: '1.2.0',
      plan: { version: '1.0.0' },
    })
    expect(plan.versions.map((one: { version: string }) => one.version)).toEqual([
      '1.2.0',
      '1.1.0',
      '1.0.0',
    ])
    expect(plan.update).toMatchObject({
      version: '1.2.0',
      newer: true,
      ready: false,
      asks: [{ code: 'design_block', required: false, is_new: true }],
    })
    expect(plan.update.notes.map((note: { version: string }) => note.version)).toEqual([
      '1.2.0',
      '1.1.0',
    ])
    expect(plan.update.changes.map((change: { what: string }) => change.what).sort()).toEqual(
      expect.arrayContaining(['added', 'changed']),
    )
    for (const change of plan.update.changes)
      expect(
        [change.title, change.now, change.after].every(
          (text) => text !== '' && !text.startsWith('installs.'),
        ),
      ).toBe(true)

    const waiting = await update(owner, cookies)
    expect([waiting.status, waiting.body.code]).toEqual([422, 'installs.permissions_required'])
    expect(new Set((await layers()).map((layer) => layer.version))).toEqual(new Set(['1.0.0']))

    const started = await update(owner, cookies, blocks)
    expect(started.body.data).toMatchObject({
      state: 'updating',
      version: '1.0.0',
      run: { kind: 'update', state: 'queued' },
    })
    expect((await update(owner, cookies, blocks)).body.code).toBe('installs.busy')
    expect((await uninstall(owner, cookies)).body.code).toBe('installs.busy')
    expect(await processRun(market)).toMatchObject({ kind: 'update', state: 'succeeded' })
    expect(await seen(cookies)).toMatchObject({
      state: 'latest',
      version: '1.2.0',
      update: null,
      installation: { previous_version: '1.0.0', granted: ['tracking_code', 'design_block'] },
    })
    expect(new Set((await layers()).map((layer) => layer.version))).toEqual(new Set(['1.2.0']))
    expect((await update(owner, cookies)).body.code).toBe('installs.same_release')

    await remove(cookies)
    expect(await shopPage(market, 'store-1', '/')).toBe(before)
  })

  test('without the optional permission runs without its part, and does not ask again the next time', async () => {
    await installOld(cookies)
    expect((await update(owner, cookies, { permissions: [] })).status).toBe(200)
    await processRun(market)
    expect((await seen(cookies)).installation.granted).toEqual(['tracking_code'])
    await remove(cookies)
  })

  test('keeps the settings, asks only for new ones, and restores the answers on a rollback (S4.7)', async () => {
    await install(owner, quick, { body: { release: '1.0.0', inputs: { leave_out: '/sale' } } })
    await processRun(market)
    expect((await seen(quick)).update).toMatchObject({ ready: true, asks: [] })
    expect(
      (await seen(quick)).update.inputs.map((field: { name: string }) => field.name).sort(),
    ).toEqual(['most', 'slow_networks'])
    const wrong = await update(owner, quick, { inputs: { most: 5000 } })
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['inputs.most']])
    expect((await update(owner, quick, { inputs: { most: 7 } })).status).toBe(200)
    await processRun(market)
    const answersOf = async () =>
      (
        await market.services.db
          .selectFrom('installations')
          .select('inputs')
          .where('item_id', '=', quick)
          .where('state', '!=', 'uninstalled')
          .executeTakeFirstOrThrow()
      ).inputs
    expect(await answersOf()).toMatchObject({ leave_out: '/sale', most: 7 })

    const back = (await owner.call('GET', installationPath(quick), { query: { release: '1.0.0' } }))
      .body.data.update
    expect(back).toMatchObject({ version: '1.0.0', newer: false, ready: true })
    expect((await update(owner, quick, { release: '1.0.0' })).status).toBe(200)
    await processRun(market)
    expect(await seen(quick)).toMatchObject({
      state: 'old',
      version: '1.0.0',
      installation: { previous_version: '1.2.0' },
    })
    await update(owner, quick)
    await processRun(market)
    expect(await answersOf()).toMatchObject({ leave_out: '/sale', most: 7 })
    await remove(quick)
  })

  test('is free, and is refused with a message where it is impossible', async () => {
    await installOld(quick)
    const orders = await market.services.db.selectFrom('orders').select('id').execute()
    await update(owner, quick)
    await processRun(market)
    expect(await market.services.db.selectFrom('orders').select('id').execute()).toEqual(orders)
    expect((await update(owner, quick, { release: '9.9.9' })).body.code).toBe(
      'installs.release_not_found',
    )
    expect((await update(owner, quick, { store: 'elsewhere.example' })).body.code).toBe(
      'session.store_changed',
    )
    expect((await update(owner, quick, { release: 7 })).status).toBe(400)
    expect((await update(owner, cookies)).body.code).toBe('installs.not_installed')
    const stranger = await signIn(market, 'store-2')
    expect(
      (await stranger.call('PUT', installationPath(quick), { body: { store: stranger.storeId } }))
        .body.code,
    ).toBe('installs.not_installed')
    expect(
      (await call(market, 'PUT', installationPath(quick), { body: { store: owner.storeId } }))
        .status,
    ).toBe(401)
    await remove(quick)
  })

  test('of a theme that another covers does not make it visible', async () => {
    await buy(market, themeOwner, 'brite', 'theme')
    await install(themeOwner, brite, { site: 'theme', body: { release: '5.3.8' } })
    await processRun(market)
    await install(themeOwner, flatly, { site: 'theme' })
    await processRun(market)
    const shown = async () => (await slots()).find((slot) => slot.slot === 'theme')?.sha256
    const before = await shown()
    // Its stylesheet is compared rule by rule, not named as one lump.
    const [row] = (await themeOwner.call('GET', installationPath(brite, 'theme'))).body.data.update
      .changes
    const { gone, come, more } = row.rules as { gone: string[]; come: string[]; more: number }
    expect([
      gone.length + come.length > 0,
      come.filter((rule) => gone.includes(rule)),
      more,
    ]).toEqual([true, [], 0])
    expect((await update(themeOwner, brite, {}, 'theme')).status).toBe(200)
    expect(await processRun(market)).toMatchObject({ kind: 'update', state: 'succeeded' })
    expect(await shown()).toBe(before)
    expect(
      (await layers())
        .filter((layer) => layer.slot === 'theme')
        .map((layer) => `${layer.prefix} ${layer.version}`),
    ).toEqual(['brite 5.3.9', 'flatly 5.3.8'])
    for (const id of [brite, flatly]) {
      await uninstall(themeOwner, id, 'theme')
      expect(await processRun(market)).toMatchObject({ state: 'succeeded', failure: null })
    }
  })
})

describe('the list of available updates (S2.19)', () => {
  test('names the update with its notes and requests, for the signed-in store only', async () => {
    await installOld(cookies)
    await installOld(quick)
    const list = async (state?: string) =>
      (
        await owner.call('GET', '/installations', {
          query: { hl: 'EN', ...(state ? { state } : {}) },
        })
      ).body.data
    const byId = new Map(
      (await list('old')).map((one: { item: { id: string } }) => [one.item.id, one]),
    )
    expect(byId.get(cookies)).toMatchObject({
      release_state: 'old',
      update: { version: '1.2.0', ready: false, asks: [{ code: 'design_block' }] },
      paid: null,
    })
    expect(byId.get(quick)).toMatchObject({
      release_state: 'old',
      update: { version: '1.2.0', ready: true },
      paid: { total: 59.9, currency: 'TRY' },
    })
    await update(owner, quick)
    expect(
      (await list('old')).find((one: { item: { id: string } }) => one.item.id === quick),
    ).toMatchObject({ state: 'updating' })
    await processRun(market)
    expect((await list('old')).map((one: { item: { id: string } }) => one.item.id)).toEqual([
      cookies,
    ])
    expect((await list('latest')).map((one: { item: { id: string } }) => one.item.id)).toEqual([
      quick,
    ])
    expect(await list()).toHaveLength(2)
    expect((await owner.call('GET', '/installations', { query: { state: 'new' } })).status).toBe(
      400,
    )
    expect(
      (
        await (
          await signIn(market, 'store-2')
        ).call('GET', '/installations', { query: { state: 'old' } })
      ).body.data,
    ).toEqual([])
  })

  test('an item that left the market stays in the list of stores that have it, and can be uninstalled', async () => {
    await installOld(quick)
    await update(owner, quick)
    await processRun(market)
    await market.services.db
      .updateTable('items')
      .set({ status: 'unpublished' })
      .where('id', '=', quick)
      .execute()
    const row = (await owner.call('GET', '/installations')).body.data.find(
      (one: { item: { id: string } }) => one.item.id === quick,
    )
    expect(row).toMatchObject({ available: false, version: '1.2.0' })
    expect((await owner.call('GET', installationPath(quick))).status).toBe(200)
    await remove(quick)
    expect((await owner.call('GET', installationPath(quick))).status).toBe(404)
    await market.services.db
      .updateTable('items')
      .set({ status: 'published' })
      .where('id', '=', quick)
      .execute()
  })
})

describe('an interrupted update', () => {
  const kinds = ['error_500', 'reset_after'] as const
  for (const call of ['package', 'effect_put', 'state'] satisfies FaultyCall[]) {
    test(`at "${call}": it reaches the new version, and the uninstall restores the shop`, async () => {
      for (const kind of kinds) {
        const before = await shopPage(market, 'store-1', '/')
        await installOld(cookies)
        await update(owner, cookies, blocks)
        market.shop.setFault('store-1', call, { kind, times: 2 })
        expect(await processRun(market)).toMatchObject({ kind: 'update', state: 'succeeded' })
        const there = await layers()
        expect(new Set(there.map((layer) => layer.version))).toEqual(new Set(['1.2.0']))
        expect(new Set(there.map((layer) => layer.id)).size).toBe(there.length)
        await remove(cookies)
        expect(await shopPage(market, 'store-1', '/')).toBe(before)
      }
    })
  }

  test('permanently, after its first or second effect: the old version is restored in its place, and the owner is notified', async () => {
    for (const [kind, puts] of [
      ['error_500', 0],
      ['reset_after', 0],
      ['error_500', 1],
      ['reset_after', 1],
    ] as const) {
      await installOld(cookies)
      const before = await slots()
      await update(owner, cookies, blocks)
      // The first effects go through, then nothing does until the run is given up.
      market.shop.setFault('store-1', 'effect_put', { kind, times: MAX_TRIES })
      if (puts > 0) await putFirst()
      expect(await processRun(market)).toMatchObject({ kind: 'restore', state: 'succeeded' })
      expect(await slots()).toEqual(before)
      expect(await seen(cookies)).toMatchObject({
        state: 'old',
        version: '1.0.0',
        installation: { state: 'installed', run: { kind: 'restore' } },
      })
      await remove(cookies)
    }
  })

  /** Does the update's first effect by hand, as a worker that died right after it. */
  async function putFirst() {
    const row = await market.services.db
      .selectFrom('side_effects')
      .selectAll()
      .where('state', '=', 'planned')
      .orderBy('position')
      .limit(1)
      .executeTakeFirstOrThrow()
    market.shop.setFault('store-1', 'effect_put', null)
    const connector = await connectorOf(market.services, owner.storeId)
    const release = await market.services.db
      .selectFrom('releases')
      .innerJoin('packages', 'packages.sha256', 'releases.package_sha256')
      .selectAll()
      .where('item_id', '=', cookies)
      .where('version', '=', '1.2.0')
      .executeTakeFirstOrThrow()
    const { downloadUrl } = await import('./packages.ts')
    const { url } = downloadUrl(
      market.origins.installer,
      market.services.downloadTokenKey,
      release.package_sha256 as string,
      market.clock.now(),
    )
    await connector.putPackage({
      sha256: release.package_sha256 as string,
      url,
      size: release.size,
      signature: release.signature as string,
      keyId: release.key_id as string,
      prefix: 'cookie-consent',
      version: '1.2.0',
    })
    await connector.putEffect(
      row.id,
      (row.payload as never as { effect: Parameters<typeof connector.putEffect>[1] }).effect,
      { replaces: row.replaces ?? undefined },
    )
    market.shop.setFault('store-1', 'effect_put', { kind: 'error_500', times: MAX_TRIES })
  }

  test('whose rollback fails too asks the owner to act; the uninstall then restores the shop', async () => {
    const before = await slots()
    await installOld(cookies)
    await update(owner, cookies, blocks)
    market.shop.setFault('store-1', 'effect_put', { kind: 'error_500', times: null })
    await processRun(market)
    expect(await seen(cookies)).toMatchObject({
      installation: { state: 'needs_action', run: { kind: 'restore', state: 'failed' } },
    })
    expect((await update(owner, cookies, blocks)).body.code).toBe('installs.unfinished')
    market.shop.setFault('store-1', 'effect_put', null)
    await remove(cookies)
    expect(await slots()).toEqual(before)
  })
})
