import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { hashSecret } from '#lib/ids.ts'
import { idOf } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'

let market: Marketplace
let owner: Owner
let stranger: Owner
let bar: string

beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
  stranger = await signIn(market, 'store-2')
  bar = await idOf(owner, 'free-delivery')
})
afterAll(() => market.stop())

const LINKS = '/app-store/preview-links'
const make = (body: object = {}, who = owner) =>
  who.call('POST', `/app-store/app/${bar}/preview/links`, {
    body: { store: who.storeId, locale: 'en', ...body },
  })
const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
/** As somebody without a session. */
const open = (token: string, body: object = {}) =>
  call(market, 'POST', `${LINKS}/open`, { body: { token, ...body } })
const list = async (who = owner) => (await who.call('GET', LINKS)).body.data
const end = (id: string, who = owner) =>
  who.call('DELETE', `${LINKS}/${id}`, { body: { store: who.storeId } })
const read = async (url: string) =>
  (await createHttp({ allowOrigins: [new URL(url).origin] }).request(url)).body.toString('utf8')

describe('a link to a preview (S2.17)', () => {
  test("shows whoever has it the owner's shop with the item and the tried answers, and without it, and says nothing of the account", async () => {
    const made = (await make({ inputs: { colour: 'primary' } })).body.data
    expect(made.url).toMatch(
      new RegExp(`^${market.origins.app.replaceAll('.', '\\.')}/share/[\\w-]{43}$`),
    )
    const { status, body } = await open(tokenOf(made.url))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      item: { slug: 'free-delivery' },
      expires_at: made.expires_at,
      preview: { shop: { domain: owner.domain, own: true } },
    })
    expect(await read(`${body.data.preview.url}/cart`)).toContain('data-colour="primary"')
    const without = (await open(tokenOf(made.url), { without_item: true })).body.data.preview
    expect(await read(`${without.url}/cart`)).not.toContain('data-arasta-free-delivery')
    const { account_name: name } = { account_name: (await list())[0].made_by }
    expect(name.length).toBeGreaterThan(1)
    expect(JSON.stringify(body)).not.toContain(name)
    expect(JSON.stringify(body)).not.toContain(owner.storeId)
    await end(made.id)
  })

  test('is kept as a hash only, is listed without its token, and the store alone can end it', async () => {
    const made = (await make()).body.data
    const token = tokenOf(made.url)
    const rows = await market.services.db.selectFrom('preview_links').selectAll().execute()
    expect(rows.map((row) => row.token_hash)).toContainEqual(hashSecret(token))
    expect(JSON.stringify(rows)).not.toContain(token)
    const listed = await list()
    expect(listed).toMatchObject([{ id: made.id, expires_at: made.expires_at }])
    expect(JSON.stringify(listed)).not.toContain(token)
    expect(await list(stranger)).toEqual([])
    await end(made.id, stranger)
    expect((await open(token)).status).toBe(200)
    expect((await end(made.id)).status).toBe(200)
    expect((await open(token)).body).toMatchObject({
      statusCode: 410,
      code: 'installs.link_over',
    })
    expect(await list()).toEqual([])
  })

  test('ends by itself after seven days, and one that nobody made is answered alike', async () => {
    const token = tokenOf((await make()).body.data.url)
    market.clock.moveSeconds(7 * 86_400 - 60)
    owner = await signIn(market)
    expect((await open(token)).status).toBe(200)
    market.clock.moveSeconds(61)
    const over = await open(token)
    expect(over.body.code).toBe('installs.link_over')
    const unknown = await open('A'.repeat(43))
    expect(unknown.body).toEqual(over.body)
    expect(await list()).toEqual([])
  })

  test('is not made for answers that the form refuses, nor by another store than the page showed', async () => {
    expect((await make({ inputs: { colour: 'pink' } })).body.code).toBe('installs.inputs_invalid')
    expect((await make({ store: stranger.storeId })).body.code).toBe('session.store_changed')
    expect(await list()).toEqual([])
  })

  test('shows that the shop has closed', async () => {
    const token = tokenOf((await make()).body.data.url)
    market.shop.setStoreOpen('store-1', false)
    await market.services.db.deleteFrom('previews').execute()
    expect((await open(token)).body.code).toBe('session.store_closed')
    market.shop.setStoreOpen('store-1', true)
    expect((await open(token)).status).toBe(200)
    for (const { id } of await list()) await end(id)
  })

  test('is one of twenty at most, and may be opened often, not without end', async () => {
    const made = await Promise.all(Array.from({ length: 24 }, () => make()))
    const codes = made.map((answer) => answer.body.code ?? 'made')
    expect(codes.filter((code) => code === 'made')).toHaveLength(20)
    expect(codes.filter((code) => code === 'installs.too_many_links')).toHaveLength(4)
    const token = tokenOf(made.find((answer) => answer.status === 200)?.body.data.url)
    const opened: number[] = []
    for (let times = 0; times < 121; times += 1) opened.push((await open(token)).status)
    expect(opened.slice(0, 100).every((status) => status === 200)).toBe(true)
    expect(opened.at(-1)).toBe(429)
  })
})
