import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../../errors.ts'
import {
  giveUpCopy,
  isPluginGoodEnough,
  KNOWS_COPIES,
  lookAtWordPress,
} from '../../platforms/public.ts'
import { chooseWordPress as contract } from '../wordpress-contract.ts'
import { failed } from './answer-wordpress.ts'
import { chooseMove, forgetFound } from './claim-data.ts'
import { foundOf } from './found-site.ts'
import { presentClaim } from './present-claim.ts'
import { requireWordPressClaim } from './start-wordpress.ts'

/**
 * A site with the identity and the keys of another: only its owner knows whether it moved or was
 * copied. A copy gives up what it has of the original, which stays as it is; then its owner
 * approves once more, and it is a store of its own.
 */
export const chooseWordPress = defineOperation({
  ...contract,
  run: async (ctx, { headers, body }) => {
    const claim = await requireWordPressClaim(ctx, headers['claim-handle'])
    const found = foundOf(ctx, claim)
    if (!found || claim.store_id === null) throw refuse('wordpress.not_ready')
    if (body.is === 'copy') {
      const { plugin } = await lookAtWordPress(ctx, claim.domain)
      if (!isPluginGoodEnough(plugin, KNOWS_COPIES))
        return { data: (await failed(ctx, claim, 'old_plugin')).data }
      const failure = await giveUpCopy(ctx, claim.store_id, found)
      if (failure) return { data: (await failed(ctx, claim, failure)).data }
    }
    const row = await (body.is === 'copy' ? forgetFound : chooseMove)(ctx.db, claim.id)
    if (!row) throw refuse('connect.over')
    return { data: await presentClaim(ctx, row) }
  },
})
