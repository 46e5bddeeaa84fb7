import type { Db } from '#db/client.ts'
import type { Market } from '#lib/market.ts'
import { personOf } from '#kernel/actor.ts'
import { type ConsoleCtx, defaultLanguage } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { findNames } from '#modules/identity/public.ts'
import { listPlatformNames } from '#modules/stores/platforms/public.ts'
import { refuse } from './errors.ts'
import * as contracts from './home-contract.ts'
import * as rows from './home-data.ts'
import { HOME_PREVIEW, makeHomePreview } from './home-preview.ts'
import { completeHome, type HomeLine, isUsualHome, isWholeHome } from './home-rules.ts'

const done = { success: true as const }

/** Hosts of a market, the first platform's first. */
async function sitesOf({ db, sites }: Pick<ConsoleCtx, 'db' | 'sites'>, market: Market) {
  const names = new Map((await listPlatformNames(db)).map(({ id, name }) => [id, name]))
  return sites
    .filter((site) => site.market === market)
    .map(({ platformId, origin }) => ({
      platform_id: platformId,
      name: names.get(platformId) ?? String(platformId),
      origin,
    }))
    .toSorted((a, b) => a.platform_id - b.platform_id)
}

export const getHomeArrangement = defineOperation({
  ...contracts.getHomeArrangement,
  run: async (ctx, { params: { market }, query }) => {
    const [live, draft, sites] = await Promise.all([
      rows.readHomeVersion(ctx.db, market),
      rows.readHomeDraft(ctx.db, market),
      sitesOf(ctx, market),
    ])
    const names = await findNames(ctx.db, [live?.published_by ?? null, draft?.changed_by ?? null])
    const site = sites.find((one) => one.platform_id === query.platform_id) ?? sites[0]
    return {
      lines: completeHome(market, (draft ?? live)?.lines ?? []),
      usual: isUsualHome(market, completeHome(market, live?.lines ?? [])),
      live: live
        ? {
            version: live.version,
            published_by: names.get(live.published_by) ?? null,
            published_at: live.published_at.toISOString(),
          }
        : null,
      draft: draft
        ? {
            revision: draft.revision,
            changed_by: names.get(draft.changed_by) ?? null,
            changed_at: draft.changed_at.toISOString(),
            mine: draft.changed_by === personOf(ctx).id,
          }
        : null,
      sites: sites.map(({ platform_id, name }) => ({ platform_id, name })),
      preview: site ? previewAt(ctx, { market, site, ...query }) : null,
    }
  },
})

function previewAt(
  ctx: ConsoleCtx,
  {
    market,
    site,
    locale = defaultLanguage(ctx),
    on,
  }: {
    market: Market
    site: { platform_id: number; origin: string }
    locale?: string | undefined
    on?: string | undefined
  },
) {
  const { token, expiresAt } = makeHomePreview(ctx, {
    market,
    platformId: site.platform_id,
    at: on === undefined ? null : new Date(on),
  })
  const query = new URLSearchParams({ hl: locale, [HOME_PREVIEW]: token })
  return {
    platform_id: site.platform_id,
    href: `${site.origin}/?${query}`,
    expires_at: expiresAt.toISOString(),
  }
}

const inWords = (lines: readonly HomeLine[] | undefined) =>
  lines?.map(({ section, shown }) => (shown ? section : `(${section})`)) ?? null

/** For the audit log: the sections in their order, hidden ones in brackets. */
async function readHome(db: Db, market: string) {
  const [live, draft] = await Promise.all([
    rows.readHomeVersion(db, market as Market),
    rows.readHomeDraft(db, market as Market),
  ])
  return {
    version: live?.version ?? null,
    live: inWords(live?.lines),
    draft: inWords(draft?.lines),
  }
}

const auditedHome = {
  kind: 'home',
  id: ({ params }: { params: { market: Market } }) => params.market,
  read: readHome,
}

const authorOf = (ctx: ConsoleCtx) => ({ personId: personOf(ctx).id, at: ctx.clock.now() })

export const changeHomeDraft = defineOperation({
  ...contracts.changeHomeDraft,
  audit: auditedHome,
  run: async (ctx, { params: { market }, body }) => {
    if (!isWholeHome(market, body.lines))
      throw refuse('input.invalid', { fields: { lines: { code: 'field.invalid' } } })
    const revision = await rows.writeHomeDraft(
      ctx.db,
      { market, revision: body.revision },
      body.lines,
      authorOf(ctx),
    )
    if (revision === null) throw refuse('catalog.home_changed')
    return { revision }
  },
})

export const discardHomeDraft = defineOperation({
  ...contracts.discardHomeDraft,
  audit: auditedHome,
  run: async (ctx, { params: { market }, query }) => {
    if (!(await rows.takeHomeDraft(ctx.db, market, query.revision)))
      throw refuse('catalog.home_changed')
    return done
  },
})

/** Publishes what comes after the version that is live now. */
async function publish(
  ctx: ConsoleCtx,
  { market, after }: { market: Market; after: number },
  lines: readonly HomeLine[],
) {
  const version = after + 1
  if (!(await rows.insertHomeVersion(ctx.db, { market, version }, lines, authorOf(ctx))))
    throw refuse('catalog.home_changed')
  return { version }
}

export const publishHome = defineOperation({
  ...contracts.publishHome,
  audit: auditedHome,
  run: async (ctx, { params: { market }, body }) => {
    const lines = await rows.takeHomeDraft(ctx.db, market, body.revision)
    if (!lines) throw refuse('catalog.home_changed')
    const live = await rows.readHomeVersion(ctx.db, market)
    return publish(ctx, { market, after: live?.version ?? 0 }, lines)
  },
})

export const restoreHome = defineOperation({
  ...contracts.restoreHome,
  audit: auditedHome,
  run: async (ctx, { params: { market }, body }) => {
    const live = await rows.readHomeVersion(ctx.db, market)
    if (live?.version !== body.version) throw refuse('catalog.home_changed')
    // Before the first version the page was as the software comes: no section has a place.
    const before =
      live.version === 1 ? undefined : await rows.readHomeVersion(ctx.db, market, live.version - 1)
    return publish(ctx, { market, after: live.version }, before?.lines ?? [])
  },
})
