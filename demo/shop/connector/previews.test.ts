import { afterAll, beforeAll, expect, test } from 'vitest'
import { effect, packageOf, startTestShop } from '../testing/start-demo-shop.ts'
import type { TestShop } from '../testing/start-demo-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

async function preview(files: Record<string, string> = {}, html = '<p>shown</p>') {
  const made = shop.installer.offer(packageOf('seen', files), 'seen')
  const { status, json } = await shop.call({
    method: 'POST',
    path: '/connector/v1/stores/store-1/previews',
    key: shop.client,
    body: {
      packages: [{ sha256: made.sha256, ...made.body }],
      effects: [effect(made, 'design_block', 'placement:3', { html })],
      alone: true,
    },
  })
  expect(status).toBe(200)
  const read = async (where: string) =>
    (
      await shop.http.request(shop.at('store-1', where), {
        headers: { 'arasta-preview': String(json.token) },
      })
    ).status
  return { made, token: String(json.token), read }
}

test('a preview is over after 15 minutes', async () => {
  const { read } = await preview()
  shop.clock.moveSeconds(899)
  expect(await read('/')).toBe(200)
  shop.clock.moveSeconds(1)
  expect(await read('/')).toBe(410)
})

test('it shows files that pages load and hands out neither the manifest nor anything without its token', async () => {
  const { made, read } = await preview({ 'app.js': 'void 0', 'notes.md': 'secret' })
  const at = (name: string) => `/arasta/${made.sha256}/${name}`
  expect(await read(at('app.js'))).toBe(200)
  for (const name of ['arasta.app.json', 'notes.md', '../app.js', ''])
    expect(await read(at(name))).toBe(404)
  expect((await shop.http.request(shop.at('store-1', at('app.js')))).status).toBe(404)
})

test('a shop keeps only so many: the oldest make way', async () => {
  const first = await preview()
  for (let n = 0; n < 200; n++) await preview()
  expect(await first.read('/')).toBe(410)
}, 60_000)

test("it is of one store: its token opens no page of another, and the market's key makes none on a store that is not set aside for it", async () => {
  const { token } = await preview()
  expect(
    (await shop.http.request(shop.at('store-2'), { headers: { 'arasta-preview': token } })).status,
  ).toBe(410)
  const { status, json } = await shop.call({
    method: 'POST',
    path: '/connector/v1/stores/store-2/previews',
    key: shop.client,
    body: { packages: [], effects: [] },
  })
  expect([status, json.error]).toEqual([403, 'other_store'])
})
