import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newSecret } from '#lib/ids.ts'
import type { ConnectedActor } from '#kernel/actor.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { refuse } from '../../errors.ts'
import {
  deleteOver,
  findByAccess,
  findLive,
  findTokenConnection,
  insertTokens,
  lockCode,
  lockRefresh,
  markCode,
  markToken,
  noteUse,
  revokeConnections,
} from './connect-data.ts'
import { ACCESS_SECONDS, fitsChallenge, REFRESH_SECONDS } from './connect-rules.ts'

type Needs = Pick<Services, 'db' | 'clock'>
type Form = Readonly<Record<string, string>>
/** RFC 6749, 5.1 and 5.2. */
export type TokenAnswer =
  | {
      access_token: string
      token_type: 'Bearer'
      expires_in: number
      refresh_token: string
      scope: string
    }
  | { error: 'invalid_request' | 'invalid_grant' | 'unsupported_grant_type' }

const ACCESS_PREFIX = 'aat_'
export const isAccessToken = (token: string): boolean => token.startsWith(ACCESS_PREFIX)

/** `POST /api/oauth/token`: a code or a refresh token for an access token. Both are good once. */
export async function giveTokens(services: Needs, form: Form, ip: string): Promise<TokenAnswer> {
  await consumeRateLimits(services, [{ key: `oauth-tokens:${ip}`, most: 120, seconds: 60 }])
  if (form.grant_type === 'authorization_code')
    return inTransaction(services, (trx) => tradeCode(services, trx, form))
  if (form.grant_type === 'refresh_token')
    return inTransaction(services, (trx) => tradeRefresh(services, trx, form))
  return { error: form.grant_type === undefined ? 'invalid_request' : 'unsupported_grant_type' }
}

async function tradeCode(
  { clock }: Needs,
  trx: Db,
  { code = '', redirect_uri: redirectUri, client_id: clientId, code_verifier: verifier = '' }: Form,
): Promise<TokenAnswer> {
  if (!code || !verifier || !redirectUri || !clientId) return { error: 'invalid_request' }
  const now = clock.now()
  const row = await lockCode(trx, hashSecret(code))
  if (!row) return { error: 'invalid_grant' }
  if (row.used_at !== null) {
    // Twice: somebody else has it too. What the first one got ends (OAuth 2.1, 4.1.3).
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
  await markCode(trx, row.code_hash, now)
  return giveOut(trx, live, now)
}

async function tradeRefresh(
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
  await markToken(trx, row.token_hash, now)
  return giveOut(trx, live, now)
}

async function giveOut(
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

/**
 * `POST /api/oauth/revoke` (RFC 7009): the app wants no more of it. The answer is the same for a
 * token that nobody knows.
 */
export async function revokeToken(services: Needs, form: Form, ip: string): Promise<void> {
  await consumeRateLimits(services, [{ key: `oauth-tokens:${ip}`, most: 120, seconds: 60 }])
  const known = await findTokenConnection(services.db, hashSecret(form.token ?? ''))
  if (known) await revokeConnections(services.db, { id: known.connection_id }, services.clock.now())
}

/**
 * Who calls with this access token: a connected app, for one store and with the rights that its
 * owner gave.
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
  await noteUse(services.db, live.id, now)
  return {
    kind: 'connected',
    storeId: live.store_id,
    platformId: live.platform_id,
    connectionId: live.id,
    scopes: live.scopes,
    since: live.created_at,
  }
}

/** Housekeeping: codes and tokens whose time is over. */
export const tidyConnections = ({ db, clock }: Needs) => deleteOver(db, clock.now())
