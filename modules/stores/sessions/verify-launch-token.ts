import {
  type CryptoKey,
  type JWK,
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  importJWK,
  jwtVerify,
} from 'jose'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import { refuse } from '../errors.ts'
import { lookForKey } from '../platforms/platform-keys.ts'
import { findPlatformKey } from '../platforms/public.ts'
import type { Handover } from '../platforms/setup/handovers.ts'
import { isLaunchTokenUsed, markLaunchTokenUsed } from './data.ts'
import { z } from 'zod'
import { emailField } from '#lib/field-schema.ts'
import { LOCALES } from '#lib/locale.ts'
import { STORE_RIGHTS } from '#lib/store-rights.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'http' | 'trustedHttp' | 'connectorOrigins'>

const ALGORITHMS = ['EdDSA']

/**
 * Verifies that a launch token is the platform's and unused (D5): fixed algorithm, key by `kid`,
 * this market as audience, at most 120 s old. Does not spend it (`spendLaunchToken`). Every failure
 * of the token is the same refusal; our own failures are thrown as they are.
 */
export async function verifyLaunchToken(
  ctx: Needs,
  token: string,
  platformId: number,
  audience: string,
  seen: Handover | null = null,
): Promise<LaunchClaims> {
  const key = await keyOf(ctx, token, platformId, true)
  seen?.pass('arrived')
  let claims: LaunchClaims
  try {
    if (key === null) throw new Error('unknown kid')
    const { payload } = await jwtVerify(token, key, {
      algorithms: ALGORITHMS,
      issuer: String(platformId),
      audience,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: LAUNCH_TOKEN_MAX_SECONDS,
      requiredClaims: ['sub', 'iat', 'nbf', 'exp', 'jti'],
      currentDate: ctx.clock.now(),
    })
    claims = launchClaims.parse(payload)
    seen?.pass('signed', String(decodeProtectedHeader(token).kid))
    seen?.pass('fresh', `exp − iat = ${claims.exp - claims.iat} s`)
    seen?.pass('claims')
  } catch (error) {
    if (seen) noteFault(seen, token, key !== null, error)
    ctx.log.warn({ reason: (error as Error).message.slice(0, 200) }, 'launch token refused')
    throw refuse('session.token_invalid')
  }
  if (await isLaunchTokenUsed(ctx.db, platformId, claims.jti)) {
    seen?.fail('claims', 'jti was used before')
    throw refuseUsed(ctx, claims)
  }
  return claims
}

/** Says which part of a refused token is wrong, for whoever sets the platform up. */
function noteFault(seen: Handover, token: string, isKeyKnown: boolean, error: unknown): void {
  let kid = ''
  try {
    kid = String(decodeProtectedHeader(token).kid)
  } catch {
    // Not a JWT at all; said below.
  }
  const words = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
  if (!isKeyKnown) return seen.fail('signed', kid === '' ? 'not a JWT' : `unknown kid ${kid}`)
  const isClaim =
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof z.ZodError
  if (!isClaim) return seen.fail('signed', words)
  seen.pass('signed', kid)
  const claims = decodeJwt(token)
  const lives = Number(claims.exp) - Number(claims.iat)
  const isTime =
    error instanceof z.ZodError
      ? words.includes('lives too long')
      : TIMES.includes(error.claim) && typeof claims[error.claim] === 'number'
  if (isTime) return seen.fail('fresh', `${words}; exp − iat = ${lives} s`)
  seen.pass('fresh', `exp − iat = ${lives} s`)
  const claim = error instanceof z.ZodError ? String(error.issues[0]?.path[0]) : error.claim
  seen.fail('claims', `${words}; ${claim} = ${JSON.stringify(claims[claim]) ?? 'missing'}`)
}
const TIMES = ['iat', 'nbf', 'exp']

/**
 * Spends a verified token, once even under concurrency. Call it in the transaction that opens the
 * session, so that a failure there spends nothing.
 */
export async function spendLaunchToken(
  ctx: Pick<Needs, 'log'>,
  db: Db,
  platformId: number,
  claims: LaunchClaims,
): Promise<void> {
  const keepUntil = secondsAfter(new Date(claims.exp * 1000), CLOCK_TOLERANCE_SECONDS)
  if (!(await markLaunchTokenUsed(db, platformId, claims.jti, keepUntil)))
    throw refuseUsed(ctx, claims)
}

function refuseUsed(ctx: Pick<Needs, 'log'>, claims: LaunchClaims): Error {
  ctx.log.warn({ jti: claims.jti.slice(0, 8), store: claims.sub }, 'launch token used twice')
  return refuse('session.token_invalid')
}

/**
 * The store that a launch token was made for, whether still valid or not; null when the platform
 * did not make it.
 */
export async function readStoreOfToken(
  ctx: Needs,
  token: string,
  platformId: number,
  audience: string,
): Promise<string | null> {
  const key = await keyOf(ctx, token, platformId)
  if (key === null) return null
  try {
    const { payload } = await compactVerify(token, key, { algorithms: ALGORITHMS })
    const { iss, aud, sub } = JSON.parse(new TextDecoder().decode(payload)) as Record<
      string,
      unknown
    >
    return iss === String(platformId) && aud === audience && typeof sub === 'string' ? sub : null
  } catch {
    return null
  }
}

/** `looks`: whether the platform is asked for a key that is not known. */
async function keyOf(
  ctx: Needs,
  token: string,
  platformId: number,
  looks = false,
): Promise<CryptoKey | Uint8Array | null> {
  let kid: unknown
  try {
    kid = decodeProtectedHeader(token).kid
  } catch {
    return null
  }
  if (typeof kid !== 'string') return null
  let row = await findPlatformKey(ctx.db, platformId, kid, ctx.clock.now())
  if (!row && looks) {
    await lookForKey(ctx, platformId, kid)
    row = await findPlatformKey(ctx.db, platformId, kid, ctx.clock.now())
  }
  return row ? importJWK(row.public_jwk as JWK, 'EdDSA') : null
}

const LAUNCH_TOKEN_MAX_SECONDS = 120
/** Allowed difference of a platform's clock. */
const CLOCK_TOLERANCE_SECONDS = 10

/** A launch token is a JWT; a session token has no dots. */
export const isLaunchToken = (token: string): boolean => token.split('.').length === 3

const text = z.string().min(1).max(200)

/** Other stores of the person; more would make the address too long. */
const MOST_STORES = 100

const launchClaims = z
  .object({
    iss: z.string().max(5),
    sub: text,
    domain: z
      .string()
      .min(1)
      .max(253)
      .regex(/^[a-z0-9.-]+(:\d{1,5})?$/),
    account: z.object({ id: text, name: text, email: emailField() }),
    // Whoever a platform says nothing about is the owner.
    role: z.enum(STORE_RIGHTS).default('install'),
    stores: z.array(text).max(MOST_STORES).default([]),
    is_os2: z.boolean(),
    hl: z.string().toLowerCase().pipe(z.enum(LOCALES)).nullable().catch(null),
    iat: z.number().int(),
    exp: z.number().int(),
    jti: text,
  })
  .refine(
    (claims) => claims.exp - claims.iat <= LAUNCH_TOKEN_MAX_SECONDS && claims.exp > claims.iat,
    'lives too long',
  )
export type LaunchClaims = z.output<typeof launchClaims>
