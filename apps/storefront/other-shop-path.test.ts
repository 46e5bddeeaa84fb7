import { expect, test } from 'vitest'
import { openShop } from '#modules/stores/sessions/shop-contract.ts'
import { pathInOtherShop } from './other-shop-path.ts'

test('another shop shows the same page, or the nearest that it has', () => {
  for (const [here, there] of [
    ['/', '/'],
    ['/market', '/'],
    ['/list?goal=sell-more', '/list?goal=sell-more'],
    ['/market/delivery-day', '/delivery-day'],
    ['/market/delivery-day/reviews?page=2', '/delivery-day/reviews?page=2'],
    ['/account/orders', '/account/orders'],
    ['/market/orders', '/account/orders'],
    ['/market/reviews', '/account/reviews'],
    ['/account/orders/AR12', '/account/orders'],
    ['/market/installed/zoom/settings', '/account/installed'],
    ['/checkout/zoom?edit=adr_1', '/zoom'],
    ['/market/checkout/bundles/product-page-set?without=zoom', '/bundles/product-page-set'],
    ['/checkout/success?order=AR12', '/account/orders'],
    ['/market/install/zoom', '/zoom'],
    ['/account', '/account/installed'],
    ['/account/site', '/account/installed'],
  ] as const) {
    const url = new URL(here, 'https://apps.example')
    expect(pathInOtherShop(url.pathname, url.search), here).toBe(there)
  }
})

test('a long search does not keep the other shop from opening', () => {
  const search = `?${new URLSearchParams({ q: 'توصيل '.repeat(20), category: 'deliver' })}`
  const next = pathInOtherShop('/list', search)
  expect(next).toBe('/list')
  expect(openShop.query?.safeParse({ next }).success).toBe(true)
  expect(openShop.query?.safeParse({ next: `/list${search}` }).success).toBe(false)
  expect(pathInOtherShop(`/${'a'.repeat(600)}`, '')).toBe('/')
})
