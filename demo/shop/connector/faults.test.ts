import { afterAll, beforeAll, expect, test } from 'vitest'
import { HttpFailure } from '../../../lib/http.ts'
import type { Key } from '../testing/signed-client.ts'
import { effect, startTestShop } from '../testing/start-demo-shop.ts'
import type { TestShop } from '../testing/start-demo-shop.ts'

let shop: TestShop
let key: Key
beforeAll(async () => {
  shop = await startTestShop({ slowMs: 0 })
  key = await shop.keyOf('store-1')
})
afterAll(() => shop.stop())

const state = () => shop.call({ path: '/connector/v1/stores/store-1/state', key })

test('a call that was told to fail fails as often as it was told, and is well again', async () => {
  shop.shop.setFault('store-1', 'state', { kind: 'error_500', times: 2 })
  expect((await state()).status).toBe(500)
  expect((await state()).status).toBe(500)
  expect((await state()).status).toBe(200)
})

test('a busy call says when to come back, until it is healed', async () => {
  shop.shop.setFault('store-1', 'state', { kind: 'too_many', times: null })
  const busy = await state()
  expect([busy.status, busy.headers['retry-after']]).toEqual([429, '2'])
  shop.shop.setFault('store-1', 'state', null)
  expect((await state()).status).toBe(200)
})

test('a cut wire leaves the work undone, or done, as it was told; the same effect again then answers', async () => {
  const made = await shop.putPackage('store-1', 'cut')
  const put = () =>
    shop.call({
      method: 'PUT',
      path: '/connector/v1/stores/store-1/effects/eff_cut',
      key,
      body: effect(made, 'tracking_code', 'placement:3', { html: 'cut' }),
    })
  const shown = async () =>
    (await shop.browser().get(shop.at('store-1'))).text.includes('<!--arasta:eff_cut-->')
  shop.shop.setFault('store-1', 'effect_put', { kind: 'reset', times: 1 })
  await expect(put()).rejects.toThrow(HttpFailure)
  expect(await shown()).toBe(false)
  shop.shop.setFault('store-1', 'effect_put', { kind: 'reset_after', times: 1 })
  await expect(put()).rejects.toThrow(HttpFailure)
  expect(await shown()).toBe(true)
  expect((await put()).status).toBe(200)
})

test('a slow call does its work in the end, and the other store is not touched', async () => {
  shop.shop.setFault('store-1', 'state', { kind: 'slow', times: 1 })
  expect((await state()).status).toBe(200)
  shop.shop.setFault('store-1', 'store', { kind: 'error_500', times: null })
  expect(
    (await shop.call({ path: '/connector/v1/stores/store-2', key: await shop.keyOf('store-2') }))
      .status,
  ).toBe(200)
})

test('a shop that is told to end does not wait for its slow calls', async () => {
  const ending = await startTestShop({ slowMs: 600_000 })
  const call = { path: '/connector/v1/stores/store-1', key: await ending.keyOf('store-1') }
  ending.shop.setFault('store-1', 'store', { kind: 'slow', times: 1 })
  const slow = ending.call(call).catch((error: unknown) => error)
  await expect.poll(() => ending.shop.getFault('store-1', 'store')).toBeUndefined()
  await ending.stop()
  expect(await slow).toBeInstanceOf(HttpFailure)
})
