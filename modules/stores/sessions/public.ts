import { hashSecret } from '#lib/ids.ts'
import type { StoreActor } from '#kernel/actor.ts'
import type { Services } from '#kernel/context.ts'
import { refuse } from '../errors.ts'
import type { Account } from './contract.ts'
import { type EnteredBy, findLiveSession } from './data.ts'
import { isSessionToken } from './rules.ts'

export {
  confirmEntry,
  exchangeLaunchToken,
  prepareEntry,
  readLaunchedStore,
  type NewSession,
} from './enter-market.ts'
export { deleteExpired, endSessionsOf } from './data.ts'
export { isLaunchToken } from './rules.ts'
export { findOwner, sendConnectCode } from './send-connect-code.ts'

/**
 * The store behind a session token (S4.6); null when there is none, it has ended, or it belongs to
 * another platform. A store token that names another store than the session is refused.
 */
export async function findSession(
  services: Pick<Services, 'db' | 'clock'>,
  token: string,
  storeToken: string | null,
  platformId: number,
): Promise<StoreActor | null> {
  if (!isSessionToken(token)) return null
  const row = await findLiveSession(
    services.db,
    hashSecret(token),
    storeToken === null ? null : hashSecret(storeToken),
    services.clock.now(),
  )
  if (!row || row.platform_id !== platformId) return null
  if (storeToken !== null && row.named_store_id !== row.store_id)
    throw refuse('session.store_mismatch')
  return {
    kind: 'store',
    storeId: row.store_id,
    platformId: row.platform_id,
    externalId: row.external_id,
    domain: row.domain,
    storeUrl: row.url,
    storeName: row.name,
    storeStatus: row.status as 'active' | 'closed',
    isOs2: row.is_os2,
    account: row.account as Account,
    sessionId: row.id,
    expiresAt: row.expires_at,
    enteredBy: row.entered_by as EnteredBy,
    panelOrigin: row.panel_origin,
  }
}
