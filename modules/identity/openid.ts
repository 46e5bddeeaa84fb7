import type { ConsoleCtx, OpenIdAccount, OpenIdCheck, OpenIdProvider } from '#kernel/context.ts'
import * as client from 'openid-client'
import { type Clock, secondsAfter } from '#lib/clock.ts'
import { type HttpClient, HttpFailure } from '#lib/http.ts'
import { refuse } from './errors.ts'
import { defineOperation, noteChange } from '#kernel/define-operation.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import * as contract from './contract.ts'
import { findPersonByEmail } from './data.ts'
import { applyGroups, readGroupSettings } from './groups.ts'
import { LIMITS, OPENID_SECONDS, mailboxOf } from './rules.ts'
import { setActor } from './sign-in.ts'

/** Settings of an OpenID Connect provider. */
export interface OpenIdSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Its name for people: `Example Ltd.` */
  name: string
}

/** Lifetime of the provider's metadata: addresses change seldom, and keys are fetched when needed. */
const METADATA_MS = 3_600_000

/**
 * Sign-in at a trusted provider (OpenID Connect Core 1.0, authorization code with PKCE, state and
 * nonce), by openid-client. Checks the ID token's signature although it comes directly from the
 * provider.
 */
export function openOpenIdProvider(
  settings: OpenIdSettings,
  { http, clock, redirectUri }: { http: HttpClient; clock: Clock; redirectUri: string },
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
    if (known && now - known.at < METADATA_MS) return known.config
    const config = discover()
    known = { at: now, config }
    config.catch(() => {
      known = null
    })
    return config
  }

  async function translateFailure<T>(work: Promise<T>): Promise<T> {
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
    groupClaim: string | null,
  ): Promise<OpenIdAccount> {
    const config = await configuration()
    const tokens = await client.authorizationCodeGrant(config, returned, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the provider gave no ID token')
    // Some providers include the address in the token, others only in the user info (Core 5.4).
    const isWhole =
      typeof claims.email === 'string' && (groupClaim === null || Object.hasOwn(claims, groupClaim))
    const claimed = isWhole
      ? claims
      : { ...claims, ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)) }
    return {
      id: `${claims.iss} ${claims.sub}`,
      email:
        typeof claimed.email === 'string' && claimed.email_verified === true ? claimed.email : null,
      claims: { ...claimed },
    }
  }

  return {
    name: settings.name,
    async begin(scope) {
      const check = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(await translateFailure(configuration()), {
        redirect_uri: redirectUri,
        scope: ['openid email', scope].filter(Boolean).join(' '),
        state: check.state,
        nonce: check.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(check.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, check }
    },
    finish: (query, check, groupClaim) =>
      translateFailure(exchange(new URL(`${redirectUri}?${query}`), check, groupClaim)),
  }
}

const COOKIE = 'console.openid'
const PROVIDER = 'openid'

/** State that is stored while somebody is at the provider. */
interface SignInState {
  check: OpenIdCheck
  next: string
}

export const getSignInDoors = defineOperation({
  ...contract.getSignInDoors,
  run: async (ctx) => ({
    openid: ctx.openId && { name: ctx.openId.name },
  }),
})

const requireProvider = (ctx: ConsoleCtx): OpenIdProvider => {
  if (!ctx.openId) throw refuse('not_found')
  return ctx.openId
}
const signInLimits = (ctx: ConsoleCtx) => [
  { key: `console sign-in ip ${ctx.ip}`, ...LIMITS.signInIp },
]
const identifierOf = (token: string) => `openid ${hashSecret(token).toString('base64url')}`

function writeCookie(ctx: ConsoleCtx, value: string, seconds: number): void {
  const secure = ctx.consoleOrigin.startsWith('https:') ? '; Secure' : ''
  // SameSite=Lax, because people return from another site.
  ctx.browser.setCookies.push(
    `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  )
}

export const beginOpenId = defineOperation({
  ...contract.beginOpenId,

  audit: { kind: 'session', id: () => null },
  limits: signInLimits,
  prepare: async (ctx) => {
    const provider = requireProvider(ctx)
    return provider.begin((await readGroupSettings(ctx.db))?.scope ?? '')
  },

  run: async (ctx, { body }, { url, check }) => {
    const [token, now] = [newSecret(), ctx.clock.now()]
    await ctx.db
      .insertInto('person_checks')
      .values({
        id: newId('pch'),
        identifier: identifierOf(token),
        value: JSON.stringify({ check, next: body.next } satisfies SignInState),
        expires_at: secondsAfter(now, OPENID_SECONDS),
        created_at: now,
        updated_at: now,
      })
      .execute()
    writeCookie(ctx, token, OPENID_SECONDS)
    return { url }
  },
})

/** Valid once, for the browser that started. */
async function consumeSignInState(ctx: ConsoleCtx): Promise<SignInState> {
  const token = /(?:^|;\s*)console\.openid=([\w-]{43})/.exec(ctx.browser.cookie)?.[1]
  const found =
    token === undefined
      ? undefined
      : await ctx.db
          .deleteFrom('person_checks')
          .where('identifier', '=', identifierOf(token))
          .where('expires_at', '>', ctx.clock.now())
          .returning('value')
          .executeTakeFirst()
  if (!found) throw refuse('people.openid_failed')
  return JSON.parse(found.value) as SignInState
}

/**
 * Creates no accounts: signs in the account linked with the provider's account, or else links the
 * one with the address that the provider verified. Counts as both factors, because the provider is
 * trusted to ask for its own.
 */
export const signInByOpenId = defineOperation({
  ...contract.signInByOpenId,

  audit: { kind: 'session', id: (_input, ctx) => ctx.trail.actorId },
  limits: signInLimits,
  changes: ['provider_linked'],
  async prepare(ctx, { body }) {
    const { check, next } = await consumeSignInState(ctx)
    const claim = (await readGroupSettings(ctx.db))?.claim ?? null
    return { account: await requireProvider(ctx).finish(body.query, check, claim), next }
  },

  run: async (ctx, _input, { account, next }) => {
    const known = await ctx.db
      .selectFrom('person_means')
      .select('person_id')
      .where('provider_id', '=', PROVIDER)
      .where('account_id', '=', account.id)
      .executeTakeFirst()
    const personId =
      known?.person_id ??
      (account.email === null ? undefined : await linkAccount(ctx, account.id, account.email))
    if (personId === undefined) throw refuse('people.openid_unknown')
    await applyGroups(ctx, personId, account.claims)
    writeCookie(ctx, '', 0)
    setActor(ctx, await ctx.engine.call(ctx, 'openSession', { body: { personId } }))
    return { next }
  },
})

/** Links two accounts only by an address that both sides have verified. */
async function linkAccount(
  ctx: ConsoleCtx,
  accountId: string,
  email: string,
): Promise<string | undefined> {
  const person = await findPersonByEmail(ctx.db, mailboxOf(email))
  if (!person?.email_verified) return undefined
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('person_means')
    .values({
      id: newId('pme'),
      person_id: person.id,
      provider_id: PROVIDER,
      account_id: accountId,
      created_at: now,
      updated_at: now,
    })
    .execute()
  noteChange(ctx, {
    change: 'provider_linked',
    personId: person.id,
    name: requireProvider(ctx).name,
  })
  return person.id
}
