import {
  compactVerify,
  type CryptoKey,
  decodeProtectedHeader,
  importJWK,
  type JWK,
  jwtVerify,
} from 'jose'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '#kernel/context.ts'
import { refuse } from '../errors.ts'
import { findPlatformKey } from '../platforms/public.ts'
import { isLaunchTokenUsed, markLaunchTokenUsed } from './data.ts'
import {
  CLOCK_TOLERANCE_SECONDS,
  LAUNCH_TOKEN_MAX_SECONDS,
  launchClaims,
  type LaunchClaims,
} from './rules.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log'>

const ALGORITHMS = ['EdDSA']

/**
 * Proves that a launch token is the platform's and unused (D5): algorithm pinned, key by `kid` of
 * that platform, audience this market, at most 120 s old. It is not spent yet (`spendLaunchToken`).
 * Every failure of the token is the same refusal; a failure of ours is thrown as it is.
 */
export async function verifyLaunchToken(
  ctx: Needs,
  token: string,
  platformId: number,
  audience: string,
): Promise<LaunchClaims> {
  const key = await keyOf(ctx, token, platformId)
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
  } catch (error) {
    ctx.log.warn({ reason: (error as Error).message.slice(0, 200) }, 'launch token refused')
    throw refuse('session.token_invalid')
  }
  if (await isLaunchTokenUsed(ctx.db, platformId, claims.jti)) throw refuseUsed(ctx, claims)
  return claims
}

/**
 * Spends a verified token: once, also when two requests come at the same moment. Belongs into the
 * transaction that opens the session, so that a failure there spends nothing.
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
 * Which store a launch token was made for, whether it is still good or not; null when the platform
 * did not make it.
 */
export async function readLaunchedStore(
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

async function keyOf(
  ctx: Needs,
  token: string,
  platformId: number,
): Promise<CryptoKey | Uint8Array | null> {
  let kid: unknown
  try {
    kid = decodeProtectedHeader(token).kid
  } catch {
    return null
  }
  const row = typeof kid === 'string' ? await findPlatformKey(ctx.db, platformId, kid) : undefined
  return row ? importJWK(row.public_jwk as JWK, 'EdDSA') : null
}
