import type { Db } from '#db/client.ts'

export interface PreviewKey {
  platformId: number
  releaseId: string
  /** Null: the platform's demonstration store. */
  storeId: string | null
  locale: string
}

export interface PreviewPage {
  page: string
  path: string
}

export interface NewPreview extends PreviewKey {
  tokenHash: Buffer
  tokensSealed: string
  shopOrigin: string
  assetOrigins: string[]
  pages: PreviewPage[]
  expiresAt: Date
}

export const insertPreview = (db: Db, row: NewPreview, now: Date) =>
  db
    .insertInto('previews')
    .values({
      token_hash: row.tokenHash,
      platform_id: row.platformId,
      release_id: row.releaseId,
      store_id: row.storeId,
      locale: row.locale,
      tokens_sealed: row.tokensSealed,
      shop_origin: row.shopOrigin,
      asset_origins: row.assetOrigins,
      pages: JSON.stringify(row.pages),
      created_at: now,
      expires_at: row.expiresAt,
    })
    .execute()

/** The one that lasts longest, when it lasts until then. */
export const findPreviewAgain = (db: Db, key: PreviewKey, until: Date) =>
  db
    .selectFrom('previews')
    .select(['tokens_sealed', 'shop_origin', 'pages', 'expires_at'])
    .where('release_id', '=', key.releaseId)
    .where('platform_id', '=', key.platformId)
    .where('locale', '=', key.locale)
    .where('store_id', key.storeId === null ? 'is' : '=', key.storeId)
    .where('expires_at', '>=', until)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** With who may frame it: the panels of the platform and of the store. */
export const findPreviewByHash = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('previews')
    .innerJoin('platforms', 'platforms.id', 'previews.platform_id')
    .leftJoin('stores', 'stores.id', 'previews.store_id')
    .select([
      'tokens_sealed',
      'shop_origin',
      'asset_origins',
      'expires_at',
      'locale',
      'platforms.panel_origins',
      'stores.panel_origin',
    ])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

export const endPreviewByHash = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .updateTable('previews')
    .set({ expires_at: now })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .execute()

/**
 * Kept for a day after their end, so that an old address is told that it is over and not that it
 * never was.
 */
export const deleteEndedPreviews = (db: Db, now: Date) =>
  db
    .deleteFrom('previews')
    .where('expires_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()
