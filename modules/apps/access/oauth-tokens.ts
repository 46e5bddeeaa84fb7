import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newSecret } from '#lib/ids.ts'
import type { ConnectedActor } from '#kernel/actor.ts'
import { type Services, inTransaction } from '#kernel/context.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { refuse } from '../errors.ts'
import {
  purgeExpiredTokens,
  findByAccess,
  findLive,
  findTokenConnection,
  insertTokens,
  lockCode,
  lockRefresh,
  markCodeUsed,
  markTokenUsed,
  recordUse,
  revokeConnections,
} from './data.ts'
import { createHash } from 'node:crypto'

type Needs = Pick<Services, 'db' | 'clock'>
type Form = Readonly<Record<string, string>>
/** RFC 6749, 5.1 and 5.2. */
type TokenAnswer =
  | {
      access_token: string
      token_type: 'Bearer'
      expires_in: number
      refresh_token: string
      scope: string
    }
  | { error: 'invalid_request' | 'invalid_grant' | 'unsupported_grant_type' }

const ACCESS_PREFIX = 'aat_'
const isAccessToken = (token: string): boolean => token.startsWith(ACCESS_PREFIX)

/**
 * `POST /api/oauth/token`: exchanges a code or a refresh token for an access token. Each can be
 * used once.
 */
export async function issueTokens(services: Needs, form: Form, ip: string): Promise<TokenAnswer> {
  await consumeRateLimits(services, [{ key: `oauth-tokens:${ip}`, most: 120, seconds: 60 }])
  if (form.grant_type === 'authorization_code')
    return inTransaction(services, (trx) => exchangeCode(services, trx, form))
  if (form.grant_type === 'refresh_token')
    return inTransaction(services, (trx) => exchangeRefreshToken(services, trx, form))
  return { error: form.grant_type === undefined ? 'invalid_request' : 'unsupported_grant_type' }
}

async function exchangeCode(
  { clock }: Needs,
  trx: Db,
  { code = '', redirect_uri: redirectUri, client_id: clientId, code_verifier: verifier = '' }: Form,
): Promise<TokenAnswer> {
  if (!code || !verifier || !redirectUri || !clientId) return { error: 'invalid_request' }
  const now = clock.now()
  const row = await lockCode(trx, hashSecret(code))
  if (!row) return { error: 'invalid_grant' }
  if (row.used_at !== null) {
    // A second use means that somebody else has the code too. Revoke what the first use received
    // (OAuth 2.1, 4.1.3).
    await revokeConnections(trx, { id: row.connection_id }, now)
    return { error: 'invalid_grant' }
  }
  const live = await findLive(trx, row.connection_id)
  if (
    live?.prefix !== clientId ||
    row.expires_at <= now ||
    row.redirect_uri !== redirectUri ||
    !fitsChallenge(verifier, row.challenge)
  )
    return { error: 'invalid_grant' }
  await markCodeUsed(trx, row.code_hash, now)
  return insertTokenPair(trx, live, now)
}

async function exchangeRefreshToken(
  { clock }: Needs,
  trx: Db,
  { refresh_token: token = '', client_id: clientId }: Form,
): Promise<TokenAnswer> {
  if (!token || !clientId) return { error: 'invalid_request' }
  const now = clock.now()
  const row = await lockRefresh(trx, hashSecret(token))
  if (!row) return { error: 'invalid_grant' }
  const live = await findLive(trx, row.connection_id)
  if (live?.prefix !== clientId || row.expires_at <= now) return { error: 'invalid_grant' }
  if (row.used_at !== null) {
    await revokeConnections(trx, { id: row.connection_id }, now)
    return { error: 'invalid_grant' }
  }
  await markTokenUsed(trx, row.token_hash, now)
  return insertTokenPair(trx, live, now)
}

async function insertTokenPair(
  trx: Db,
  { id, scopes }: { id: string; scopes: string[] },
  now: Date,
): Promise<TokenAnswer> {
  const [access, refresh] = [ACCESS_PREFIX + newSecret(), `art_${newSecret()}`]
  await insertTokens(trx, [
    {
      token_hash: hashSecret(access),
      connection_id: id,
      kind: 'access',
      expires_at: secondsAfter(now, ACCESS_SECONDS),
    },
    {
      token_hash: hashSecret(refresh),
      connection_id: id,
      kind: 'refresh',
      expires_at: secondsAfter(now, REFRESH_SECONDS),
    },
  ])
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    refresh_token: refresh,
    scope: scopes.join(' '),
  }
}

/** `POST /api/oauth/revoke` (RFC 7009). The answer is the same for unknown tokens. */
export async function revokeToken(services: Needs, form: Form, ip: string): Promise<void> {
  await consumeRateLimits(services, [{ key: `oauth-tokens:${ip}`, most: 120, seconds: 60 }])
  const known = await findTokenConnection(services.db, hashSecret(form.token ?? ''))
  if (known) await revokeConnections(services.db, { id: known.connection_id }, services.clock.now())
}

/**
 * The connected app behind an access token: one store, with the rights its owner granted. Throws
 * `app.token_invalid`.
 */
export async function findConnectedApp(
  services: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<ConnectedActor> {
  const now = services.clock.now()
  const row = isAccessToken(token)
    ? await findByAccess(services.db, hashSecret(token), now)
    : undefined
  const live = row && (await findLive(services.db, row.connection_id))
  if (!live) throw refuse('app.token_invalid')
  await consumeRateLimits(services, [{ key: `connected-calls:${live.id}`, most: 600, seconds: 60 }])
  await recordUse(services.db, live.id, now)
  return {
    kind: 'connected',
    storeId: live.store_id,
    platformId: live.platform_id,
    connectionId: live.id,
    scopes: live.scopes,
    since: live.created_at,
  }
}

/** Deletes expired codes and tokens. */
export const purgeConnections = ({ db, clock }: Needs) => purgeExpiredTokens(db, clock.now())

/** RFC 6749, OAuth 2.1: how long a code, an access token and a refresh token are good. */
const ACCESS_SECONDS = 3600
const REFRESH_SECONDS = 30 * 86_400

/** RFC 7636: does the verifier belong to the challenge? */
const fitsChallenge = (verifier: string, challenge: string): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) &&
  createHash('sha256').update(verifier).digest('base64url') === challenge
