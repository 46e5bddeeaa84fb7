import { pickText, type Locale, type Text } from '#lib/locale.ts'
import { MARKET_FACTS } from '#lib/market.ts'
import { type Ctx, siteOrigin } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { hasPrice, pricingOf } from '#modules/currencies/public.ts'
import { logoPath, platformName, requirePlatform } from '#modules/stores/platforms/public.ts'
import { readOfferedBundles } from './bundles.ts'
import { getItem as contract } from './contract.ts'
import { findDetail, listRelated, listReleases, RELEASES_PER_PAGE } from './data.ts'
import { refuse } from './errors.ts'
import { findReleaseHere, isBuyable } from './sale-items.ts'
import { addressOn, productsOf, type Manifest, type PermissionCode } from './packages/manifest.ts'
import {
  namesOf,
  presentBundleLine,
  presentCard,
  presentPicture,
  presentPrice,
  presentUse,
  presentVerified,
  tagsOf,
} from './present.ts'
import { retirementsOf } from './retirement.ts'
import { readShelves } from './shelves.ts'
import { requiredTraits, storefrontTraits } from './traits.ts'
import { maySeeItem, storeOf } from './visibility.ts'

const RELATED_SHOWN = 3

interface Links {
  support?: string
  contact?: string
  document?: string
  live_preview?: string
  go_to_app?: string
  connect?: string
}
interface Credit {
  package: string
  version: string
  author: string
  licence: string
  source: string
}
interface Fact {
  title: Text
  text: Text
}
/** `items.facts`. */
export interface ItemFacts {
  touches?: Fact[]
  leaves_alone?: Fact[]
  support?: { heading: Text; paragraphs: Partial<Record<Locale, string[]>> }[]
}

const permissionsOf = (
  manifest: unknown,
): { code: PermissionCode; required: boolean; reason: Text }[] => {
  const known = manifest as Manifest | null
  return known?.kind === 'app' ? known.permissions : []
}

function presentReleases(rows: Awaited<ReturnType<typeof listReleases>>, locale: Locale) {
  return rows.slice(0, RELEASES_PER_PAGE).map((row, index) => {
    const before = rows[index + 1]
    const had = new Set(
      before ? permissionsOf(before.manifest).map((permission) => permission.code) : [],
    )
    return {
      version: row.version,
      published_at: row.published_at?.toISOString() ?? null,
      downloads: row.downloads,
      notes: pickText(row.notes, locale),
      new_permissions: before
        ? permissionsOf(row.manifest)
            .map((permission) => permission.code)
            .filter((code) => !had.has(code))
        : [],
    }
  })
}

/** Pictures in the reader's language, else English ones, else all (D18). */
function inLanguage<T extends { locale: string | null }>(shots: T[], locale: Locale): T[] {
  for (const wanted of [locale, 'en']) {
    const found = shots.filter((shot) => shot.locale === null || shot.locale === wanted)
    if (found.length > 0) return found
  }
  return shots
}

function presentFacts(facts: ItemFacts, locale: Locale) {
  const inWords = (list: Fact[] = []) =>
    list.map((fact) => ({ title: pickText(fact.title, locale), text: pickText(fact.text, locale) }))
  return {
    touches: inWords(facts.touches),
    leaves_alone: inWords(facts.leaves_alone),
    support_document: (facts.support ?? []).map((part) => ({
      heading: pickText(part.heading, locale),
      paragraphs: part.paragraphs[locale] ?? part.paragraphs.en ?? [],
    })),
  }
}

/**
 * S2.17: on the signed-in owner's shop or the platform's demonstration store, else the developer's
 * URL.
 */
function livePreview(
  ctx: Ctx,
  item: { slug: string; installable: boolean },
  fits: boolean,
  demonstration: boolean,
  own: string | undefined,
): string | null {
  if (item.installable && fits && (demonstration || ctx.actor.kind === 'store'))
    return `${siteOrigin(ctx, ctx.market, ctx.platformId)}/preview/${item.slug}`
  return own ?? null
}

/** D19: an app with an address is opened through us, with a token that identifies the store. */
const goToApp = (
  ctx: Ctx,
  slug: string,
  manifest: Manifest | null,
  installed: { state: string } | null,
): string | undefined =>
  installed && installed.state !== 'none' && manifest?.kind === 'app' && manifest.links.go_to_app
    ? `${siteOrigin(ctx, 'app', ctx.platformId)}/account/apps/${slug}`
    : undefined

/** D19: where the installed app of this store is connected. */
const connectTo = (
  ctx: Ctx,
  manifest: Manifest | null,
  installed: { state: string } | null,
): string | undefined =>
  ctx.actor.kind === 'store' &&
  installed &&
  installed.state !== 'none' &&
  manifest?.kind === 'app' &&
  manifest.links.connect
    ? addressOn(manifest.links.connect, ctx.actor.storeUrl)
    : undefined

/** At most four statements for a visitor; the rest is cached. */
export const getItem = defineOperation({
  ...contract,
  run: async (ctx, { query }) => {
    const key = query.slug ? { slug: query.slug } : { id: query.id ?? '' }
    const [platform, pricing, shelves, row] = await Promise.all([
      requirePlatform(ctx, ctx.platformId),
      pricingOf(ctx),
      readShelves(ctx, ctx.market),
      findDetail(ctx.db, ctx.locale, ctx.market, key),
    ])
    if (row && !(await maySeeItem(ctx.db, row, storeOf(ctx.actor))))
      throw refuse('catalog.item_not_found')
    if (row?.status === 'unpublished') {
      const description = row.unpublished_reason ? { description: row.unpublished_reason } : {}
      throw refuse('catalog.item_delisted', { params: { name: row.name }, ...description })
    }
    if (!row?.card || row.status !== 'published') throw refuse('catalog.item_not_found')
    const { card } = row
    ctx.touch?.(`item:${row.id}`)
    const includes = new Set((query.includes ?? '').split(','))
    const [releases, reviews, related, installed, here, bundles, retired] = await Promise.all([
      includes.has('releases') ? listReleases(ctx.db, row.id, query.releases_page) : null,
      includes.has('reviews') ? ctx.itemReviews(ctx, row.id, row.own_ratings) : null,
      includes.has('related')
        ? listRelated(ctx.db, ctx.locale, ctx.market, row.id, RELATED_SHOWN, requiredTraits(ctx))
        : null,
      ctx.actor.kind === 'store' ? ctx.itemState(ctx, row.id) : null,
      ctx.actor.kind === 'store' && row.manifest !== null
        ? findReleaseHere(ctx.db, ctx.actor.storeId, row.id)
        : null,
      readOfferedBundles(ctx),
      row.is_retired ? retirementsOf(ctx, [row.id]) : null,
    ])
    const bundle = bundles.find(({ items }) => items.some(({ id }) => id === row.id))
    const around = {
      locale: ctx.locale,
      shelves,
      taxIncluded: platform.prices_include_tax,
      pricing,
    }
    const links = row.links as Links
    const manifest = row.manifest as Manifest | null
    const range = manifest?.compatibility.platforms[String(ctx.platformId)]
    const fitsStorefront =
      storefrontTraits(ctx) === 0 ||
      manifest === null ||
      (manifest.kind === 'theme' && manifest.os2)
    return {
      data: {
        ...presentCard(card, around),
        visibility: row.visibility,
        retirement: retired?.get(row.id) ?? null,
        tags: tagsOf(shelves, card.shelves, ctx.locale),
        description: row.description ?? [],
        features: row.features ?? [],
        screenshots: inLanguage(row.screenshots, ctx.locale).map((shot) => ({
          ...presentPicture(shot, ctx.locale),
          device: shot.device,
        })),
        permissions: permissionsOf(here?.manifest ?? row.manifest).map(
          ({ code, required, reason }) => ({
            code,
            required,
            reason: pickText(reason, ctx.locale),
          }),
        ),
        plans: row.plans.map((plan) => ({
          id: plan.id,
          kind: plan.kind,
          period: plan.period,
          name: pickText(plan.name, ctx.locale),
          ...presentPrice(pricing, { ...plan, amountMinor: plan.price_minor }),
          features: plan.features[ctx.locale] ?? plan.features.en ?? [],
          trial_days: plan.trial_days,
          trial_needs_card: plan.trial_needs_card,
          ...presentUse(pricing, plan, ctx.locale),
          buyable: isBuyable(plan.kind),
        })),
        in_app_products: productsOf(row.manifest as Manifest | null)
          .filter(({ price }) => hasPrice(pricing, price))
          .map(({ id, name, description, kind, price, prices }) => ({
            id,
            name: pickText(name, ctx.locale),
            description: pickText(description ?? {}, ctx.locale),
            kind,
            ...presentPrice(pricing, { ...price, amountMinor: price.amount_minor, prices }),
          })),
        rating_histogram: row.rating_histogram,
        brought_count: row.brought_count,
        links: {
          support: links.support ?? null,
          contact: links.contact ?? null,
          document: links.document ?? null,
          live_preview: livePreview(
            ctx,
            card,
            range !== undefined && fitsStorefront,
            platform.demonstration_store !== null,
            links.live_preview,
          ),
          go_to_app:
            goToApp(ctx, card.slug, row.manifest as Manifest | null, installed) ??
            links.go_to_app ??
            null,
          connect: connectTo(ctx, manifest, installed) ?? links.connect ?? null,
        },
        credit: (row.credits as Credit[])[0] ?? null,
        ...presentFacts(row.facts as ItemFacts, ctx.locale),
        statement: pickText(row.statement, ctx.locale) || null,
        developer_website: row.website,
        developer_verified: presentVerified(row),
        developer_reads: row.developer_reads,
        developer_has_more: row.developer_has_more,
        version_here: here?.version ?? null,
        page_weight: row.page_weight,
        support_months: MARKET_FACTS[ctx.market].supportMonths,
        release_count: row.release_count,
        released_at: row.released_at?.toISOString() ?? null,
        languages: row.languages,
        reviews,
        releases: releases && presentReleases(releases, ctx.locale),
        related:
          related &&
          related.map(({ card: other, same_developer, shared }) => ({
            ...presentCard(other, around),
            why_related: { same_developer, categories: namesOf(shelves, shared, ctx.locale) },
          })),
        bundle: bundle ? presentBundleLine(bundle, ctx.locale) : null,
        compatibility:
          range === undefined
            ? []
            : [
                {
                  platform_id: ctx.platformId,
                  name: platformName(ctx, platform),
                  logo: logoPath(platform),
                  range,
                },
              ],
        works_here: range !== undefined,
        fits_storefront: fitsStorefront,
        package_size: row.package_size,
        installed,
      },
    }
  },
})
