import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import {
  connectorOf,
  demonstrationConnector,
  requirePlatform,
} from '#modules/stores/platforms/public.ts'
import { idOf } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Answer, type Owner } from '#test/support/owner.ts'
import { filesOf, sourceLines } from './present-plan.ts'

let market: Marketplace
let owner: Owner
let minty: string

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market, 'store-1', 'theme')
  minty = await idOf(owner, 'minty', 'theme')
})
afterAll(() => market.stop())

const previewPath = (id: string) => `/theme-store/theme/${id}/preview`
const look = (id: string, body: object = {}): Promise<Answer> =>
  call(market, 'POST', previewPath(id), { site: 'theme', body })
async function read(url: string) {
  const answer = await createHttp({ allowOrigins: [new URL(url).origin] }).request(url)
  return { status: answer.status, headers: answer.headers, text: answer.body.toString('utf8') }
}
const stateOf = async () =>
  JSON.stringify(await (await connectorOf(market.services, owner.storeId)).getState())

describe('a live preview (S2.17)', () => {
  test('shows visitors the demonstration store with the item on it, by its real name and its real files', async () => {
    const { data } = (await look(minty, { locale: 'en' })).body
    expect(data.shop).toEqual({ domain: new URL(market.shop.origin('store-1')).host, own: false })
    expect(data.pages.map((one: { page: string }) => one.page)).toEqual([
      'home',
      'list',
      'product',
      'cart',
    ])
    const page = await read(`${data.url}/`)
    expect(page.text).toContain('<html lang="en" dir="ltr">')
    const [, sheet] =
      /href="(\/arasta\/[0-9a-f]{64}\/[^"]+\.css)" data-role="theme"/.exec(page.text) ?? []
    expect((await read(data.url + (sheet ?? ''))).text).toContain('#78c2ad')
  })

  test('shows each owner their own store, and leaves the store byte for byte unchanged', async () => {
    const before = await stateOf()
    const mine = (await owner.call('POST', previewPath(minty), { body: { on: 'own' } })).body.data
    expect(mine.shop).toEqual({ domain: owner.domain, own: true })
    const other = await signIn(market, 'store-2', 'theme')
    const theirs = (
      await other.call('POST', previewPath(minty), { body: { on: 'own', locale: 'en' } })
    ).body.data
    expect((await read(`${theirs.url}/`)).text).toContain('data-store-id="store-2"')
    expect((await read(`${mine.url}/products`)).text).toContain('data-store-id="store-1"')
    expect(await stateOf()).toBe(before)
    expect(await market.services.db.selectFrom('installations').select('id').execute()).toEqual([])
  })

  test('puts on the pages exactly what an install with default settings would', async () => {
    const apps = await signIn(market)
    const id = await idOf(apps, 'delivery-day')
    const { data } = (
      await call(market, 'POST', `/app-store/app/${id}/preview`, { body: { locale: 'tr' } })
    ).body
    const product = data.pages.find((one: { page: string }) => one.page === 'product').path
    const page = await read(data.url + product)
    const [, markup] =
      /<!--arasta:preview-0-->([\s\S]*?)<!--\/arasta:preview-0-->/.exec(page.text) ?? []
    const { plan } = (await apps.call('GET', `/app-store/app/${id}/installation`)).body.data
    const planned = plan.changes.find((change: { placement: number }) => change.placement === 1004)
    const shown =
      markup
        ?.replace(/\/arasta\/[0-9a-f]{64}\/([\w./-]+)/g, '{{asset:$1}}')
        .replace(/nonce="[^"]+"/g, 'nonce="{{csp:nonce}}"')
        .replace(/"tr"/g, '"{{store:locale}}"') ?? ''
    const [sha256] = /[0-9a-f]{64}/.exec(markup ?? '') ?? ['']
    const content = { html: shown }
    expect(
      sourceLines('design_block', content, {
        package: sha256,
        files: filesOf({ kind: 'design_block', content }),
      }),
    ).toBe(planned.detail.replace(/"tr"/g, '"{{store:locale}}"'))
  })

  test('names the place of each change by its number in the plan, its page and its comments, and what of its settings it is made of', async () => {
    const apps = await signIn(market)
    const id = await idOf(apps, 'free-delivery')
    const { data } = (
      await call(market, 'POST', `/app-store/app/${id}/preview`, { body: { locale: 'en' } })
    ).body
    const { plan } = (await apps.call('GET', `/app-store/app/${id}/installation`)).body.data
    expect(data.places).toMatchObject(
      plan.changes.map((change: { title: string; placement: number }, index: number) => ({
        pin: index + 1,
        page: { 1054: 'cart', 1004: 'product' }[change.placement],
        mark: `preview-${index}`,
        inputs: ['threshold', 'colour', 'keep_when_free'],
      })),
    )
    for (const place of data.places) {
      const { path } = data.pages.find((one: { page: string }) => one.page === place.page)
      const { text } = await read(data.url + path)
      expect(text).toContain(`<!--arasta:${place.mark}-->`)
    }
    expect((await look(minty, { locale: 'en' })).body.data.places).toMatchObject([
      { pin: 1, page: null, mark: null, inputs: [] },
    ])
  })

  test('shows the shop without the item beside it, the same for every item', async () => {
    const without = (await look(minty, { locale: 'en', without_item: true })).body.data
    expect(without.places).toEqual([])
    expect((await read(`${without.url}/`)).text).not.toContain('data-role="theme" href="/arasta/')
    const brite = await idOf(owner, 'brite', 'theme')
    expect((await look(brite, { locale: 'en', without_item: true })).body.data.url).toBe(
      without.url,
    )
    expect((await look(brite, { locale: 'en' })).body.data.url).not.toBe(without.url)
  })

  test('shows an owner an item with the answers of its form before it is installed, and refuses those that its form refuses', async () => {
    const apps = await signIn(market)
    const id = await idOf(apps, 'free-delivery')
    const path = `/app-store/app/${id}/preview`
    const shown = async (inputs?: object) => {
      const answer = await apps.call('POST', path, {
        body: { on: 'own', locale: 'en', ...(inputs && { inputs }) },
      })
      return answer.status === 200
        ? (await read(`${answer.body.data.url}/cart`)).text
        : answer.body.code
    }
    expect(await shown()).toContain('data-colour="success"')
    const text = await shown({ colour: 'primary', threshold: 1200 })
    expect(text).toContain('data-colour="primary"')
    expect(text).toContain('data-threshold="1200"')
    expect(await shown({ threshold: 0 })).toBe('installs.inputs_invalid')
  })

  test('is reused for the same request within some minutes, and not when it is about to expire', async () => {
    const first = (await look(minty, { locale: 'en' })).body.data.url
    expect((await look(minty, { locale: 'en' })).body.data.url).toBe(first)
    expect((await look(minty, { locale: 'ar' })).body.data.url).not.toBe(first)
    market.clock.moveSeconds(11 * 60)
    expect((await look(minty, { locale: 'en' })).body.data.url).not.toBe(first)
    expect((await read(`${first}/`)).status).toBe(200)
    market.clock.moveSeconds(5 * 60)
    expect((await read(`${first}/`)).status).toBe(410)
  })

  test('of an own store requires a session, and an item without a package has none', async () => {
    expect((await look(minty, { on: 'own' })).body.code).toBe('session.required')
    expect((await look('itm_none')).body.code).toBe('catalog.item_not_found')
    expect((await look(minty, { locale: 'xx' })).body.fields).toHaveProperty('locale')
    await market.services.db
      .updateTable('items')
      .set({ latest_release_id: null })
      .where('slug', '=', 'darkly')
      .execute()
    expect((await look(await idOf(owner, 'darkly', 'theme'))).body.code).toBe(
      'catalog.not_installable',
    )
  })

  test('reports that the shop is closed or its platform unreachable', async () => {
    const flatly = await idOf(owner, 'flatly', 'theme')
    market.shop.setStoreOpen('store-1', false)
    expect((await look(flatly)).body).toMatchObject({
      statusCode: 410,
      code: 'session.store_closed',
    })
    market.shop.setStoreOpen('store-1', true)
    market.shop.setFault('store-1', 'preview', { kind: 'error_500', times: 1 })
    expect((await look(flatly)).body).toMatchObject({
      statusCode: 503,
      code: 'platform.unavailable',
    })
    expect((await look(flatly)).status).toBe(200)
  })

  test('whose URL from a platform points at one of our addresses is refused, as our server would fetch it (SRV-2)', async () => {
    const { db } = market.services
    const { origin } = new URL(market.shop.origin('store-1'))
    const cosmo = await idOf(owner, 'cosmo', 'theme')
    const origins = market.services.origins as { bank: string }
    const bank = origins.bank
    origins.bank = origin
    expect((await look(cosmo)).body.code).toBe('platform.unavailable')
    origins.bank = bank
    expect(
      await db
        .selectFrom('previews')
        .innerJoin('releases', 'releases.id', 'previews.release_id')
        .select('item_id')
        .where('item_id', '=', cosmo)
        .execute(),
    ).toEqual([])
  })

  test('is limited per network address; reused previews do not count', async () => {
    const items = await market.services.db
      .selectFrom('items')
      .select('id')
      .where('market', '=', 'theme')
      .where('latest_release_id', 'is not', null)
      .execute()
    const tries = items.flatMap(({ id }) => ['tr', 'en', 'ar'].map((locale) => ({ id, locale })))
    const codes: string[] = []
    for (const { id, locale } of tries)
      codes.push((await look(id, { locale })).body.code ?? 'shown')
    expect(codes).toContain('rate.limited')
    expect(codes.filter((code) => code === 'shown').length).toBeGreaterThanOrEqual(50)
    const seen = tries[codes.indexOf('shown')]
    expect((await look(seen?.id ?? '', { locale: seen?.locale })).status).toBe(200)
  })
})

describe("the item's link to its preview", () => {
  const link = async (slug: string) =>
    (await call(market, 'GET', '/theme-store/theme/detail', { site: 'theme', query: { slug } }))
      .body.data.links.live_preview

  test('appears where a preview is possible, and not on a platform without a demonstration store', async () => {
    expect(await link('minty')).toBe(`${market.origins.theme}/preview/minty`)
    expect(await link('darkly')).toBeNull()
    const { db } = market.services
    await db.updateTable('platforms').set({ demonstration_store: null }).execute()
    expect(await link('minty')).toBeNull()
    expect(
      demonstrationConnector(market.services, await requirePlatform(market.services, 1)),
    ).toBeNull()
    const presentSignedIn = await owner.call('GET', '/theme-store/theme/detail', {
      query: { slug: 'minty' },
    })
    expect(presentSignedIn.body.data.links.live_preview).toBe(
      `${market.origins.theme}/preview/minty`,
    )
    await db.deleteFrom('previews').execute()
    expect((await look(await idOf(owner, 'lumen', 'theme'))).body.code).toBe('installs.no_preview')
    await db.updateTable('platforms').set({ demonstration_store: 'store-1' }).execute()
  })
})
