import type { ConsoleCtx } from '#kernel/context.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import { refuse } from './errors.ts'
import { CHALLENGE_SECONDS } from './rules.ts'

/**
 * Passkeys, by SimpleWebAuthn (`docs/decisions/0024` explains why not by better-auth). A passkey
 * counts as both factors, so user verification is required. A challenge is valid once, for the
 * browser that has its cookie.
 */
type Kind = 'new' | 'sign-in'
/** Loaded when the first passkey is used. */
const webauthn = () => import('@simplewebauthn/server')
const COOKIE = 'console.passkey'

const rpOf = (ctx: ConsoleCtx) => new URL(ctx.consoleOrigin).hostname
const identifierOf = (kind: Kind, token: string) =>
  `passkey ${kind} ${hashSecret(token).toString('base64url')}`

async function saveChallenge(ctx: ConsoleCtx, kind: Kind, challenge: string): Promise<void> {
  const [token, now] = [newSecret(), ctx.clock.now()]
  await ctx.db
    .insertInto('person_checks')
    .values({
      id: newId('pch'),
      identifier: identifierOf(kind, token),
      value: challenge,
      expires_at: secondsAfter(now, CHALLENGE_SECONDS),
      created_at: now,
      updated_at: now,
    })
    .execute()
  const secure = ctx.consoleOrigin.startsWith('https:') ? '; Secure' : ''
  ctx.browser.setCookies.push(
    `${COOKIE}=${token}; Path=/; Max-Age=${CHALLENGE_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
  )
}

async function consumeChallenge(ctx: ConsoleCtx, kind: Kind): Promise<string> {
  const token = /(?:^|;\s*)console\.passkey=([\w-]{43})/.exec(ctx.browser.cookie)?.[1]
  const found =
    token === undefined
      ? undefined
      : await ctx.db
          .deleteFrom('person_checks')
          .where('identifier', '=', identifierOf(kind, token))
          .where('expires_at', '>', ctx.clock.now())
          .returning('value')
          .executeTakeFirst()
  if (!found) throw refuse('people.passkey_failed')
  return found.value
}

/** Options for the browser to create a passkey. */
export async function newPasskeyChallenge(
  ctx: ConsoleCtx,
  person: { id: string; name: string; email: string },
): Promise<{ challenge: string }> {
  const there = await ctx.db
    .selectFrom('person_passkeys')
    .select('credential_id')
    .where('person_id', '=', person.id)
    .execute()
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: ctx.branding.both.name,
    rpID: rpOf(ctx),
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: there.map((one) => ({ id: one.credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await saveChallenge(ctx, 'new', options.challenge)
  return options
}

/** Verifies and stores a new passkey; returns its id. */
export async function savePasskey(
  ctx: ConsoleCtx,
  personId: string,
  credential: unknown,
  name: string | null,
): Promise<string> {
  const expectedChallenge = await consumeChallenge(ctx, 'new')
  const { verified, registrationInfo } = await (
    await webauthn()
  )
    .verifyRegistrationResponse({
      response: credential as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: ctx.consoleOrigin,
      expectedRPID: rpOf(ctx),
      requireUserVerification: true,
    })
    .catch((): { verified: false; registrationInfo?: undefined } => ({ verified: false }))
  if (!verified || !registrationInfo) throw refuse('people.passkey_failed')
  const { credential: key, credentialDeviceType, credentialBackedUp, aaguid } = registrationInfo
  const row = await ctx.db
    .insertInto('person_passkeys')
    .values({
      id: newId('pky'),
      person_id: personId,
      name,
      public_key: Buffer.from(key.publicKey).toString('base64url'),
      credential_id: key.id,
      counter: key.counter,
      device_type: credentialDeviceType,
      backed_up: credentialBackedUp,
      transports: key.transports?.join(',') ?? null,
      aaguid,
      created_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw refuse('people.passkey_failed')
  return row.id
}

/** Options for the browser to sign in with a passkey. */
export async function signInChallenge(ctx: ConsoleCtx): Promise<{ challenge: string }> {
  const options = await (
    await webauthn()
  ).generateAuthenticationOptions({
    rpID: rpOf(ctx),
    userVerification: 'required',
  })
  await saveChallenge(ctx, 'sign-in', options.challenge)
  return options
}

/** The person whose passkey signed. A counter that went back belongs to a copy and is refused. */
export async function personOfPasskey(
  ctx: ConsoleCtx,
  credential: { id: string },
): Promise<string> {
  const expectedChallenge = await consumeChallenge(ctx, 'sign-in')
  const known = await ctx.db
    .selectFrom('person_passkeys')
    .selectAll()
    .where('credential_id', '=', credential.id)
    .forUpdate()
    .executeTakeFirst()
  if (!known) throw refuse('people.passkey_failed')
  const { verified, authenticationInfo } = await (
    await webauthn()
  )
    .verifyAuthenticationResponse({
      response: credential as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: ctx.consoleOrigin,
      expectedRPID: rpOf(ctx),
      requireUserVerification: true,
      credential: {
        id: known.credential_id,
        publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
        counter: known.counter,
      },
    })
    .catch((): { verified: false; authenticationInfo?: undefined } => ({ verified: false }))
  if (!verified || !authenticationInfo) throw refuse('people.passkey_failed')
  await ctx.db
    .updateTable('person_passkeys')
    .set({
      counter: authenticationInfo.newCounter,
      backed_up: authenticationInfo.credentialBackedUp,
    })
    .where('id', '=', known.id)
    .execute()
  return known.person_id
}
