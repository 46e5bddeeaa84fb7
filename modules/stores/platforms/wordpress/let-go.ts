import { z } from 'zod'
import { unseal } from '#lib/sealed.ts'
import type { Services } from '#kernel/context.ts'
import { isSameSite, leaveStore, type ConnectorAddress } from '../connector-protocol.ts'
import { findStoreById } from '../data.ts'
import { ConnectorFailure } from '../store-connector.ts'
import { isPatient, noteLetGo, type WordPressMoveRow } from './move-data.ts'
import { keysOf } from './site-keys.ts'
import type { FoundSite } from './trade-password.ts'

export const FORMER_PURPOSE = 'wordpress-former'
const formerSite = z.object({
  baseUrl: z.string(),
  keyId: z.string(),
  secret: z.string(),
  externalId: z.string(),
})

type Needs = Pick<Services, 'db' | 'http' | 'clock' | 'sealing'>

/**
 * The old address of a site that has moved is told that it has the store no more: what stands there
 * of ours comes off, its keys are forgotten. Not where the old address leads to the very site that
 * has moved. Throws while a silent one may still answer.
 */
export async function letFormerGo(services: Needs, move: WordPressMoveRow): Promise<void> {
  const { db, http, clock, sealing } = services
  if (move.former_sealed === null) return
  const { externalId, ...former } = formerSite.parse(
    JSON.parse(unseal(sealing, FORMER_PURPOSE, move.former_sealed)),
  )
  const [store, now] = [
    await findStoreById(db, move.store_id),
    await keysOf(services, db, move.store_id),
  ]
  try {
    const sharesKeys = now !== null && now.secret === former.secret
    if (
      sharesKeys &&
      (await isSameSite(http, clock, [now, former], store?.external_id ?? externalId))
    )
      await noteLetGo(db, move.id, false)
    else {
      await leaveStore(http, clock, former, externalId)
      await noteLetGo(db, move.id, true)
    }
  } catch (error) {
    // One that knows these keys no more has nothing to forget.
    if (
      !(error instanceof ConnectorFailure) ||
      (error.kind === 'temporary' && isPatient(move, clock.now()))
    )
      throw error
    await noteLetGo(db, move.id, false)
  }
}

/**
 * Why a copy did not give up the identity that it carries. `same_site`: both addresses lead to one
 * site; `original_silent`: nobody can tell.
 */
export type CopyFailure = 'same_site' | 'original_silent' | 'unreachable'

/**
 * A copy of a store's site takes everything of ours off itself, forgets its keys and takes an id of
 * its own. The original is not touched, and must answer to prove that it is another.
 */
export async function giveUpCopy(
  services: Needs,
  storeId: string,
  copy: FoundSite,
): Promise<CopyFailure | null> {
  const { db, http, clock } = services
  const original = await keysOf(services, db, storeId)
  if (!original) return 'original_silent'
  const address: ConnectorAddress = {
    baseUrl: copy.baseUrl,
    keyId: copy.keyId,
    secret: copy.secret,
  }
  try {
    if (await isSameSite(http, clock, [original, address], copy.store.id)) return 'same_site'
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error
    return 'original_silent'
  }
  try {
    await leaveStore(http, clock, address, copy.store.id, { isCopy: true })
    return null
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error
    return 'unreachable'
  }
}
