import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundOrder } from '#modules/orders/public.ts'
import { createHttp } from '#lib/http.ts'
import { ADDRESS, passChallenge, pay, prepareKnownOrder } from '#test/support/checkout.ts'
import { idOf, install, processRun } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'

/** The demo app Celebration: its server half lives on the shop, in another process's code. */
let market: Marketplace
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace()
  owner = await signIn(market)
  await install(owner, await idOf(owner, 'celebration'))
  await processRun(market)
  await owner.call('POST', '/domain/address', { body: ADDRESS })
})
afterAll(() => market.stop())

/** Somebody's browser on a shop. */
function browserOn(store: 'store-1' | 'store-2') {
  const origin = market.shop.origin(store)
  const http = createHttp({ allowOrigins: [origin] })
  const cookies = new Map<string, string>()
  return async (path: string, form?: Record<string, string>) => {
    const answer = await http.request(new URL(path, origin).href, {
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin }),
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form).toString() }),
    })
    for (const [, name, value] of (answer.headers['set-cookie'] ?? '').matchAll(
      /(?:^|, )([\w-]+)=([^;]*)/g,
    ))
      cookies.set(name as string, value as string)
    return {
      status: answer.status,
      to: answer.headers.location ?? '',
      text: answer.body.toString('utf8'),
      policy: answer.headers['content-security-policy'] ?? '',
    }
  }
}
const opened = async () =>
  (await owner.call('POST', '/app-store/app/celebration/open', { body: {} })).body.data
    .url as string

test('S3.4 a free demo app sells a product: opened from the market, paid at its checkout, shown on the shop, removed after a refund', async () => {
  const visit = browserOn('store-1')
  const shown = async () =>
    JSON.parse((await visit('/apps/celebration/products.json')).text) as { products: string[] }
  expect((await visit('/apps/celebration')).status).toBe(403)
  expect((await visit('/apps/celebration/buy', { product: 'fireworks' })).status).toBe(403)

  const url = await opened()
  expect(url.startsWith(`${market.shop.origin('store-1')}/apps/celebration?arasta-token=`)).toBe(
    true,
  )
  expect((await visit(url)).to).toBe('/apps/celebration')
  // Another browser with the same address gets nothing of it, and neither does another shop with a
  // fresh one.
  expect((await browserOn('store-1')(url)).status).toBe(403)
  expect(
    (await browserOn('store-2')(`/apps/celebration${new URL(await opened()).search}`)).status,
  ).toBe(403)

  const page = await visit('/apps/celebration?hl=tr')
  expect([
    page.status,
    page.text.includes('Havai fişek'),
    page.text.includes('49,00'),
    page.policy.includes(`form-action 'self' ${market.origins.app};`),
  ]).toEqual([200, true, true, true])
  expect(await shown()).toEqual({ products: [] })

  const checkout = new URL((await visit('/apps/celebration/buy', { product: 'fireworks' })).to)
  expect(checkout.origin + checkout.pathname).toBe(`${market.origins.app}/checkout/celebration`)
  const order = (
    await owner.call('GET', `/checkout/status/${checkout.searchParams.get('order')}`, {
      query: { hl: 'AR' },
    })
  ).body.data
  expect(order).toMatchObject({ total: 49, product: { name: 'ألعاب نارية' } })
  expect((await visit(order.product.return_to)).to).toBe('/apps/celebration')
  expect(await shown()).toEqual({ products: [] })

  const paid = await pay(owner, await prepareKnownOrder(owner, order))
  await passChallenge(market, paid.body.challenge.url)
  expect((await visit(order.product.return_to)).to).toBe('/apps/celebration?bought=1')
  expect((await visit('/apps/celebration?bought=1')).text).toMatch(/artık senin[\s\S]*Mağazanda/)
  expect(await shown()).toEqual({ products: ['fireworks'] })
  expect((await visit('/apps/celebration/buy', { product: 'fireworks' })).to).toBe(
    '/apps/celebration',
  )

  await refundOrder(market.services, {
    orderNumber: order.order_number,
    amountMinor: null,
    reason: 'buyer_request',
    askedBy: 'test',
    key: 'back',
  })
  await visit('/apps/celebration')
  expect(await shown()).toEqual({ products: [] })
})
