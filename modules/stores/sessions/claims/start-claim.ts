import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import { seal } from '#lib/sealed.ts'
import { readShopAddress } from '#lib/shop-address.ts'
import { readInsidePath } from '#lib/targets.ts'
import { inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../../errors.ts'
import { ANY_SITE, isConfigured, newSiteToken } from '../../platforms/public.ts'
import { getSiteClaim as getContract, startSiteClaim as contract } from '../claim-contract.ts'
import { codeOf, hashCode } from '../connect-code.ts'
import { takeCodeTurns } from '../connect-limits.ts'
import { codeSubjects, sharedCode } from '../shared-code.ts'
import { findClaim, insertClaim } from './claim-data.ts'
import { CLAIM_PURPOSE, presentClaim, queueCode } from './claim.ts'

/**
 * Says the same for every address: whether it is connected already is told to whoever proves that
 * it is theirs.
 */
export const startSiteClaim = defineOperation({
  ...contract,
  run: async (ctx, { body }) => {
    if (ctx.platformId !== ANY_SITE || !(await isConfigured(ctx, ANY_SITE)))
      throw refuse('site.not_here')
    const slow = !(await takeCodeTurns(ctx, codeSubjects.claim(body.email)))
    const handle = newSecret()
    const id = newId('clm')
    const row = await inTransaction(ctx, async (trx) => {
      // A short code that is not mailed must not be guessed.
      const code = slow
        ? (await sharedCode(ctx, trx, codeSubjects.claim(body.email))).code
        : codeOf(ctx.downloadTokenKey, id)
      const claim = await insertClaim(
        trx,
        {
          id,
          handle_hash: hashSecret(handle),
          domain: readShopAddress(body.address) as string,
          locale: ctx.locale,
          next_path: readInsidePath(body.next ?? '') ?? '/account/site',
          contact_sealed: seal(
            ctx.sealing,
            CLAIM_PURPOSE,
            JSON.stringify({ name: body.name, email: body.email }),
          ),
          code_hash: hashCode(ctx.downloadTokenKey, id, code),
          token: newSiteToken(),
          slow,
        },
        ctx.clock.now(),
      )
      await queueCode(ctx, trx, claim, body.email)
      return claim
    })
    return { handle, data: presentClaim(ctx, row) }
  },
})

export const getSiteClaim = defineOperation({
  ...getContract,
  run: async (ctx, { headers }) => {
    const row = await findClaim(ctx.db, hashSecret(headers['claim-handle'] ?? ''), ctx.clock.now())
    return { data: row ? presentClaim(ctx, row) : null }
  },
})
