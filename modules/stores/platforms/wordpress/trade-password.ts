import { z } from 'zod'
import { readJson } from '#lib/foreign/json.ts'
import { HttpFailure } from '#lib/http.ts'
import type { Services } from '#kernel/context.ts'
import { storeAnswer } from '../connector-answers.ts'
import { claimCredential, storeConnector } from '../connector-protocol.ts'
import { ConnectorFailure } from '../store-connector.ts'

/**
 * Why a site could not be connected. `not_allowed`: whoever approved may not manage it. `copy`: it
 * carries the id of a site at another address, and not its keys. `taken`: another store has this
 * address, or this site.
 */
export const CONNECT_FAILURES = [
  'unreachable',
  'bad_password',
  'not_allowed',
  'no_plugin',
  'connected_elsewhere',
  'copy',
  'taken',
] as const
export type ConnectFailure = (typeof CONNECT_FAILURES)[number]

export interface ApplicationPassword {
  user: string
  password: string
}

/** A site as it answered with its own keys: what a store is made of. */
export const foundSite = z.object({
  store: storeAnswer,
  baseUrl: z.string(),
  keyId: z.string(),
  secret: z.string(),
  storeToken: z.string(),
  approvedBy: z.string(),
})
export type FoundSite = z.output<typeof foundSite>

const connection = z.object({
  connector_url: z.url({ protocol: /^https?$/ }),
  store_id: z.string().regex(/^wp-[0-9a-f]{20}$/),
  store_token: z.string().min(20),
  client: z.object({ id: z.string().min(1), secret: z.string().min(20) }),
})
const TIMEOUT_MS = 10_000

/** The REST interface's address, which works with plain permalinks too. */
const restOf = (site: string, route: string) => `${site}/index.php?rest_route=${route}`

const FAILURES: Readonly<Record<number, ConnectFailure>> = {
  401: 'bad_password',
  403: 'not_allowed',
  404: 'no_plugin',
  409: 'connected_elsewhere',
}

/**
 * Trades an application password for the keys of the connector plugin, gives the password back, and
 * asks the site with its own key what it is. `site` is its origin, e.g. `https://shop.example`:
 * neither its keys nor what it says of itself may lead elsewhere. Outside a transaction.
 */
export async function tradePassword(
  services: Pick<Services, 'http' | 'clock'>,
  site: string,
  given: ApplicationPassword,
  market: { origin: string; installer: string },
): Promise<FoundSite | { failure: ConnectFailure }> {
  const authorization = `Basic ${Buffer.from(`${given.user}:${given.password}`).toString('base64')}`
  const ask: Ask = async (method, route, body) => {
    const { status, body: bytes } = await services.http.request(restOf(site, route), {
      method,
      timeoutMs: TIMEOUT_MS,
      headers: {
        authorization,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status, json: readJson(bytes) }
  }
  try {
    const answer = await ask('POST', '/arasta/v1/connection', {
      market: market.origin,
      installer: market.installer,
    })
    if (answer.status !== 401) await giveBack(ask)
    const keys = connection.safeParse(answer.json)
    if (answer.status !== 200 || !keys.success)
      return { failure: FAILURES[answer.status] ?? 'unreachable' }
    const { connector_url: baseUrl, client, store_token: storeToken } = keys.data
    if (new URL(baseUrl).origin !== site) return { failure: 'no_plugin' }
    const {
      key_id: keyId,
      secret,
      store_id: storeId,
    } = await claimCredential(
      services.http,
      services.clock,
      { baseUrl, keyId: client.id, secret: client.secret },
      storeToken,
    )
    const store = await storeConnector(
      services.http,
      services.clock,
      { baseUrl, keyId, secret },
      storeId,
    ).getStore()
    if (new URL(store.url).origin !== site || store.domain !== new URL(site).host)
      return { failure: 'no_plugin' }
    return { store, baseUrl, keyId, secret, storeToken, approvedBy: given.user }
  } catch (error) {
    if (error instanceof HttpFailure || error instanceof ConnectorFailure)
      return { failure: 'unreachable' }
    throw error
  }
}

type Ask = (
  method: string,
  route: string,
  body?: object,
) => Promise<{ status: number; json: unknown }>

/**
 * The password is not needed any more. Where it cannot be given back, the owner sees it in their
 * profile and can take it away.
 */
async function giveBack(ask: Ask): Promise<void> {
  try {
    const own = z
      .object({ uuid: z.uuid() })
      .safeParse((await ask('GET', '/wp/v2/users/me/application-passwords/introspect')).json)
    if (own.success) await ask('DELETE', `/wp/v2/users/me/application-passwords/${own.data.uuid}`)
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
  }
}
