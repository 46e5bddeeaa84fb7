import type { StoreActor } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { secondsAfter } from '#lib/clock.ts'
import { canonicalJson, hashSecret, randomCode, sha256Hex } from '#lib/ids.ts'
import type { Locale } from '#lib/locale.ts'
import { refuse as refuseCommon } from '#lib/refusal.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { type Ctx, type Services, ownOrigins } from '#kernel/context.ts'
import {
  type ReleaseFacts,
  defaultAnswers,
  findInstalledRelease,
  requireItem,
} from '#modules/catalog/public.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import {
  type StoreConnector,
  callPlatform,
  connectorOf,
  demonstrationConnector,
  requirePlatform,
} from '#modules/stores/platforms/public.ts'
import { isEntitled, requireNewest, requireRelease } from './conditions.ts'
import { type ShownPreview, startPreview as contract } from './contract.ts'
import { findLiveInstallation } from './data.ts'
import { refuse } from './errors.ts'
import { checkAnswers, inputsOf } from './install-form.ts'
import { packageOffer } from './packages.ts'
import { placesOf, shownChanges } from './preview-places.ts'
import { type PlannedChange, effectOfChange, planChanges } from './rules.ts'
import type { Answers } from './settings-rules.ts'
import type { Db } from '#db/client.ts'

const PURPOSE = 'preview'
/** A shared preview is valid at least this long for whoever opens it. */
const MIN_REMAINING_SECONDS = 300
const LIMIT_SECONDS = 600
const LIMITS = { ip: 60, platform: 600, store: 60 }

interface Tokens {
  ours: string
  shop: string
}

/** Every preview has its own host, so that pages cannot reach another preview. */
export function previewOrigin(origins: Services['origins'], token: string): string {
  const { protocol, host } = new URL(origins.preview)
  return `${protocol}//${token}.${host}`
}

/** The store whose shop is shown. */
export type PreviewedStore = Pick<
  StoreActor,
  'storeId' | 'storeUrl' | 'storeStatus' | 'platformId' | 'platformVersion' | 'isOs2'
>

/** The store's own connector, or that of the platform's demonstration store. */
async function connectorFor(
  ctx: Ctx,
  own: PreviewedStore | null,
  release: ReleaseFacts,
): Promise<StoreConnector> {
  if (own) return connectorOf(ctx, own.storeId)
  const connector = demonstrationConnector(ctx, await requirePlatform(ctx, ctx.platformId))
  if (!connector) throw refuse('installs.no_preview')
  if (release.manifest.compatibility.platforms[String(ctx.platformId)] === undefined)
    throw refuse('installs.unsupported')
  return connector
}

/** Our server fetches the pages from this origin: it must be the store's, and none of ours. */
function requireShopOrigin(ctx: Ctx, own: PreviewedStore | null, origin: string): void {
  const fits = own ? origin === new URL(own.storeUrl).origin : !ownOrigins(ctx).includes(origin)
  if (fits) return
  ctx.log.error({ origin }, "preview has an origin that is not the shop's")
  throw refuse('platform.unavailable')
}

async function makePreview(
  ctx: Ctx,
  own: PreviewedStore | null,
  key: PreviewKey,
  { release, changes }: Look,
) {
  const connector = await connectorFor(ctx, own, release)
  await consumeRateLimits(
    ctx,
    own
      ? [{ key: `preview store ${own.storeId}`, most: LIMITS.store, seconds: LIMIT_SECONDS }]
      : [
          { key: `preview ip ${ctx.ip}`, most: LIMITS.ip, seconds: LIMIT_SECONDS },
          {
            key: `preview platform ${ctx.platformId}`,
            most: LIMITS.platform,
            seconds: LIMIT_SECONDS,
          },
        ],
  )
  const effects = shownChanges(changes).map((change) => effectOfChange(change, release))
  const made = await callPlatform(() =>
    connector.startPreview({
      packages: [packageOffer(ctx, release)],
      effects,
      locale: key.locale,
      alone: own === null,
    }),
  )
  requireShopOrigin(ctx, own, made.url)
  const tokens: Tokens = { ours: randomCode(26).toLowerCase(), shop: made.token }
  const now = ctx.clock.now()
  const expiresAt = secondsAfter(now, made.expires_in)
  await insertPreview(
    ctx.db,
    {
      ...key,
      tokenHash: hashSecret(tokens.ours),
      tokensSealed: seal(ctx.sealing, PURPOSE, JSON.stringify(tokens)),
      shopOrigin: made.url,
      assetOrigins: made.assets,
      pages: made.pages,
      expiresAt,
    },
    now,
  )
  return { token: tokens.ours, shopOrigin: made.url, pages: made.pages, expiresAt }
}

async function findAgain(ctx: Ctx, key: PreviewKey) {
  const row = await findPreviewAgain(
    ctx.db,
    key,
    secondsAfter(ctx.clock.now(), MIN_REMAINING_SECONDS),
  )
  return (
    row && {
      token: readTokens(ctx, row.tokens_sealed).ours,
      shopOrigin: row.shop_origin,
      pages: row.pages as unknown as PreviewPage[],
      expiresAt: row.expires_at,
    }
  )
}

const readTokens = ({ sealing }: Pick<Services, 'sealing'>, sealed: string) =>
  JSON.parse(unseal(sealing, PURPOSE, sealed)) as Tokens

/**
 * The address of a shop with the item on it (S2.17). The same request within some minutes gets the
 * same preview.
 */
export const startPreview = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    if (body.on === 'own' && ctx.actor.kind !== 'store') throw refuseCommon('session.required')
    const own = body.on === 'own' && ctx.actor.kind === 'store' ? ctx.actor : null
    return { data: await showShop(ctx, own, params.id, body) }
  },
})

/** What of an item a preview shows. */
interface Look {
  release: ReleaseFacts
  changes: PlannedChange[]
  /** Null: the default answers of an install. */
  answersSha256: string | null
}

export interface WantedPreview {
  locale?: Locale | undefined
  inputs?: Answers | undefined
  without_item: boolean
}

/** The shop of the store, or the demonstration store, with or without the item. */
export async function showShop(
  ctx: Ctx,
  own: PreviewedStore | null,
  itemId: string,
  { locale, inputs, without_item: withoutItem }: WantedPreview,
): Promise<ShownPreview> {
  // A preview from before the shop closed would only show that it is closed.
  if (own?.storeStatus === 'closed') throw refuse('session.store_closed')
  const look = withoutItem
    ? await lookWithout(ctx, own, itemId)
    : ((own && inputs && (await lookOfInstalled(ctx, own, itemId, inputs))) ??
      (await lookOfNew(ctx, own, itemId, inputs)))
  const key = {
    platformId: own?.platformId ?? ctx.platformId,
    releaseId: look.release.id,
    storeId: own?.storeId ?? null,
    locale: locale ?? ctx.locale,
    answersSha256: look.answersSha256,
    withoutItem,
  }
  const preview = (await findAgain(ctx, key)) ?? (await makePreview(ctx, own, key, look))
  return {
    url: previewOrigin(ctx.origins, preview.token),
    expires_at: preview.expiresAt.toISOString(),
    pages: preview.pages,
    places: placesOf(ctx, look.release.manifest, look.changes),
    shop: { domain: new URL(preview.shopOrigin).host, own: own !== null },
  }
}

/** An item before its install; without answers, with the default ones. */
async function lookOfNew(
  ctx: Ctx,
  own: PreviewedStore | null,
  itemId: string,
  inputs: Answers | undefined,
): Promise<Look> {
  const item = await requireItem(ctx, ctx.market, { id: itemId }, ctx.locale)
  // The plugin fetches the package itself: it would be on the owner's server before it is paid.
  const { entry } = await requirePlatform(ctx, own?.platformId ?? ctx.platformId)
  if (own && entry === 'wordpress' && !(await isEntitled(ctx, own, item)))
    throw refuse('installs.not_entitled')
  const release = own ? await requireNewest(ctx, own, item) : await requireRelease(ctx, item)
  // The answers may name what only the store has.
  if (!own || !inputs)
    return {
      release,
      changes: planChanges(release.manifest, defaultAnswers(inputsOf(release.manifest))),
      answersSha256: null,
    }
  const answers = await checkAnswers(ctx, own.storeId, release.manifest, inputs)
  return {
    release,
    changes: planChanges(release.manifest, answers),
    answersSha256: sha256Hex(canonicalJson({ answers })),
  }
}

const findInstalled = async (ctx: Ctx, own: PreviewedStore, itemId: string) => {
  const row = await findLiveInstallation(ctx.db, own.storeId, itemId)
  const release = row && (await findInstalledRelease(ctx, row.release_id))
  return row && release ? { row, release } : null
}

/** An item that the shop has, with other answers than the live ones; null where it has not. */
async function lookOfInstalled(
  ctx: Ctx,
  own: PreviewedStore,
  itemId: string,
  inputs: Answers,
): Promise<Look | null> {
  const installed = await findInstalled(ctx, own, itemId)
  if (!installed) return null
  const { row, release } = installed
  const answers = await checkAnswers(ctx, own.storeId, release.manifest, inputs)
  return {
    release,
    changes: planChanges(release.manifest, answers).filter(
      (change) => change.kind === 'theme' || row.granted.includes(change.permission),
    ),
    answersSha256: sha256Hex(canonicalJson({ answers, granted: row.granted.toSorted() })),
  }
}

/** The shop as it is. A platform is asked for a preview with a package, so the item names one. */
async function lookWithout(ctx: Ctx, own: PreviewedStore | null, itemId: string): Promise<Look> {
  const installed = own && (await findInstalled(ctx, own, itemId))
  const { release } = installed ?? (await lookOfNew(ctx, own, itemId, undefined))
  return { release, changes: [], answersSha256: null }
}

/** What the preview server needs to show a page. */
export interface LivePreview {
  state: 'live' | 'over'
  shopOrigin: string
  shopToken: string
  assetOrigins: string[]
  panelOrigins: string[]
  locale: string
}

/** Undefined for an unknown token. */
export async function findPreview(
  services: Pick<Services, 'db' | 'clock' | 'sealing'>,
  token: string,
): Promise<LivePreview | undefined> {
  const row = await findPreviewByHash(services.db, hashSecret(token))
  return (
    row && {
      state: row.expires_at > services.clock.now() ? 'live' : 'over',
      shopOrigin: row.shop_origin,
      shopToken: readTokens(services, row.tokens_sealed).shop,
      assetOrigins: row.asset_origins,
      panelOrigins: [
        ...new Set([...row.panel_origins, ...(row.panel_origin ? [row.panel_origin] : [])]),
      ],
      locale: row.locale,
    }
  )
}

/** The platform no longer knows it: the next request creates a new one. */
export const endPreview = (services: Pick<Services, 'db' | 'clock'>, token: string) =>
  endPreviewByHash(services.db, hashSecret(token), services.clock.now())

interface PreviewKey {
  platformId: number
  releaseId: string
  /** Null: the platform's demonstration store. */
  storeId: string | null
  locale: string
  /** Null: with the default answers of an install. */
  answersSha256: string | null
  /** The shop as it is: the same whatever the item. */
  withoutItem: boolean
}

interface PreviewPage {
  page: string
  path: string
}

interface NewPreview extends PreviewKey {
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
      answers_sha256: row.answersSha256,
      without_item: row.withoutItem,
      tokens_sealed: row.tokensSealed,
      shop_origin: row.shopOrigin,
      asset_origins: row.assetOrigins,
      pages: JSON.stringify(row.pages),
      created_at: now,
      expires_at: row.expiresAt,
    })
    .execute()

/** The preview that lasts longest, if at least until then. */
const findPreviewAgain = (db: Db, key: PreviewKey, until: Date) =>
  db
    .selectFrom('previews')
    .select(['tokens_sealed', 'shop_origin', 'pages', 'expires_at'])
    .where((one) =>
      key.withoutItem
        ? one('without_item', '=', true)
        : one.and([one('without_item', '=', false), one('release_id', '=', key.releaseId)]),
    )
    .where('platform_id', '=', key.platformId)
    .where('locale', '=', key.locale)
    .where('store_id', key.storeId === null ? 'is' : '=', key.storeId)
    .where('answers_sha256', key.answersSha256 === null ? 'is' : '=', key.answersSha256)
    .where('expires_at', '>=', until)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** With the panels that may frame it. */
const findPreviewByHash = (db: Db, tokenHash: Buffer) =>
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

const endPreviewByHash = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .updateTable('previews')
    .set({ expires_at: now })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .execute()

/** Ended previews are kept for a day, so that an old address shows that it has ended. */
export const purgeEndedPreviews = (db: Db, now: Date) =>
  db
    .deleteFrom('previews')
    .where('expires_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()
