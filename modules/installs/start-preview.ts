import type { StoreActor } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, randomCode } from '#lib/ids.ts'
import { refuse as refuseCommon } from '#lib/refusal.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { type Ctx, type Services } from '#kernel/context.ts'
import { defaultAnswers, requireItem, type ReleaseFacts } from '#modules/catalog/public.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import {
  askPlatform,
  connectorOf,
  demonstrationConnector,
  requirePlatform,
  type StoreConnector,
} from '#modules/stores/platforms/public.ts'
import { ownOrigins } from '#kernel/site-origin.ts'
import { requireRelease } from './conditions.ts'
import { requireNewest } from './fitting-release.ts'
import { startPreview as contract } from './contract.ts'
import { refuse } from './errors.ts'
import { inputsOf } from './install-form.ts'
import { packageOffer } from './package-offer.ts'
import {
  endPreviewByHash,
  findPreviewAgain,
  findPreviewByHash,
  insertPreview,
  type PreviewKey,
  type PreviewPage,
} from './preview-data.ts'
import { effectOfChange, planChanges } from './rules.ts'

const PURPOSE = 'preview'
/** Who opens a preview that others opened before has at least so long for it. */
const SHORTEST_SECONDS = 300
const LIMIT_SECONDS = 600
const MOST = { ip: 60, platform: 600, store: 60 }

interface Tokens {
  ours: string
  shop: string
}

/** Every preview is a host of its own, so one page cannot reach another's. */
export function previewOrigin(origins: Services['origins'], token: string): string {
  const { protocol, host } = new URL(origins.preview)
  return `${protocol}//${token}.${host}`
}

/** The store's own connector, or the one of the store that stands for the platform. */
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

/**
 * The pages are fetched from there by our own server: it must be the store's address, and none of
 * ours.
 */
function requireShopOrigin(ctx: Ctx, own: StoreActor | null, origin: string): void {
  const fits = own ? origin === new URL(own.storeUrl).origin : !ownOrigins(ctx).includes(origin)
  if (fits) return
  ctx.log.error({ origin }, "a platform answered a preview with an address that is not the shop's")
  throw refuse('platform.unavailable')
}

async function makePreview(
  ctx: Ctx,
  own: StoreActor | null,
  release: ReleaseFacts,
  key: PreviewKey,
) {
  const connector = await connectorFor(ctx, own, release)
  await consumeRateLimits(
    ctx,
    own
      ? [{ key: `preview store ${own.storeId}`, most: MOST.store, seconds: LIMIT_SECONDS }]
      : [
          { key: `preview ip ${ctx.ip}`, most: MOST.ip, seconds: LIMIT_SECONDS },
          {
            key: `preview platform ${ctx.platformId}`,
            most: MOST.platform,
            seconds: LIMIT_SECONDS,
          },
        ],
  )
  // What an install would put there, with the answers of who changes nothing; a service user would
  // be of no use to anybody.
  const effects = planChanges(release.manifest, defaultAnswers(inputsOf(release.manifest)))
    .filter((change) => change.kind !== 'web_service_user')
    .map((change) => effectOfChange(change, release))
  const made = await askPlatform(() =>
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
  const row = await findPreviewAgain(ctx.db, key, secondsAfter(ctx.clock.now(), SHORTEST_SECONDS))
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
 * The address of a shop with the item on it (S2.17). Who asks for the same within some minutes is
 * given the same.
 */
export const startPreview = defineOperation({
  ...contract,
  run: async (ctx, { params, body }) => {
    if (body.on === 'own' && ctx.actor.kind !== 'store') throw refuseCommon('session.required')
    const own = body.on === 'own' && ctx.actor.kind === 'store' ? ctx.actor : null
    // One that was opened before the shop closed would show its closed sign.
    if (own?.storeStatus === 'closed') throw refuse('session.store_closed')
    const item = await requireItem(ctx, ctx.market, { id: params.id }, ctx.locale)
    const release = own ? await requireNewest(ctx, own, item) : await requireRelease(ctx, item)
    const key = {
      platformId: ctx.platformId,
      releaseId: release.id,
      storeId: own?.storeId ?? null,
      locale: body.locale ?? ctx.locale,
    }
    const preview = (await findAgain(ctx, key)) ?? (await makePreview(ctx, own, release, key))
    return {
      data: {
        url: previewOrigin(ctx.origins, preview.token),
        expires_at: preview.expiresAt.toISOString(),
        pages: preview.pages,
        shop: { domain: new URL(preview.shopOrigin).host, own: own !== null },
      },
    }
  },
})

/** What the preview's own origin needs to show a page. */
export interface LivePreview {
  state: 'live' | 'over'
  shopOrigin: string
  shopToken: string
  assetOrigins: string[]
  panelOrigins: string[]
  locale: string
}

/** Undefined for a token that nobody was given. */
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

/** The platform has forgotten it: whoever asks next is given a new one. */
export const endPreview = (services: Pick<Services, 'db' | 'clock'>, token: string) =>
  endPreviewByHash(services.db, hashSecret(token), services.clock.now())
