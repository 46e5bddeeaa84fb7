import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay, prepareOrder } from '#test/support/checkout.ts'
import { install, installationPath, update, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'
import { SPREAD_SECONDS, updateAutomatically } from './automatic-updates.ts'

/**
 * A newest release that asks for a newer shop: the owner is offered, told of and brought to the
 * newest that fits, and hears why not the other.
 */
let market: Marketplace
let owner: Owner
let [id, has] = ['', '']
let major = 0
const on = (range: string) => ({ compatibility: { platforms: { 1: range } } })
const publishAt = async (version: string, range: string) =>
  publish(market.services, id, version, await zipOf('stepwise', version, on(range)))
const path = () => installationPath(id)
const seen = async () => (await owner.call('GET', path())).body.data
const old = async () =>
  (await owner.call('GET', '/installations', { query: { state: 'old' } })).body.data as {
    latest_version: string
    update: { version: string } | null
  }[]

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
  has =
    (
      await market.services.db
        .selectFrom('stores')
        .select('platform_version')
        .where('id', '=', owner.storeId)
        .executeTakeFirstOrThrow()
    ).platform_version ?? ''
  major = Number(has.split('.')[0])
  id = await listBare(market, 'stepwise')
  await publishAt('1.0.0', '*')
  await publishAt('2.0.0', `>=${major + 1}.0.0`)
})
afterAll(() => market.stop())

test('D12 the newest compatible release is planned and installed; the newer one is named with its requirement, also before payment', async () => {
  const newer = { version: '2.0.0', needs: `>=${major + 1}.0.0` }
  expect(await seen()).toMatchObject({
    state: 'none',
    latest_version: '1.0.0',
    plan: { version: '1.0.0' },
    fit: { fits: true, has, version: '1.0.0', newer },
  })
  expect((await owner.call('GET', `${path()}/fit`)).body.data).toMatchObject({
    fits: true,
    version: '1.0.0',
    newer,
  })
  expect((await install(owner, id, { body: { release: '2.0.0' } })).body.code).toBe(
    'installs.unsupported',
  )
  expect((await install(owner, id)).body.data.version).toBe('1.0.0')
  await processRun(market)
  // Nothing newer that it can have is no update, on whatever page.
  expect(await seen()).toMatchObject({
    state: 'latest',
    latest_version: '1.0.0',
    update: null,
    installation: { release_state: 'latest' },
    fit: { newer },
  })
  expect(await old()).toEqual([])
  expect(
    (await owner.call('GET', '/app-store/app/detail', { query: { slug: 'stepwise' } })).body.data
      .installed.state,
  ).toBe('latest')
  expect((await update(owner, id)).body.code).toBe('installs.same_release')
  expect((await update(owner, id, { release: '2.0.0' })).body.code).toBe('installs.unsupported')
})

test('S4.7 an update installs the newest compatible release, by hand and automatically; the newer one follows a platform upgrade', async () => {
  await publishAt('1.1.0', `>=${major}.0.0 <${major + 1}.0.0`)
  expect(await seen()).toMatchObject({
    state: 'old',
    latest_version: '1.1.0',
    update: { version: '1.1.0' },
    fit: { newer: { version: '2.0.0' } },
  })
  expect(await old()).toMatchObject([{ latest_version: '1.1.0', update: { version: '1.1.0' } }])
  await update(owner, id)
  await processRun(market)
  expect((await seen()).installation.version).toBe('1.1.0')
  await publishAt('1.2.0', '*')
  await owner.call('PUT', `${path()}/automatic-updates`, {
    body: { store: owner.storeId, automatic: 'all' },
  })
  const byItself = async () => {
    for (let round = 0; round < 2; round += 1) {
      await updateAutomatically(market.services)
      market.clock.moveSeconds(SPREAD_SECONDS + 60)
    }
    await updateAutomatically(market.services)
  }
  await byItself()
  await processRun(market)
  owner = await signIn(market)
  // Nothing waits for the owner: there is nothing to be done.
  expect((await seen()).installation).toMatchObject({
    version: '1.2.0',
    automatic: { waiting: null, failed: null },
  })
  await market.services.db
    .updateTable('stores')
    .set({ platform_version: `${major + 1}.0.0` })
    .where('id', '=', owner.storeId)
    .execute()
  await byItself()
  const run = await market.services.db
    .selectFrom('installation_runs')
    .innerJoin('releases', 'releases.id', 'to_release_id')
    .select(['version', 'started_by'])
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(run).toEqual({ version: '2.0.0', started_by: 'automatic' })
})

test('S5.4 the buyer approves the permissions of the release for this shop, not those of one for a newer platform', async () => {
  const paced = await listBare(market, 'paced', 'app', 4900)
  const part = (id: string) => ({
    id,
    placement: 1,
    title: { en: id },
    summary: { en: id },
    html: '<b>Here</b>',
  })
  const asking = (...codes: ('tracking_code' | 'design_block')[]) => ({
    permissions: codes.map((code) => ({ code, required: true, reason: { en: `Needs ${code}` } })),
    ...Object.fromEntries(codes.map((code) => [`${code}s`, [part(code.replace('_', '-'))]])),
  })
  const { platform_version } = await market.services.db
    .selectFrom('stores')
    .select('platform_version')
    .where('id', '=', owner.storeId)
    .executeTakeFirstOrThrow()
  const next = Number(platform_version?.split('.')[0]) + 1
  await publish(
    market.services,
    paced,
    '1.0.0',
    await zipOf('paced', '1.0.0', asking('tracking_code')),
  )
  await publish(
    market.services,
    paced,
    '2.0.0',
    await zipOf('paced', '2.0.0', {
      ...on(`>=${next}.0.0`),
      ...asking('tracking_code', 'design_block'),
    }),
  )
  const seenBy = async (who: Pick<Owner, 'call'>) =>
    (await who.call('GET', '/app-store/app/detail', { query: { slug: 'paced' } })).body.data
  const shown = await seenBy(owner)
  expect(shown).toMatchObject({ version: '2.0.0', version_here: '1.0.0' })
  expect(shown.permissions.map((one: { code: string }) => one.code)).toEqual(['tracking_code'])
  const order = await prepareOrder(owner, 'paced')
  const approving = (version: string) =>
    pay(owner, {
      ...order,
      consents: order.consents.map((one) =>
        one.kind === 'permissions' ? { ...one, version } : one,
      ),
    })
  expect((await approving('2.0.0')).body.code).toBe('checkout.permissions_required')
  expect((await approving('1.0.0')).status).toBe(200)
  const kept = await market.services.db
    .selectFrom('consents')
    .innerJoin('agreed_texts', 'agreed_texts.sha256', 'consents.text_sha256')
    .select('content')
    .where('item_id', '=', paced)
    .where('kind', '=', 'permissions')
    .execute()
  expect(
    kept.map(({ content }) =>
      (content as { permissions: { code: string }[] }).permissions.map((one) => one.code),
    ),
  ).toEqual([['tracking_code']])
})
