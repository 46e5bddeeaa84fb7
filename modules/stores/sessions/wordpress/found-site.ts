import { seal, unseal } from '#lib/sealed.ts'
import { type Ctx, inTransaction, type Services } from '#kernel/context.ts'
import { refuse } from '../../errors.ts'
import {
  findWordPressSite,
  foundSite,
  type FoundSite,
  hasKeysOf,
  lookAtWordPress,
  whyNotFree,
} from '../../platforms/public.ts'
import { takeLookTurns } from '../connect-limits.ts'
import { type WordPressClaimRow, writeFound } from './claim-data.ts'

const PURPOSE = 'wordpress-found'

/** What the new address gave when its owner approved it there. */
export function foundOf(
  { sealing }: Pick<Services, 'sealing'>,
  { found_sealed: sealed }: Pick<WordPressClaimRow, 'found_sealed'>,
): FoundSite | null {
  return sealed === null ? null : foundSite.parse(JSON.parse(unseal(sealing, PURPOSE, sealed)))
}

/** The page on which the old site asks its owner; null where none answers any more. */
export async function lookAtOld(ctx: Ctx, storeId: string): Promise<string | null> {
  const site = await findWordPressSite(ctx.db, storeId)
  if (!site) return null
  await takeLookTurns(ctx, site.domain)
  return (await lookAtWordPress(ctx, site.domain.replace(/^www\./, ''))).consentUrl
}

/**
 * Keeps what was found until the old address is proved, too; or says why it cannot become that
 * store's.
 */
export async function keepFound(
  ctx: Ctx,
  claim: WordPressClaimRow,
  storeId: string,
  found: FoundSite,
): Promise<WordPressClaimRow | { failure: 'taken' | 'stale' }> {
  const oldConsentUrl = await lookAtOld(ctx, storeId)
  return inTransaction(ctx, async (trx) => {
    const failure = await whyNotFree(trx, storeId, found)
    if (failure) return { failure }
    const sameKeys = await hasKeysOf(ctx, trx, storeId, found)
    const row = await writeFound(trx, claim.id, {
      storeId,
      foundSealed: seal(ctx.sealing, PURPOSE, JSON.stringify(found)),
      sameKeys,
      oldConsentUrl,
    })
    if (!row) throw refuse('connect.over')
    return row
  })
}
