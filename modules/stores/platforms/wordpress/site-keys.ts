import type { Db } from '#db/client.ts'
import { hashSecret } from '#lib/ids.ts'
import { sameText } from '#lib/same-text.ts'
import { seal, unseal } from '#lib/sealed.ts'
import type { Services } from '#kernel/context.ts'
import type { ConnectorAddress } from '../connector-protocol.ts'
import { findNewestCredential } from '../data.ts'
import { keepOnlyCredential } from './site-data.ts'
import type { FoundSite } from './trade-password.ts'

const PURPOSE = 'store-credential'

/** Where a site's connector is, with the key that it has now; null when it has none. */
export async function keysOf(
  { sealing }: Pick<Services, 'sealing'>,
  db: Db,
  storeId: string,
): Promise<ConnectorAddress | null> {
  const credential = await findNewestCredential(db, storeId)
  if (!credential?.connector_url) return null
  return {
    baseUrl: credential.connector_url,
    keyId: credential.key_id,
    secret: unseal(sealing, PURPOSE, credential.secret_sealed),
  }
}

/**
 * Whether what was found holds the very keys of that store: then it is that site, or was made of
 * its database.
 */
export async function hasKeysOf(
  services: Pick<Services, 'sealing'>,
  db: Db,
  storeId: string,
  found: Pick<FoundSite, 'keyId' | 'secret'>,
): Promise<boolean> {
  const keys = await keysOf(services, db, storeId)
  return keys !== null && keys.keyId === found.keyId && sameText(found.secret, keys.secret)
}

export const keepKeys = (
  { clock, sealing }: Pick<Services, 'clock' | 'sealing'>,
  trx: Db,
  storeId: string,
  found: FoundSite,
): Promise<void> =>
  keepOnlyCredential(
    trx,
    {
      handleHash: hashSecret(found.storeToken),
      storeId,
      keyId: found.keyId,
      secretSealed: seal(sealing, PURPOSE, found.secret),
      connectorUrl: found.baseUrl,
    },
    clock.now(),
  )
