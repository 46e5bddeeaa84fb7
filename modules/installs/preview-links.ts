import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import { readLocale } from '#lib/locale.ts'
import { wholeList } from '#lib/wire.ts'
import { type Ctx, inTransaction, siteOrigin } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { findItem } from '#modules/catalog/public.ts'
import { requireStore } from '#modules/stores/public.ts'
import { byOwner, requireSameStore } from './conditions.ts'
import { refuse } from './errors.ts'
import * as contract from './preview-link-contract.ts'
import type { Answers } from './settings-rules.ts'
import { type PreviewedStore, showShop } from './start-preview.ts'

const LIFE_SECONDS = 7 * 86_400
/** Links of one store that work at the same time. */
const MOST_LINKS = 20
const MAKING = { most: 40, seconds: 3_600 }
/** Shops of one link, with and without the item: each new one is a call to the platform. */
const OPENING = { most: 120, seconds: 600 }

export const makePreviewLink = defineOperation({
  ...contract.makePreviewLink,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
    await consumeRateLimits(ctx, [{ key: `preview links of ${store.storeId}`, ...MAKING }])
    const locale = body.locale ?? ctx.locale
    // What cannot be shown to the owner is not shown to a colleague.
    await showShop(ctx, store, params.id, { locale, inputs: body.inputs, without_item: false })
    const now = ctx.clock.now()
    const token = newSecret()
    const link = {
      id: newId('pvl'),
      token_hash: hashSecret(token),
      store_id: store.storeId,
      item_id: params.id,
      inputs: body.inputs ? JSON.stringify(body.inputs) : null,
      locale,
      made_by: byOwner(store).name,
      created_at: now,
      expires_at: secondsAfter(now, LIFE_SECONDS),
    }
    await inTransaction(ctx, async (trx) => {
      // One after the other for a store, so that two cannot both be the last one.
      await sql`select pg_advisory_xact_lock(hashtext(${`preview links ${store.storeId}`}))`.execute(
        trx,
      )
      if ((await listLive(trx, store.storeId, now)).length >= MOST_LINKS)
        throw refuse('installs.too_many_links', { params: { most: MOST_LINKS } })
      await trx.insertInto('preview_links').values(link).execute()
    })
    return {
      data: {
        id: link.id,
        url: `${siteOrigin(ctx, ctx.market, store.platformId)}/share/${token}`,
        expires_at: link.expires_at.toISOString(),
      },
    }
  },
})

export const listPreviewLinks = defineOperation({
  ...contract.listPreviewLinks,
  run: async (ctx) => {
    const rows = await listLive(ctx.db, ctx.actor.storeId, ctx.clock.now())
    const shown = await Promise.all(
      rows.map(async (row) => {
        const item = await findItem(ctx, { id: row.item_id }, ctx.locale)
        return item?.market === ctx.market ? [presentLink(row, item)] : []
      }),
    )
    return wholeList(shown.flat())
  },
})

const presentLink = (
  row: Awaited<ReturnType<typeof listLive>>[number],
  { slug, name }: { slug: string; name: string },
) => ({
  id: row.id,
  item: { slug, name },
  made_by: row.made_by,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})

export const endPreviewLink = defineOperation({
  ...contract.endPreviewLink,
  run: async (ctx, { params, body }) => {
    const store = requireSameStore(ctx, body.store)
    await ctx.db
      .deleteFrom('preview_links')
      .where('id', '=', params.link)
      .where('store_id', '=', store.storeId)
      .execute()
    return { success: true as const }
  },
})

/**
 * Whoever has the token sees the shop as the owner would, and nothing of the owner's: the page is
 * the public one, and the item is in the market.
 */
export const openPreviewLink = defineOperation({
  ...contract.openPreviewLink,
  run: async (ctx, { body }) => {
    const live = await findLive(ctx.db, body.token, ctx.clock.now())
    const item = live && (await findItem(ctx, { id: live.item_id }, ctx.locale))
    if (!live || item?.market !== ctx.market) throw refuse('installs.link_over')
    await consumeRateLimits(ctx, [{ key: `preview link ${live.id}`, ...OPENING }])
    const preview = await showShop(ctx, await previewedStore(ctx, live.store_id), live.item_id, {
      locale: readLocale(live.locale) ?? ctx.locale,
      inputs: (live.inputs as Answers | null) ?? undefined,
      without_item: body.without_item,
    })
    return {
      data: {
        item: { slug: item.slug, name: item.name, swatches: item.swatches },
        expires_at: live.expires_at.toISOString(),
        preview,
      },
    }
  },
})

async function previewedStore(ctx: Ctx, id: string): Promise<PreviewedStore> {
  const store = await requireStore(ctx.db, id)
  return {
    storeId: store.id,
    storeUrl: store.url,
    storeStatus: store.status as 'active' | 'closed',
    platformId: store.platform_id,
    platformVersion: store.platform_version ?? '',
    isOs2: store.is_os2,
  }
}

/** Of a store, newest first. */
const listLive = (db: Db, storeId: string, now: Date) =>
  db
    .selectFrom('preview_links')
    .select(['id', 'item_id', 'made_by', 'created_at', 'expires_at'])
    .where('store_id', '=', storeId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_LINKS)
    .execute()

const findLive = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('preview_links')
    .select(['id', 'store_id', 'item_id', 'inputs', 'locale', 'expires_at'])
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const purgePreviewLinks = (db: Db, now: Date) =>
  db.deleteFrom('preview_links').where('expires_at', '<', now).execute()
