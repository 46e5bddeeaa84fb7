import type { OpenIdAccount, OpenIdCheck, OpenIdProvider } from '#kernel/context.ts'
import * as client from 'openid-client'
import type { Clock } from '#lib/clock.ts'
import { HttpFailure, type HttpClient } from '#lib/http.ts'
import { refuse } from './errors.ts'

/** A provider of OpenID Connect, as it knows this console. */
export interface OpenIdSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** What people call it: `Example Ltd.` */
  name: string
}

/** What the provider says of itself may change: keys by themselves, addresses seldom. */
const FORGET_MS = 3_600_000

/**
 * Sign-in at a provider that the market trusts (OpenID Connect Core 1.0, authorization code with
 * PKCE, state and nonce), by openid-client. The signature of the ID token is checked although it
 * comes straight from the provider. `door` is where it sends people back to.
 */
export function openOpenIdDoor(
  settings: OpenIdSettings,
  { http, clock, door }: { http: HttpClient; clock: Clock; door: string },
): OpenIdProvider {
  let known: { at: number; config: Promise<client.Configuration> } | null = null

  const ask: client.CustomFetch = async (url, { method, headers, body }) => {
    const answer = await http.request(url, {
      method,
      headers,
      ...(body != null && { body: String(body) }),
    })
    return new Response(answer.status === 204 ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    })
  }

  async function discover(): Promise<client.Configuration> {
    const isLocal = settings.issuer.startsWith('http:')
    return client.discovery(
      new URL(settings.issuer),
      settings.clientId,
      settings.clientSecret,
      undefined,
      {
        [client.customFetch]: ask,
        execute: [
          client.enableNonRepudiationChecks,
          ...(isLocal ? [client.allowInsecureRequests] : []),
        ],
      },
    )
  }

  function configuration(): Promise<client.Configuration> {
    const now = clock.now().getTime()
    if (known && now - known.at < FORGET_MS) return known.config
    const config = discover()
    known = { at: now, config }
    config.catch(() => {
      known = null
    })
    return config
  }

  async function tellApart<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      const cause = error instanceof HttpFailure ? error : (error as { cause?: unknown }).cause
      throw refuse(
        cause instanceof HttpFailure ? 'people.openid_unreachable' : 'people.openid_failed',
      )
    }
  }

  async function exchange(
    returned: URL,
    { state, nonce, verifier }: OpenIdCheck,
  ): Promise<OpenIdAccount> {
    const config = await configuration()
    const tokens = await client.authorizationCodeGrant(config, returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the provider gave no ID token')
    // Some put the address into the token, others tell it only when asked (Core 5.4).
    const said =
      typeof claims.email === 'string'
        ? claims
        : await client.fetchUserInfo(config, tokens.access_token, claims.sub)
    return {
      id: `${claims.iss} ${claims.sub}`,
      email: typeof said.email === 'string' && said.email_verified === true ? said.email : null,
    }
  }

  return {
    name: settings.name,
    async begin() {
      const check = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(await tellApart(configuration()), {
        redirect_uri: door,
        scope: 'openid email',
        state: check.state,
        nonce: check.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(check.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, check }
    },
    finish: (query, check) => tellApart(exchange(new URL(`${door}?${query}`), check)),
  }
}
