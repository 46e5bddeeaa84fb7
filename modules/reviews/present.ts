import { storeOf } from '#kernel/actor.ts'
import { plainText } from '#lib/plain-text.ts'
import type { z } from 'zod'
import { type Ctx } from '#kernel/context.ts'
import type { review, reviewRight } from '#modules/catalog/contract.ts'
import { findUse } from '#modules/installs/public.ts'
import { findStoreReview, type ReviewRow } from './data.ts'
import { mayReview } from './rules.ts'

/**
 * A review as everybody sees it. Of the store its domain is shown: the address is public, every
 * reader can look whether there is such a shop, and it names no person. A shop that has closed may
 * have lost its address to somebody else, so it has none here.
 */
export function presentReview(row: ReviewRow): z.input<typeof review> {
  return {
    id: row.id,
    stars: row.stars,
    text: plainText(row.text),
    shop: row.store_status === 'closed' ? null : row.domain,
    version: row.version,
    installed_days: row.installed_days,
    still_installed: row.still_installed,
    platform: row.platform,
    written_at: row.created_at.toISOString(),
    changed_at:
      row.updated_at > row.created_at && row.erased_at === null
        ? row.updated_at.toISOString()
        : null,
    erased: row.erased_at !== null,
    reply:
      row.reply === null || row.replied_at === null
        ? null
        : {
            text: plainText(row.reply),
            developer: row.developer ?? '',
            written_at: row.replied_at.toISOString(),
            changed_at: row.reply_changed_at?.toISOString() ?? null,
          },
  }
}

/** What the signed-in store has said and may say; null for visitors. */
export async function readRight(
  ctx: Ctx,
  itemId: string,
): Promise<z.input<typeof reviewRight> | null> {
  if (ctx.actor.kind !== 'store') return null
  const { storeId } = storeOf(ctx)
  const [row, use] = await Promise.all([
    findStoreReview(ctx.db, storeId, itemId),
    findUse(ctx, storeId, itemId),
  ])
  const right = mayReview(use, ctx.clock.now())
  return {
    review: row ? presentReview(row) : null,
    may_write: right.may,
    why_not: right.may ? null : right.why,
  }
}
