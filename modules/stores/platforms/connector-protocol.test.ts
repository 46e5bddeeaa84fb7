import { packageOf, startTestShop } from '#demo/shop/testing/start-demo-shop.ts'
import type { StoreId } from '#demo/shop/config.ts'
import { expect, test } from 'vitest'
import { claimCredential, storeConnector } from './connector-protocol.ts'
import { ConnectorFailure } from './store-connector.ts'
import { storeConnectorSuite } from './store-connector.suite.ts'

storeConnectorSuite('Store Connector protocol against the demo platform', async () => {
  const test = await startTestShop()
  const baseUrl = test.shop.connector()
  const connect = async (id: StoreId) => {
    const claimed = await claimCredential(
      test.http,
      test.clock,
      { baseUrl, keyId: test.client.id, secret: test.client.secret },
      test.shop.storeToken(id),
    )
    return storeConnector(
      test.http,
      test.clock,
      { baseUrl, keyId: claimed.key_id, secret: claimed.secret },
      claimed.store_id,
    )
  }
  const offerOf = (prefix: string) => {
    const { sha256, body } = test.installer.offer(packageOf(prefix, { 'app.js': 'void 0' }), prefix)
    return {
      sha256,
      url: body.url,
      size: body.size,
      signature: body.signature,
      keyId: body.key_id,
      prefix,
      version: body.version,
    }
  }
  const [offer, bad, foreign] = [offerOf('suite'), offerOf('bad'), offerOf('foreign')]
  return {
    connector: await connect('store-1'),
    other: await connect('store-2'),
    offer,
    otherOffer: offerOf('another'),
    // The address of other bytes than the hash and the signature are for.
    badOffer: { ...bad, url: foreign.url, size: foreign.size },
    failEffects: (how, times) =>
      test.shop.setFault('store-1', 'effect_put', {
        kind: how === 'error' ? 'error_500' : how,
        times,
      }),
    demonstration: storeConnector(
      test.http,
      test.clock,
      { baseUrl, keyId: test.client.id, secret: test.client.secret },
      'store-1',
    ),
    async read(url, options = {}) {
      const { status, headers, body } = await test.http.request(url, options)
      return { status, headers, text: body.toString('utf8') }
    },
    scopes: ['orders.read', 'orders.note'],
    useScope: async (url, secret) =>
      (await test.http.request(`${url}/orders`, { headers: { authorization: `Bearer ${secret}` } }))
        .status,
    setOpen: (open) => test.shop.setStoreOpen('store-1', open),
    stop: () => test.stop(),
  }
})

test("a credential is given for a store token only to the platform's own client (D5)", async () => {
  const shop = await startTestShop()
  try {
    const address = {
      baseUrl: shop.shop.connector(),
      keyId: shop.client.id,
      secret: 'x'.repeat(40),
    }
    await expect(
      claimCredential(shop.http, shop.clock, address, shop.shop.storeToken('store-1')),
    ).rejects.toBeInstanceOf(ConnectorFailure)
    await expect(
      claimCredential(shop.http, shop.clock, { ...address, secret: shop.client.secret }, 'unknown'),
    ).rejects.toMatchObject({ kind: 'refused' })
  } finally {
    await shop.stop()
  }
})
