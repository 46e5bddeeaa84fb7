import { randomBytes } from 'node:crypto'
import { SignJWT, importJWK } from 'jose'
import { createHttp } from '#lib/http.ts'
import type { Market } from '#lib/market.ts'
import type { Marketplace } from './marketplace.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  // Tests look into answers; the contract has checked their form already.
  // oxlint-disable-next-line no-explicit-any
  body: any
}

export interface Owner {
  token: string
  storeToken: string
  storeId: string
  domain: string
  /** A call as this owner, by header. */
  call(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; query?: Record<string, string> },
  ): Promise<Answer>
}

/** Where this market answers. */
export const originsOf = ({ origins, anySite }: Marketplace): string[] => [
  ...Object.values(origins),
  ...(anySite === '' ? [] : [anySite]),
]

const clientOf = (market: Marketplace) => createHttp({ allowOrigins: originsOf(market) })

/** A call to the API as anybody. */
export async function call(
  market: Marketplace,
  method: string,
  path: string,
  options: {
    body?: unknown
    headers?: Record<string, string>
    query?: Record<string, string>
    site?: Market | 'installer' | 'any-site'
  } = {},
): Promise<Answer> {
  const url = new URL(
    `/api${path}`,
    options.site === 'any-site' ? market.anySite : market.origins[options.site ?? 'app'],
  )
  for (const [name, value] of Object.entries(options.query ?? {}))
    url.searchParams.append(name, value)
  const body =
    options.body === undefined
      ? undefined
      : typeof options.body === 'string'
        ? options.body
        : JSON.stringify(options.body)
  const answer = await clientOf(market).request(url.href, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
    timeoutMs: 20_000,
    // The document of all calls is larger than what the market itself reads.
    maxBytes: 4 * 1024 * 1024,
  })
  const text = answer.body.toString('utf8')
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export type Claims = Record<string, unknown>

/**
 * A launch token as the panel makes it; `change` puts other claims in, for the ones that must be
 * refused.
 */
export async function launchToken(
  market: Marketplace,
  store: 'store-1' | 'store-2',
  {
    site = 'app',
    claims = {},
    kid,
    key,
  }: { site?: Market; claims?: Claims; kid?: string; key?: object } = {},
): Promise<string> {
  const now = Math.floor(market.clock.now().getTime() / 1000)
  return new SignJWT({
    domain: new URL(market.shop.origin(store)).host,
    account: { id: 'u-1', name: 'Ayşe Demir', email: 'ayse@shop.example' },
    is_os2: store === 'store-2',
    hl: 'tr',
    iss: '1',
    aud: market.origins[site],
    sub: store,
    iat: now,
    nbf: now,
    exp: now + 100,
    jti: randomBytes(12).toString('hex'),
    ...claims,
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: kid ?? market.platformKey.kid })
    .sign(await importJWK((key ?? market.platformKey) as typeof market.platformKey, 'EdDSA'))
}

/** A store's owner, signed in by the API; with other claims, somebody of its team. */
export async function signIn(
  market: Marketplace,
  store: 'store-1' | 'store-2' = 'store-1',
  site: Market = 'app',
  claims: Claims = {},
): Promise<Owner> {
  const storeToken = market.shop.storeToken(store)
  const launch = await launchToken(market, store, { site, claims })
  const answer = await call(market, 'POST', '/auth/domain', {
    site,
    headers: { authorization: `Bearer ${launch}`, 'apps-token': launch, 'store-token': storeToken },
  })
  if (answer.status !== 200) throw new Error(`could not sign in: ${JSON.stringify(answer.body)}`)
  const {
    token,
    store_id: storeId,
    domain,
  } = answer.body as { token: string; store_id: string; domain: string }
  // The second demo shop is one of dollars. Tests count in liras, unless they are about currencies.
  await market.services.db
    .updateTable('stores')
    .set({ currency: null })
    .where('id', '=', storeId)
    .execute()
  return {
    token,
    storeToken,
    storeId,
    domain,
    call: (method, path, options = {}) =>
      call(market, method, path, {
        ...options,
        site,
        headers: { 'apps-token': token, 'store-token': storeToken, ...options.headers },
      }),
  }
}
