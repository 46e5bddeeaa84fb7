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
import { startPreview as contract } from './contract.ts'
import { findLiveInstallation } from './data.ts'
import { refuse } from './errors.ts'
import { checkAnswers, inputsOf } from './install-form.ts'
import { packageOffer } from './packages.ts'
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

/** The store's own connector, or that of the platform's demonstration store. */
async function connectorFor(
  ctx: Ctx,
  own: StoreActor | null,
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
function requireShopOrigin(ctx: Ctx, own: StoreActor | null, origin: string): void {
  const fits = own ? origin === new URL(own.storeUrl).origin : !ownOrigins(ctx).includes(origin)
  if (fits) return
  ctx.log.error({ origin }, "preview has an origin that is not the shop's")
  throw refuse('platform.unavailable')
}

async function makePreview(
  ctx: Ctx,
  own: StoreActor | null,
  release: ReleaseFacts,
  key: PreviewKey,
  changes: PlannedChange[],
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
  // A service user would be useless in a preview.
  const effects = changes
    .filter((change) => change.kind !== 'web_service_user')
    .map((change) => effectOfChange(change, release))
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
    // A preview from before the shop closed would only show that it is closed.
    if (own?.storeStatus === 'closed') throw refuse('session.store_closed')
    if (body.inputs) {
      const { inputs, locale } = body
      return presentPreview(ctx, own, await previewAnswers(ctx, own, params.id, { inputs, locale }))
    }
    const item = await requireItem(ctx, ctx.market, { id: params.id }, ctx.locale)
    // The plugin fetches the package itself: it would be on the owner's server before it is paid.
    const { entry } = await requirePlatform(ctx, ctx.platformId)
    if (own && entry === 'wordpress' && !(await isEntitled(ctx, own, item)))
      throw refuse('installs.not_entitled')
    const release = own ? await requireNewest(ctx, own, item) : await requireRelease(ctx, item)
    const key = {
      platformId: ctx.platformId,
      releaseId: release.id,
      storeId: own?.storeId ?? null,
      locale: body.locale ?? ctx.locale,
      answersSha256: null,
    }
    // The effects of an install with default answers.
    const changes = planChanges(release.manifest, defaultAnswers(inputsOf(release.manifest)))
    return presentPreview(ctx, own, await findOrMake(ctx, own, release, key, changes))
  },
})

const findOrMake = async (
  ctx: Ctx,
  own: StoreActor | null,
  release: ReleaseFacts,
  key: PreviewKey,
  changes: PlannedChange[],
): Promise<MadePreview> =>
  (await findAgain(ctx, key)) ?? (await makePreview(ctx, own, release, key, changes))

const presentPreview = (ctx: Ctx, own: StoreActor | null, preview: MadePreview) => ({
  data: {
    url: previewOrigin(ctx.origins, preview.token),
    expires_at: preview.expiresAt.toISOString(),
    pages: preview.pages,
    shop: { domain: new URL(preview.shopOrigin).host, own: own !== null },
  },
})

/** The shop with an item that it has, with other answers than the live ones. */
async function previewAnswers(
  ctx: Ctx,
  own: StoreActor | null,
  itemId: string,
  { inputs, locale }: { inputs: Answers; locale?: Locale | undefined },
): Promise<MadePreview> {
  const row = own && (await findLiveInstallation(ctx.db, own.storeId, itemId))
  const release = row && (await findInstalledRelease(ctx, row.release_id))
  if (!own || !row || !release) throw refuse('installs.not_installed')
  const answers = await checkAnswers(ctx, own.storeId, release.manifest, inputs)
  const changes = planChanges(release.manifest, answers).filter(
    (change) => change.kind === 'theme' || row.granted.includes(change.permission),
  )
  const key = {
    platformId: ctx.platformId,
    releaseId: release.id,
    storeId: own.storeId,
    locale: locale ?? ctx.locale,
    answersSha256: sha256Hex(canonicalJson({ answers, granted: row.granted.toSorted() })),
  }
  return findOrMake(ctx, own, release, key, changes)
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
}

interface MadePreview {
  token: string
  shopOrigin: string
  pages: PreviewPage[]
  expiresAt: Date
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
    .where('release_id', '=', key.releaseId)
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
