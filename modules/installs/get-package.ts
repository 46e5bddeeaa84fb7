import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { proveRelease, requireItem } from '#modules/catalog/public.ts'
import { getPackage as contract } from './installer-contract.ts'
import { downloadUrl } from './download-ticket.ts'
import { refuse } from './errors.ts'
import { isEntitled } from './conditions.ts'
import { requireFitting } from './fitting-release.ts'

export const getPackage = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const item = await requireItem(
      ctx,
      ctx.market,
      query.prefix ? { prefix: query.prefix } : { id: query.item_id ?? '' },
      ctx.locale,
    )
    if (!(await isEntitled(ctx, storeOf(ctx), item))) throw refuse('installs.not_entitled')
    const release = await requireFitting(ctx, storeOf(ctx), item, query)
    // What the log does not say was published is given to nobody.
    const log = await proveRelease(ctx, release.id)
    if (!log) throw refuse('catalog.item_not_found')
    const { url, expiresAt } = downloadUrl(
      ctx.origins.installer,
      ctx.downloadTokenKey,
      release.sha256,
      ctx.clock.now(),
    )
    return {
      data: {
        version: release.version,
        size: release.size,
        sha256: release.sha256,
        signature: release.signature,
        key_id: release.keyId,
        log,
        download: { url, expires_at: expiresAt.toISOString() },
      },
    }
  },
})
