import { importJWK, jwtVerify, type JWK } from 'jose'
import { secondsAfter } from '#lib/clock.ts'
import type { Services } from '../ctx.ts'
import { findPlatformKey } from '../platforms/public.ts'
import { markLaunchTokenUsed } from './data.ts'
import { refuse } from './errors.ts'
import { CLOCK_TOLERANCE_SECONDS, launchClaims, LAUNCH_TOKEN_MAX_SECONDS, type LaunchClaims } from './rules.ts'

/**
 * Proves that a launch token is the platform's and spends it (D5): algorithm pinned, key by `kid` of that platform, audience this
 * market, at most 120 s old, once only. Every failure is the same refusal.
 */
export async function verifyLaunchToken(ctx: Pick<Services, 'db' | 'clock' | 'log'>, token: string, platformId: number, audience: string): Promise<LaunchClaims> {
  let claims: LaunchClaims
  try {
    const { payload } = await jwtVerify(token, async header => {
      const row = typeof header.kid === 'string' ? await findPlatformKey(ctx.db, platformId, header.kid) : undefined
      if (!row) throw new Error('unknown kid')
      return importJWK(row.public_jwk as JWK, 'EdDSA')
    }, {
      algorithms: ['EdDSA'], issuer: String(platformId), audience, clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: LAUNCH_TOKEN_MAX_SECONDS, requiredClaims: ['sub', 'iat', 'nbf', 'exp', 'jti'], currentDate: ctx.clock.now(),
    })
    claims = launchClaims.parse(payload)
  } catch (error) {
    ctx.log.warn({ reason: (error as Error).message.slice(0, 200) }, 'launch token refused')
    throw refuse('session.token_invalid')
  }
  const keepUntil = secondsAfter(new Date(claims.exp * 1000), CLOCK_TOLERANCE_SECONDS)
  if (!await markLaunchTokenUsed(ctx.db, platformId, claims.jti, keepUntil)) {
    ctx.log.warn({ jti: claims.jti.slice(0, 8), store: claims.sub }, 'launch token used twice')
    throw refuse('session.token_invalid')
  }
  return claims
}
