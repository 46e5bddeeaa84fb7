import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEntry, verifyHead } from '#modules/catalog/release-log/format.ts'
import { leafHash, verifyInclusion } from '#modules/catalog/release-log/merkle.ts'
import { connectorOf } from '#modules/stores/platforms/public.ts'
import { buy } from '#test/support/checkout.ts'
import {
  finished,
  idOf,
  install,
  installationPath,
  shopPage,
  uninstall,
} from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'

let market: Marketplace
let owner: Owner
let themeOwner: Owner

beforeAll(async () => {
  market = await startMarketplace()
  await market.startWorker()
  ;[owner, themeOwner] = [await signIn(market, 'store-1'), await signIn(market, 'store-1', 'theme')]
})
afterAll(() => market.stop())

const slotsOf = async (who: Owner) => {
  const { slots } = await (await connectorOf(market.services, who.storeId)).getState()
  return slots
}

describe('the plan (D12)', () => {
  test('lists in advance what will change, where, and what is not touched', async () => {
    const { data } = (
      await owner.call('GET', installationPath(await idOf(owner, 'cookie-consent')), {
        query: { hl: 'EN' },
      })
    ).body
    expect(data).toMatchObject({ state: 'none', entitled: true, installation: null })
    expect(data.plan.changes.length).toBeGreaterThan(0)
    for (const change of data.plan.changes) {
      expect(change).toMatchObject({ supported: true })
      expect(
        [change.title, change.summary, change.now, change.after].every(
          (text) => text.length > 0 && !text.startsWith('installs.'),
        ),
      ).toBe(true)
    }
    expect(data.plan.untouched).toContain('payments')
  })

  test('of an unpaid item can be read, but not executed', async () => {
    const id = await idOf(owner, 'delivery-day')
    expect((await owner.call('GET', installationPath(id))).body.data.entitled).toBe(false)
    const answer = await install(owner, id)
    expect([answer.status, answer.body.code]).toEqual([422, 'installs.not_entitled'])
  })
})

describe('consent (S5.4, S5.5, S8.13)', () => {
  test('S5.4 (INS-5) a required permission without approval blocks the install', async () => {
    const answer = await install(owner, await idOf(owner, 'cookie-consent'), {
      body: { permissions: [] },
    })
    expect([answer.status, answer.body.code]).toEqual([422, 'installs.permissions_required'])
  })

  test('S5.5 (INS-5) without the current data-protection agreement nothing is installed', async () => {
    const id = await idOf(owner, 'cookie-consent')
    expect((await install(owner, id, { body: { agreement: null } })).body.code).toBe(
      'installs.agreement_required',
    )
    expect(
      (await install(owner, id, { body: { agreement: { version: '1999-01-01' } } })).body.code,
    ).toBe('installs.agreement_required')
  })

  test("the target is the session's store: a page rendered for another store is refused with a message (INS-4)", async () => {
    const answer = await install(owner, await idOf(owner, 'cookie-consent'), {
      body: { store: 'shop2.localhost' },
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'session.store_changed'])
  })
})

describe('install and uninstall on the shop (S7.6, S4.7)', () => {
  test("the app's code is on the page, and the uninstall restores the page byte for byte", async () => {
    const [before, slots] = [await shopPage(market, 'store-1', '/'), await slotsOf(owner)]
    const id = await idOf(owner, 'cookie-consent')
    const started = await install(owner, id)
    expect(started.status).toBe(200)
    const done = await finished(owner, started.body.data.id)
    expect(done).toMatchObject({ state: 'installed', run: { kind: 'install', state: 'succeeded' } })
    expect(done.run.steps.every((step: { state: string }) => step.state === 'done')).toBe(true)

    const page = await shopPage(market, 'store-1', '/')
    const script = /<script[^>]+src="(\/arasta\/[^"]+)"/.exec(page)?.[1]
    expect(script).toBeDefined()
    expect((await shopPage(market, 'store-1', script as string)).length).toBeGreaterThan(1000)
    expect((await owner.call('GET', installationPath(id))).body.data).toMatchObject({
      state: 'latest',
    })
    expect(
      (await call(market, 'GET', '/app-store/app/detail', { query: { id } })).body.data
        .install_count,
    ).toBe(1)

    expect((await uninstall(owner, id, 'app', { reason: 'because' })).body.code).toBe(
      'input.invalid',
    )
    const removal = await uninstall(owner, id, 'app', { reason: 'too_expensive' })
    expect(await finished(owner, removal.body.data.id)).toMatchObject({
      state: 'uninstalled',
      run: { kind: 'uninstall', state: 'succeeded', failure: null },
    })
    expect(await shopPage(market, 'store-1', '/')).toBe(before)
    expect(await slotsOf(owner)).toEqual(slots)
    expect(
      (await call(market, 'GET', '/app-store/app/detail', { query: { id } })).body.data
        .install_count,
    ).toBe(0)
    expect(
      await market.services.db
        .selectFrom('installations')
        .select('uninstall_reason')
        .where('id', '=', removal.body.data.id)
        .executeTakeFirst(),
    ).toEqual({ uninstall_reason: 'too_expensive' })
  })

  test('a second theme covers the first, and uninstalling in any order leaves what the remaining one produces', async () => {
    const before = await shopPage(market, 'store-1', '/')
    await buy(market, themeOwner, 'minty', 'theme')
    const flatly = await idOf(themeOwner, 'flatly', 'theme')
    const minty = await idOf(themeOwner, 'minty', 'theme')
    await finished(themeOwner, (await install(themeOwner, flatly, { site: 'theme' })).body.data.id)
    const withFlatly = await shopPage(market, 'store-1', '/')
    expect(withFlatly).not.toBe(before)
    await finished(themeOwner, (await install(themeOwner, minty, { site: 'theme' })).body.data.id)
    const withBoth = await shopPage(market, 'store-1', '/')
    expect(withBoth).not.toBe(withFlatly)
    await finished(themeOwner, (await uninstall(themeOwner, flatly, 'theme')).body.data.id)
    expect(await shopPage(market, 'store-1', '/')).toBe(withBoth)
    await finished(themeOwner, (await uninstall(themeOwner, minty, 'theme')).body.data.id)
    expect(await shopPage(market, 'store-1', '/')).toBe(before)
  })

  test('twenty concurrent installs make one installation', async () => {
    const id = await idOf(owner, 'celebration')
    const answers = await Promise.all(Array.from({ length: 20 }, () => install(owner, id)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(
      answers
        .filter((answer) => answer.status !== 200)
        .every(
          (answer) =>
            answer.body.code === 'installs.busy' ||
            answer.body.code === 'installs.already_installed',
        ),
    ).toBe(true)
    const started = answers.find((answer) => answer.status === 200)
    await finished(owner, started?.body.data.id)
    const rows = await market.services.db
      .selectFrom('installations')
      .select('id')
      .where('item_id', '=', id)
      .where('state', '!=', 'uninstalled')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('another store does not see the installation', async () => {
    const stranger = await signIn(market, 'store-2')
    const { id } = (await owner.call('GET', '/installations')).body.data[0]
    expect((await stranger.call('GET', `/installations/${id}`)).status).toBe(404)
    expect((await stranger.call('GET', '/installations')).body.data).toEqual([])
    expect((await uninstall(stranger, await idOf(stranger, 'celebration'))).body.code).toBe(
      'installs.not_installed',
    )
  })
})

describe('a failing shop', () => {
  test('makes the plan a 503 with a message', async () => {
    market.shop.setFault('store-2', 'state', { kind: 'error_500', times: null })
    const visitor = await signIn(market, 'store-2')
    const answer = await visitor.call(
      'GET',
      installationPath(await idOf(visitor, 'cookie-consent')),
      { query: { hl: 'EN' } },
    )
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      503,
      'platform.unavailable',
      "Your shop's server does not answer; try again in a moment",
    ])
    market.shop.setFault('store-2', 'state', null)
  })

  test('that is closed makes the call 410, and its session is refused', async () => {
    market.shop.setStoreOpen('store-2', false)
    await expect(signIn(market, 'store-2')).rejects.toThrow('session.store_closed')
    market.shop.setStoreOpen('store-2', true)
  })

  test('once in the middle of an install: the run recovers and ends in one installed version', async () => {
    const visitor = await signIn(market, 'store-2')
    const id = await idOf(visitor, 'cookie-consent')
    market.shop.setFault('store-2', 'effect_put', { kind: 'error_500', times: 2 })
    const started = await install(visitor, id)
    expect(await finished(visitor, started.body.data.id)).toMatchObject({
      state: 'installed',
      run: { state: 'succeeded' },
    })
  })
})

describe('the installer service (S7.15)', () => {
  test('returns the release for the store, with hash, signature, log proof and a short-lived download', async () => {
    const item = await idOf(owner, 'celebration')
    const headers = { 'apps-token': owner.token, 'store-token': owner.storeToken }
    const { data } = (
      await call(market, 'GET', '/app/package', {
        site: 'installer',
        query: { item_id: item },
        headers,
      })
    ).body
    const keys = JSON.parse(
      (await fetchRaw(`${market.origins.installer}/keys.json`)).body.toString(),
    ).keys as Parameters<typeof verifyHead>[1]
    const entry = readEntry(data.log.entry)
    expect(entry).toMatchObject({
      state: 'published',
      prefix: 'celebration',
      version: data.version,
      sha256: data.sha256,
      size: data.size,
      signature: data.signature,
    })
    expect(verifyHead(data.log.head, keys)).toBe(true)
    expect(
      verifyInclusion({
        leaf: leafHash(data.log.entry),
        index: data.log.index,
        size: data.log.head.size,
        proof: data.log.proof,
        root: data.log.head.root,
      }),
    ).toBe(true)
    const packageAnswer = await fetchRaw(data.download.url)
    expect(packageAnswer.status).toBe(200)
    expect(packageAnswer.body.length).toBe(data.size)
    market.clock.moveSeconds(301)
    expect((await fetchRaw(data.download.url)).status).toBe(403)
    expect((await fetchRaw(data.download.url.replace(/ticket=.{4}/, 'ticket=AAAA'))).status).toBe(
      403,
    )
    market.clock.moveSeconds(-301)
  })

  test("returns the install form with the store's own choices", async () => {
    const headers = { 'apps-token': owner.token }
    const answer = await call(market, 'GET', '/app/input', {
      site: 'installer',
      query: { prefix: 'delivery-day', hl: 'TR' },
      headers,
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data.fields.length).toBeGreaterThan(0)
    const ajv = new Ajv2020({ strict: true })
    addFormats.default(ajv)
    ajv.addKeyword('x-arasta')
    expect(ajv.validateSchema(answer.body.data.schema), ajv.errorsText()).toBe(true)
  })

  test('returns a package only to stores that bought it', async () => {
    const answer = await call(market, 'GET', '/app/package', {
      site: 'installer',
      query: { prefix: 'delivery-day' },
      headers: { 'apps-token': owner.token },
    })
    expect([answer.status, answer.body.code]).toEqual([422, 'installs.not_entitled'])
  })

  async function fetchRaw(url: string) {
    const { createHttp } = await import('#lib/http.ts')
    return createHttp({ allowOrigins: [market.origins.installer] }).request(url, {
      maxBytes: 10_000_000,
    })
  }
})
