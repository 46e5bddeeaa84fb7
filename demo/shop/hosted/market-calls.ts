import { createHash, createHmac, createPublicKey, randomBytes } from 'node:crypto'
import { compactVerify } from 'jose'
import { z } from 'zod'
import type { StoreId } from '../config.ts'
import { nowSeconds } from '../platform.ts'
import type { Platform } from '../platform.ts'
import type { Database } from '../storage/database.ts'

/**
 * What the server half of an app says to the market, as docs/in-app-purchase.md tells app makers
 * to.
 */
export interface Credential {
  keyId: string
  secret: string
  webhookSecrets: string[]
}

const claimed = z.object({
  data: z.object({
    key_id: z.string(),
    secret: z.string(),
    webhook_secrets: z.array(z.string()),
    store: z.object({ domain: z.string() }),
  }),
})
const purchase = z.object({
  data: z.object({
    state: z.string(),
    checkout_url: z.url().nullable(),
    receipt: z.string().nullable(),
  }),
})
const appData = z.object({
  data: z.object({
    in_app_purchases: z.array(z.object({ product_id: z.string(), state: z.string() })),
  }),
})
const detail = z.object({
  data: z.object({
    in_app_products: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        price: z.number(),
        currency: z.enum(['TRY', 'USD']),
      }),
    ),
  }),
})
const serviceKey = z.object({ data: z.object({ secret: z.string(), url: z.url() }) })
const keySet = z.object({
  keys: z.array(
    z.object({ kid: z.string(), kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
  ),
})
const receiptClaims = z.object({
  iss: z.string(),
  aud: z.string(),
  exp: z.number(),
  product_id: z.string(),
  state: z.string(),
})

export type Key = Pick<Credential, 'keyId' | 'secret'>

/** What the market gave, in the place of what it gave before. */
export function keepCredential(
  db: Database,
  storeId: StoreId,
  prefix: string,
  { keyId, secret, webhookSecrets }: Credential,
): void {
  db.transaction(() => {
    db.run(
      'INSERT OR REPLACE INTO hosted_credential VALUES (?, ?, ?, ?)',
      storeId,
      prefix,
      keyId,
      secret,
    )
    db.run('DELETE FROM hosted_webhook_secret WHERE store_id = ? AND prefix = ?', storeId, prefix)
    for (const [position, one] of webhookSecrets.entries())
      db.run(
        'INSERT INTO hosted_webhook_secret VALUES (?, ?, ?, ?)',
        storeId,
        prefix,
        position,
        one,
      )
  })
}

/** What the market's messages to this shop's copy are signed with. */
export const secretsOf = (db: Database, storeId: StoreId, prefix: string): string[] =>
  db
    .all<{ secret: string }>(
      'SELECT secret FROM hosted_webhook_secret WHERE store_id = ? AND prefix = ? ORDER BY position',
      storeId,
      prefix,
    )
    .map((row) => row.secret)

/** The market said no, or nothing. */
export class MarketSaysNo extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the market answered ${status}`)
    this.name = 'MarketSaysNo'
    this.status = status
  }
}

export function callsOf(platform: Platform, prefix: string) {
  const origin = platform.config.market.app
  const base = `/api/app-store/app/${prefix}`

  async function send<T>(
    method: string,
    path: string,
    schema: z.ZodType<T>,
    body = '',
    headers: Record<string, string> = {},
  ): Promise<T> {
    const answer = await platform.http.request(origin + path, {
      method,
      timeoutMs: 10_000,
      headers: { ...headers, ...(body === '' ? {} : { 'content-type': 'application/json' }) },
      ...(body === '' ? {} : { body }),
    })
    if (answer.status !== 200) throw new MarketSaysNo(answer.status)
    return schema.parse(JSON.parse(answer.body.toString('utf8')))
  }

  function signed<T>(
    { keyId, secret }: Key,
    method: string,
    path: string,
    schema: z.ZodType<T>,
    input?: object,
  ): Promise<T> {
    const body = input === undefined ? '' : JSON.stringify(input)
    const [time, nonce] = [String(nowSeconds(platform)), randomBytes(16).toString('base64url')]
    const text = [
      'v1',
      method,
      base + path,
      time,
      nonce,
      createHash('sha256').update(body).digest('hex'),
    ].join('\n')
    const signature = `v1=${createHmac('sha256', secret).update(text).digest('base64url')}`
    return send(method, base + path, schema, body, {
      'arasta-key-id': keyId,
      'arasta-timestamp': time,
      'arasta-nonce': nonce,
      'arasta-signature': signature,
    })
  }

  return {
    /**
     * The token that the app was opened with → the credential; undefined when it is of another shop
     * than this one.
     */
    async claim(token: string, storeId: StoreId): Promise<Credential | undefined> {
      const { data } = await send('POST', `${base}/credential`, claimed, JSON.stringify({ token }))
      return data.store.domain === platform.hostOf(storeId)
        ? { keyId: data.key_id, secret: data.secret, webhookSecrets: data.webhook_secrets }
        : undefined
    },
    /** What the listing says is sold, in the reader's language. */
    products: async (locale: string) =>
      (
        await send(
          'GET',
          `/api/app-store/app/detail?slug=${prefix}&hl=${locale.toUpperCase()}`,
          detail,
        )
      ).data.in_app_products,
    ask: async (
      credential: Key,
      wish: { request_id: string; product_id: string; return_url: string },
    ) => (await signed(credential, 'POST', '/purchase', purchase, wish)).data,
    look: async (credential: Key, id: string) =>
      (await signed(credential, 'GET', `/purchase/${encodeURIComponent(id)}`, purchase)).data,
    /** What this store owns now. */
    owned: async (credential: Key) =>
      (await signed(credential, 'GET', '/app-data', appData)).data.in_app_purchases
        .filter((one) => one.state === 'paid' || one.state === 'partially_refunded')
        .map((one) => one.product_id),
    /**
     * Another key to the shop's web services (docs/rights.md); throws when the owner gave no
     * access.
     */
    takeKey: async (credential: Key) =>
      (await signed(credential, 'POST', '/web-service-key', serviceKey)).data,
    /** What a receipt says; undefined when the market did not sign it for this app. */
    async read(receipt: string): Promise<z.infer<typeof receiptClaims> | undefined> {
      const { keys } = await send('GET', '/.well-known/arasta-keys.json', keySet)
      const { payload } = await compactVerify(
        receipt,
        ({ kid, typ }) => {
          const key = keys.find((one) => one.kid === kid)
          if (!key || typ !== 'arasta-purchase+jwt') throw new Error('not a receipt')
          return createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: 'jwk' })
        },
        { algorithms: ['EdDSA'] },
      )
      const told = receiptClaims.parse(JSON.parse(Buffer.from(payload).toString('utf8')))
      return told.iss === origin && told.aud === prefix && told.exp > nowSeconds(platform)
        ? told
        : undefined
    },
  }
}
