import { createHash, createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '#lib/clock.ts'
import { readJson } from '#lib/foreign/json.ts'
import { HttpFailure, type HttpClient } from '#lib/http.ts'
import {
  ConnectorFailure,
  type Effect,
  type PackageOffer,
  type Placing,
  type PreviewRequest,
  type StoreConnector,
  effectAnswer,
  namedAnswer,
  previewAnswer,
  shownEffect,
  stateAnswer,
  storeAnswer,
} from './store-connector.ts'

/** Client of the Store Connector protocol, version 1 (docs/protocols/store-connector.md). */

const secretAnswer = z.object({
  secret: z.string().min(16).max(500),
  url: z.url({ protocol: /^https?$/ }),
})
const credentialAnswer = z.object({ store_id: z.string(), key_id: z.string(), secret: z.string() })
const failureAnswer = z.object({ error: z.string(), message: z.string().optional() })

export interface ConnectorAddress {
  /** E.g. `http://panel.localhost:3100/connector/v1`. */
  baseUrl: string
  keyId: string
  secret: string
}

const TIMEOUT_MS = 8_000
const PACKAGE_TIMEOUT_MS = 60_000
/** A person waits for the page; a package that takes longer is ready for the next try. */
const PREVIEW_TIMEOUT_MS = 12_000

type Send = <T>(
  method: string,
  path: string,
  schema: z.ZodType<T>,
  body?: unknown,
  timeoutMs?: number,
  nonce?: string,
) => Promise<T>

const newNonce = () => randomBytes(16).toString('base64url')

function signedSender(http: HttpClient, clock: Clock, address: ConnectorAddress): Send {
  return async (method, path, schema, body, timeoutMs = TIMEOUT_MS, nonce = newNonce()) => {
    const url = new URL(address.baseUrl.replace(/\/$/, '') + path)
    const bytes = body === undefined ? '' : JSON.stringify(body)
    const timestamp = String(Math.floor(clock.now().getTime() / 1000))
    const signed = [
      'v1',
      method,
      url.pathname + url.search,
      timestamp,
      nonce,
      createHash('sha256').update(bytes).digest('hex'),
    ].join('\n')
    const headers: Record<string, string> = {
      'arasta-key-id': address.keyId,
      'arasta-timestamp': timestamp,
      'arasta-nonce': nonce,
      'arasta-signature': `v1=${createHmac('sha256', address.secret).update(signed).digest('base64url')}`,
      accept: 'application/json',
    }
    if (bytes !== '') headers['content-type'] = 'application/json'
    let answer
    try {
      answer = await http.request(url.href, {
        method,
        headers,
        ...(bytes === '' ? {} : { body: bytes }),
        timeoutMs,
        maxBytes: 4 * 1024 * 1024,
      })
    } catch (error) {
      if (error instanceof HttpFailure)
        throw new ConnectorFailure(error.kind === 'blocked' ? 'refused' : 'temporary', error.kind)
      throw error
    }
    const json = readJson(answer.body)
    if (answer.status >= 200 && answer.status < 300) {
      const parsed = schema.safeParse(json)
      if (!parsed.success) throw new ConnectorFailure('temporary', 'unreadable_answer')
      return parsed.data
    }
    const code = failureAnswer.safeParse(json).data?.error ?? `status_${answer.status}`
    if (answer.status === 410) throw new ConnectorFailure('closed', code)
    const pause = Number(answer.headers['retry-after'])
    if (answer.status === 429 || answer.status >= 500) {
      throw new ConnectorFailure(
        'temporary',
        code,
        Number.isFinite(pause) && pause > 0 ? pause : undefined,
      )
    }
    // `overtaken`: the platform has seen a later request, because our clock went back or another
    // worker was faster. A later try succeeds.
    throw new ConnectorFailure(code === 'overtaken' ? 'temporary' : 'refused', code)
  }
}

const offerBody = ({ url, size, signature, keyId, prefix, version }: PackageOffer) => ({
  url,
  size,
  signature,
  key_id: keyId,
  prefix,
  version,
})

/** A connector for one store, authenticated with its own key. */
export function storeConnector(
  http: HttpClient,
  clock: Clock,
  address: ConnectorAddress,
  externalId: string,
): StoreConnector {
  const send = signedSender(http, clock, address)
  const base = `/stores/${encodeURIComponent(externalId)}`
  return {
    getStore: () => send('GET', base, storeAnswer),
    listLanguages: async () => (await send('GET', `${base}/languages`, namedAnswer)).data,
    listPlatformLanguages: async () => (await send('GET', '/languages', namedAnswer)).data,
    listCustomerGroups: async () =>
      (await send('GET', `${base}/customer-groups`, namedAnswer)).data,
    async putPackage(offer: PackageOffer) {
      await send(
        'PUT',
        `${base}/packages/${offer.sha256}`,
        z.object({ sha256: z.literal(offer.sha256) }),
        offerBody(offer),
        PACKAGE_TIMEOUT_MS,
      )
    },
    putEffect: (effectId: string, effect: Effect, { replaces, place }: Placing = {}) =>
      send('PUT', `${base}/effects/${effectId}`, effectAnswer, {
        ...effect,
        ...(replaces !== undefined && { replaces }),
        ...(place !== undefined && { place }),
      }),
    async getEffect(effectId: string) {
      try {
        return await send('GET', `${base}/effects/${effectId}`, shownEffect)
      } catch (error) {
        if (error instanceof ConnectorFailure && error.code === 'unknown_effect') return null
        throw error
      }
    },
    deleteEffect: async (effectId: string) =>
      (await send('DELETE', `${base}/effects/${effectId}`, z.object({ removed: z.boolean() })))
        .removed,
    renewSecret: (effectId: string, formerSeconds: number) =>
      send('POST', `${base}/effects/${effectId}/secret`, secretAnswer, {
        former_seconds: formerSeconds,
      }),
    getState: () => send('GET', `${base}/state`, stateAnswer),
    startPreview: ({ packages, effects, locale, alone }: PreviewRequest) =>
      send(
        'POST',
        `${base}/previews`,
        previewAnswer,
        {
          packages: packages.map((offer) => ({ sha256: offer.sha256, ...offerBody(offer) })),
          effects,
          locale,
          alone,
        },
        PREVIEW_TIMEOUT_MS,
      ),
  }
}

/**
 * Disconnects the store: the platform removes what is left of ours and forgets our keys; a copy of
 * another store takes an id of its own. A platform may not implement this call.
 */
export async function leaveStore(
  http: HttpClient,
  clock: Clock,
  address: ConnectorAddress,
  externalId: string,
  { isCopy = false } = {},
): Promise<void> {
  await signedSender(http, clock, address)(
    'DELETE',
    `/stores/${encodeURIComponent(externalId)}`,
    z.object({ left: z.literal(true) }),
    isCopy ? { copy: true } : undefined,
  )
}

/**
 * Whether two addresses with the same keys lead to the same site. A nonce counts once, so a site
 * refuses the nonce that it has seen at the other address. Both must answer.
 */
export async function isSameSite(
  http: HttpClient,
  clock: Clock,
  [one, other]: readonly [ConnectorAddress, ConnectorAddress],
  externalId: string,
): Promise<boolean> {
  const [path, nonce] = [`/stores/${encodeURIComponent(externalId)}`, newNonce()]
  await signedSender(http, clock, one)('GET', path, storeAnswer, undefined, TIMEOUT_MS, nonce)
  try {
    await signedSender(http, clock, other)('GET', path, storeAnswer, undefined, TIMEOUT_MS, nonce)
    return false
  } catch (error) {
    if (error instanceof ConnectorFailure && error.code === 'bad_signature') return true
    throw error
  }
}

/** Exchanges a store token for the store's credential, with the platform client's key. */
export function claimCredential(
  http: HttpClient,
  clock: Clock,
  address: ConnectorAddress,
  storeToken: string,
) {
  return signedSender(http, clock, address)('POST', '/credentials', credentialAnswer, {
    store_token: storeToken,
  })
}
