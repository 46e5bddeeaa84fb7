import { sql } from 'kysely'
import { secondsAfter } from '#lib/clock.ts'
import { readShopAddress } from '#lib/shop-address.ts'
import { inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { refuse } from '../../errors.ts'
import { findStoresByHost } from '../data.ts'
import { ANY_SITE } from '../registry.ts'
import {
  endSiteMove as endContract,
  proveSiteMove as proveContract,
  startSiteMove as startContract,
} from '../site-contract.ts'
import { findProof } from './find-proof.ts'
import { deleteMove, findMove, noteMoveLook, noteMoveProof, writeMove } from './move-data.ts'
import { presentSite, requireOwnSite } from './present-site.ts'
import { lockSite } from './site-data.ts'
import { moveSite, newSiteToken } from './sites.ts'

/** A new record may take its time; the two proofs are asked for anew with each start. */
const MOVE_SECONDS = 7 * 86_400

export const startSiteMove = defineOperation({
  ...startContract,
  run: async (ctx, { body }) => {
    const site = await requireOwnSite(ctx)
    const domain = readShopAddress(body.address)
    if (domain === null)
      throw refuse('site.address_invalid', { fields: { address: { code: 'field.shop_address' } } })
    if (domain === site.domain)
      throw refuse('site.same_address', { fields: { address: { code: 'site.same_address' } } })
    await writeMove(ctx.db, {
      store_id: site.store_id,
      domain,
      token: newSiteToken(),
      expires_at: secondsAfter(ctx.clock.now(), MOVE_SECONDS),
    })
    return { data: await presentSite(ctx, site.store_id) }
  },
})

/**
 * Who has the old address alone, or the new one alone, moves nothing: a session that somebody took
 * could carry a shop's purchases away.
 */
export const proveSiteMove = defineOperation({
  ...proveContract,
  run: async (ctx, { body }) => {
    const site = await requireOwnSite(ctx)
    const move = await findMove(ctx.db, site.store_id, ctx.clock.now())
    if (!move) throw refuse('site.no_move')
    await consumeRateLimits(ctx, [{ key: `site look ${site.store_id}`, most: 30, seconds: 3600 }])
    const proof = await findProof(ctx, {
      domain: body.which === 'old' ? site.domain : move.domain,
      token: move.token,
      kind: body.way,
    })
    const now = ctx.clock.now()
    await noteMoveLook(ctx.db, site.store_id, proof.found ? null : proof.failure, now)
    if (!proof.found) throw refuse('site.not_proved')
    await inTransaction(ctx, async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext(${`site ${move.domain}`}))`.execute(trx)
      await lockSite(trx, site.store_id)
      const after = await noteMoveProof(
        trx,
        {
          storeId: site.store_id,
          token: move.token,
          which: body.which,
          way: body.way,
          url: proof.url,
        },
        now,
      )
      if (!after?.old_proved_at || !after.new_proved_at || !after.new_url) return
      if (
        (await findStoresByHost(trx, ANY_SITE, move.domain.split(':')[0] ?? '')).some(
          (store) => store.domain === move.domain && store.status === 'active',
        )
      )
        throw refuse('site.already_connected')
      await moveSite(ctx, trx, site.store_id, {
        domain: move.domain,
        url: after.new_url,
        proof: { kind: (after.new_proved_by ?? 'file') as 'file', token: move.token },
      })
      await deleteMove(trx, site.store_id)
    })
    return { data: await presentSite(ctx, site.store_id) }
  },
})

export const endSiteMove = defineOperation({
  ...endContract,
  run: async (ctx) => {
    const site = await requireOwnSite(ctx)
    await deleteMove(ctx.db, site.store_id)
    return { data: await presentSite(ctx, site.store_id) }
  },
})
