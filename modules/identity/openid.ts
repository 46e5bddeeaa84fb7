import type { ConsoleCtx, OpenIdAccount, OpenIdCheck, OpenIdProvider } from '#kernel/context.ts'
import * as client from 'openid-client'
import { type Clock, secondsAfter } from '#lib/clock.ts'
import { type HttpClient, HttpFailure } from '#lib/http.ts'
import { refuse } from './errors.ts'
import { defineOperation, noteChange } from '#kernel/define-operation.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import * as contract from './contract.ts'
import { findPersonByEmail } from './data.ts'
import { LIMITS, OPENID_SECONDS, mailboxOf } from './rules.ts'
import { actsAs } from './sign-in.ts'

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

const COOKIE = 'console.openid'
const PROVIDER = 'openid'

/** What is remembered while somebody is at the provider. */
interface UnderWay {
  check: OpenIdCheck
  next: string
}

export const getSignInDoors = defineOperation({
  ...contract.getSignInDoors,
  run: async (ctx) => ({
    openid: ctx.openId && { name: ctx.openId.name },
  }),
})

const doorOf = (ctx: ConsoleCtx): OpenIdProvider => {
  if (!ctx.openId) throw refuse('not_found')
  return ctx.openId
}
const signInTurns = (ctx: ConsoleCtx) => [
  { key: `console sign-in ip ${ctx.ip}`, ...LIMITS.signInIp },
]
const identifierOf = (token: string) => `openid ${hashSecret(token).toString('base64url')}`

function writeCookie(ctx: ConsoleCtx, value: string, seconds: number): void {
  const secure = ctx.consoleOrigin.startsWith('https:') ? '; Secure' : ''
  // Lax: people come back from another site.
  ctx.browser.setCookies.push(
    `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  )
}

export const beginOpenId = defineOperation({
  ...contract.beginOpenId,

  audit: { kind: 'session', id: () => null },
  limits: signInTurns,
  prepare: (ctx) => doorOf(ctx).begin(),

  run: async (ctx, { body }, { url, check }) => {
    const [token, now] = [newSecret(), ctx.clock.now()]
    await ctx.db
      .insertInto('person_checks')
      .values({
        id: newId('pch'),
        identifier: identifierOf(token),
        value: JSON.stringify({ check, next: body.next } satisfies UnderWay),
        expires_at: secondsAfter(now, OPENID_SECONDS),
        created_at: now,
        updated_at: now,
      })
      .execute()
    writeCookie(ctx, token, OPENID_SECONDS)
    return { url }
  },
})

/** Good once, for the browser that began. */
async function takeUnderWay(ctx: ConsoleCtx): Promise<UnderWay> {
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
  return JSON.parse(found.value) as UnderWay
}

/**
 * Nobody becomes somebody here: an account at the provider opens the account of ours that it opened
 * before, else the one with the address that the provider has confirmed. It stands for both proofs,
 * as the provider is trusted to ask for its own.
 */
export const signInByOpenId = defineOperation({
  ...contract.signInByOpenId,

  audit: { kind: 'session', id: (_input, ctx) => ctx.trail.actorId },
  limits: signInTurns,
  changes: ['provider_linked'],
  async prepare(ctx, { body }) {
    const { check, next } = await takeUnderWay(ctx)
    return { account: await doorOf(ctx).finish(body.query, check), next }
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
      (account.email === null ? undefined : await join(ctx, account.id, account.email))
    if (personId === undefined) throw refuse('people.openid_unknown')
    writeCookie(ctx, '', 0)
    actsAs(ctx, await ctx.engine.call(ctx, 'openSession', { body: { personId } }))
    return { next }
  },
})

/** Only an address that both sides have confirmed says that two accounts are one person's. */
async function join(
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
  noteChange(ctx, { change: 'provider_linked', personId: person.id, name: doorOf(ctx).name })
  return person.id
}
