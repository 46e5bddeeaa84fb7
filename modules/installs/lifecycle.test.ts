import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectorOf } from '#modules/stores/platforms/public.ts'
import {
  idOf,
  install,
  installationPath,
  ownerMails,
  uninstall,
  update,
  processRun,
} from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'
import { SPREAD_SECONDS, updateAutomatically } from './automatic-updates.ts'
import { MAX_TRIES } from './rules.ts'

let market: Marketplace
let owner: Owner
/** Its 1.2.0 asks for a design block besides. */
let cookies: string
/** Its 1.2.0 asks for nothing new. */
let quick: string

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
  await market.services.db
    .updateTable('items')
    .set({ price_kind: 'free', price_minor: 0, price_period: null })
    .execute()
  ;[cookies, quick] = await Promise.all([idOf(owner, 'cookie-consent'), idOf(owner, 'quick')])
})
// A test that failed must not make the next ones fail.
afterEach(async () => {
  for (const call of ['effect_put', 'effect_delete'] as const)
    market.shop.setFault('store-1', call, null)
  await processRun(market).catch(() => {})
  for (const id of [cookies, quick]) await uninstall(owner, id)
  await processRun(market).catch(() => {})
})
afterAll(() => market.stop())

const at = (id: string, end: string) => `${installationPath(id)}/${end}`
const post = (id: string, end: string, body: object = {}) =>
  owner.call('POST', at(id, end), { body: { store: owner.storeId, ...body } })
const seen = async (id: string) =>
  (await owner.call('GET', installationPath(id), { query: { hl: 'EN' } })).body.data.installation
const slots = async () =>
  (await (await connectorOf(market.services, owner.storeId)).getState()).slots
const layersOf = async (prefix: string) =>
  (await slots()).flatMap((slot) => slot.layers.filter((layer) => layer.item.prefix === prefix))
const choose = (id: string, automatic: string) =>
  owner.call('PUT', at(id, 'automatic-updates'), { body: { store: owner.storeId, automatic } })
/** After the time that releases are spread over; the owner's session does not last that long. */
async function later() {
  market.clock.moveSeconds(SPREAD_SECONDS + 1)
  owner = await signIn(market)
}
async function installOld(id: string) {
  expect((await install(owner, id, { body: { release: '1.0.0' } })).status).toBe(200)
  await processRun(market)
}
async function remove(id: string) {
  await uninstall(owner, id)
  expect(await processRun(market)).toMatchObject({ kind: 'uninstall', state: 'succeeded' })
}

describe('a pause (S7.6, D12)', () => {
  test('removes everything from the shop and keeps the data; resuming restores it in place, and the history names who did it', async () => {
    const before = await slots()
    await installOld(cookies)
    await install(owner, quick, { body: { release: '1.0.0', inputs: { leave_out: '/sale' } } })
    await processRun(market)
    const both = await slots()
    expect((await post(cookies, 'pause')).body.data).toMatchObject({
      state: 'pausing',
      run: { kind: 'pause' },
    })
    expect((await post(cookies, 'resume')).body.code).toBe('installs.busy')
    await processRun(market)
    expect(await seen(cookies)).toMatchObject({
      state: 'paused',
      version: '1.0.0',
      granted: ['tracking_code'],
    })
    expect(await layersOf('cookie-consent')).toEqual([])
    expect((await update(owner, cookies)).body.code).toBe('installs.paused')
    expect((await install(owner, cookies)).body.code).toBe('installs.paused')
    expect((await post(cookies, 'resume')).status).toBe(200)
    await processRun(market)
    expect(await slots()).toEqual(both)
    expect((await post(cookies, 'resume')).body.code).toBe('installs.not_paused')

    const history = (await owner.call('GET', at(cookies, 'history'), { query: { hl: 'EN' } })).body
      .data
    expect(history.map((one: { kind: string }) => one.kind)).toEqual(['resume', 'pause', 'install'])
    expect(history[0]).toMatchObject({ by: 'owner', state: 'succeeded', failure: null })
    expect(history[2]).toMatchObject({ to_version: '1.0.0' })
    expect(history.every((one: { name: string }) => one.name !== '')).toBe(true)
    const stranger = await signIn(market, 'store-2')
    expect((await stranger.call('GET', at(cookies, 'history'))).body.data).toEqual([])
    expect(
      (await stranger.call('POST', at(cookies, 'pause'), { body: { store: stranger.storeId } }))
        .body.code,
    ).toBe('installs.not_installed')
    expect(
      (await call(market, 'POST', at(cookies, 'pause'), { body: { store: owner.storeId } })).status,
    ).toBe(401)

    // Paused, it can be taken off for good.
    await post(quick, 'pause')
    await processRun(market)
    await remove(quick)
    await remove(cookies)
    expect(await slots()).toEqual(before)
  })

  test('of an unreachable shop stops halfway and says so; retrying continues where it stopped', async () => {
    const before = await slots()
    await installOld(cookies)
    await post(cookies, 'pause')
    market.shop.setFault('store-1', 'effect_delete', { kind: 'error_500', times: MAX_TRIES })
    await processRun(market)
    expect(await seen(cookies)).toMatchObject({
      state: 'needs_action',
      run: { kind: 'pause', state: 'failed', failure: { code: 'installs.store_unreachable' } },
    })
    // It is told why also while the shop answers nothing at all.
    market.shop.setFault('store-1', 'state', { kind: 'error_500', times: 100 })
    expect((await seen(cookies)).run.failure).toMatchObject({
      code: 'installs.store_unreachable',
      message: expect.stringMatching(/.{20}/),
    })
    market.shop.setFault('store-1', 'state', null)
    expect((await post(cookies, 'pause')).body.code).toBe('installs.unfinished')
    expect((await post(cookies, 'retry')).body.data).toMatchObject({ state: 'pausing' })
    await processRun(market)
    expect((await seen(cookies)).state).toBe('paused')
    expect((await post(cookies, 'retry')).body.code).toBe('installs.nothing_unfinished')
    await remove(cookies)
    expect(await slots()).toEqual(before)
  })
})

describe('changes by others meanwhile (D12)', () => {
  const edit = async (html: string | null) => {
    const [layer] = await layersOf('cookie-consent')
    market.shop.setItemCode('store-1', layer!.effect_id, html)
  }
  const changes = async () =>
    (await owner.call('GET', at(cookies, 'changes'), { query: { hl: 'EN' } })).body.data

  test('are shown line by line, hold updates and pauses up, and are kept or reverted as the owner decides', async () => {
    const before = await slots()
    await installOld(cookies)
    const sent = await slots()
    expect(await changes()).toEqual([])
    await edit('<p>mine</p>')
    const [part] = await changes()
    expect((await owner.call('GET', '/installation-changes')).body.data).toEqual([
      { installation: (await seen(cookies)).id, parts: 1 },
    ])
    expect(part).toMatchObject({
      what: 'changed',
      settled: false,
      theirs: expect.stringContaining('<p>mine</p>'),
    })
    expect(part.ours).toContain('cookieconsent')
    expect((await update(owner, cookies, { permissions: ['design_block'] })).body.code).toBe(
      'installs.changed_on_store',
    )
    expect((await post(cookies, 'pause')).body.code).toBe('installs.changed_on_store')
    expect((await post(cookies, 'changes', { part: 'eff_other', keep: 'ours' })).body.code).toBe(
      'installs.nothing_changed',
    )

    expect((await post(cookies, 'changes', { part: part.id, keep: 'theirs' })).status).toBe(200)
    expect(await changes()).toMatchObject([{ id: part.id, settled: true }])
    expect((await owner.call('GET', '/installation-changes')).body.data).toEqual([])
    const plan = (await owner.call('GET', installationPath(cookies), { query: { hl: 'EN' } })).body
      .data.update
    expect(
      plan.changes.find((one: { before: string }) => one.before.includes('<p>mine</p>')),
    ).toMatchObject({ what: 'kept', detail: expect.stringContaining('<p>mine</p>') })
    await update(owner, cookies, { permissions: ['design_block'] })
    await processRun(market)
    expect((await layersOf('cookie-consent')).map((layer) => layer.item.version).sort()).toEqual([
      '1.0.0',
      '1.2.0',
      '1.2.0',
    ])

    await update(owner, cookies, { release: '1.0.0', permissions: [] })
    await processRun(market)
    expect(
      (await post(cookies, 'changes', { part: part.id, keep: 'ours' })).body.data,
    ).toMatchObject({ state: 'updating', run: { kind: 'repair' } })
    await processRun(market)
    expect(await changes()).toEqual([])
    expect((await slots()).map((slot) => slot.sha256.length)).toEqual(
      sent.map((slot) => slot.sha256.length),
    )
    await remove(cookies)
    expect(await slots()).toEqual(before)
  })

  test('that remove an effect: it is restored to its place or stays removed, as the owner decides', async () => {
    const before = await slots()
    await installOld(cookies)
    const sent = await slots()
    await edit(null)
    const [part] = await changes()
    expect(part).toMatchObject({ what: 'gone', theirs: '' })
    await post(cookies, 'changes', { part: part.id, keep: 'theirs' })
    await post(cookies, 'pause')
    await processRun(market)
    await post(cookies, 'resume')
    expect(await processRun(market)).toMatchObject({ kind: 'resume', state: 'succeeded' })
    expect(await slots()).not.toEqual(sent)
    await post(cookies, 'changes', { part: part.id, keep: 'ours' })
    expect(await processRun(market)).toMatchObject({ kind: 'repair', state: 'succeeded' })
    expect(await slots()).toEqual(sent)
    await remove(cookies)
    expect(await slots()).toEqual(before)
  })

  test('between the decision and the update are not overwritten: the update is rolled back', async () => {
    const before = await slots()
    await install(owner, cookies, { body: { release: '1.0.0', permissions: ['tracking_code'] } })
    await processRun(market)
    await update(owner, cookies, { permissions: ['design_block'] })
    await edit('<p>just now</p>')
    expect(await processRun(market)).toMatchObject({ kind: 'restore', state: 'succeeded' })
    expect(await changes()).toMatchObject([
      { what: 'changed', theirs: expect.stringContaining('just now') },
    ])
    expect(await seen(cookies)).toMatchObject({ state: 'installed', version: '1.0.0' })
    await remove(cookies)
    expect(await slots()).toEqual(before)
  })
})

describe('automatic updates (D12)', () => {
  test('run within their spread time, one run each, and only for stores that enabled them', async () => {
    await installOld(quick)
    await updateAutomatically(market.services)
    expect((await seen(quick)).run.kind).toBe('install')
    expect((await choose(quick, 'minor')).body.data.automatic).toEqual({
      channel: 'stable',
      choice: 'minor',
      waiting: null,
      failed: null,
    })
    await updateAutomatically(market.services)
    await later()
    await updateAutomatically(market.services)
    await updateAutomatically(market.services)
    await processRun(market)
    expect(await seen(quick)).toMatchObject({
      state: 'installed',
      version: '1.2.0',
      run: { kind: 'update' },
    })
    const [entry] = (await owner.call('GET', at(quick, 'history'))).body.data
    expect(entry).toMatchObject({
      kind: 'update',
      by: 'automatic',
      name: null,
      from_version: '1.0.0',
      to_version: '1.2.0',
    })
    // Gone back by hand, it is not brought forward again.
    await update(owner, quick, { release: '1.0.0' })
    await processRun(market)
    await updateAutomatically(market.services)
    await later()
    await updateAutomatically(market.services)
    expect((await seen(quick)).version).toBe('1.0.0')
    await remove(quick)
  })

  test('never approve a request for more: the old version stays and the update waits for its owner', async () => {
    await installOld(cookies)
    await choose(cookies, 'all')
    await updateAutomatically(market.services)
    await later()
    await updateAutomatically(market.services)
    await processRun(market)
    expect(await seen(cookies)).toMatchObject({
      state: 'installed',
      version: '1.0.0',
      automatic: { choice: 'all', waiting: { version: '1.2.0', why: 'consent' } },
    })
    await remove(cookies)
  })

  test('that fail are rolled back and reported; the same release is not retried automatically', async () => {
    await installOld(quick)
    await choose(quick, 'all')
    await updateAutomatically(market.services)
    await later()
    await updateAutomatically(market.services)
    market.shop.setFault('store-1', 'effect_put', { kind: 'error_500', times: MAX_TRIES })
    expect(await processRun(market)).toMatchObject({ kind: 'restore', state: 'succeeded' })
    expect(await seen(quick)).toMatchObject({
      state: 'installed',
      version: '1.0.0',
      automatic: { failed: '1.2.0' },
    })
    // By mail too, once, when it is known how it ended.
    expect(await ownerMails(market, '/account/installed/quick')).toEqual([])
    await later()
    for (let round = 0; round < 2; round += 1) {
      expect(await ownerMails(market, '/account/installed/quick')).toMatchObject([
        {
          recipient: expect.stringContaining('@'),
          subject: expect.stringContaining('1.2.0'),
          text: expect.stringContaining('1.0.0'),
        },
      ])
    }
    await updateAutomatically(market.services)
    expect((await seen(quick)).run.kind).toBe('restore')
    await remove(quick)
  })
})

test('S4.7 a rollback restores the settings of that version, and updating again those of the newer one', async () => {
  await install(owner, quick, { body: { release: '1.0.0', inputs: { leave_out: '/sale' } } })
  await processRun(market)
  await update(owner, quick, { inputs: { leave_out: '/new', most: 7 } })
  await processRun(market)
  await update(owner, quick, { release: '1.0.0' })
  await processRun(market)
  const inputs = async () =>
    (
      await market.services.db
        .selectFrom('installations')
        .select('inputs')
        .where('item_id', '=', quick)
        .where('state', '!=', 'uninstalled')
        .executeTakeFirstOrThrow()
    ).inputs
  expect(await inputs()).toMatchObject({ leave_out: '/sale' })
  await remove(quick)
})
