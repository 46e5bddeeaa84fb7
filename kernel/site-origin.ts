import type { Market } from '#lib/market.ts'

/** A storefront of this market for the stores of one platform. */
export interface StorefrontSite {
  market: Market
  platformId: number
  origin: string
}

/** Addresses of the market's own parts. */
export type Origins = Record<Market, string> & {
  installer: string
  bank: string
  preview: string
  console: string
}

export interface SiteOrigins {
  sites: readonly StorefrontSite[]
  origins: Origins
}

/** The storefront for stores of a platform; null when this market runs none for them. */
export const findSiteOrigin = (
  { sites }: Pick<SiteOrigins, 'sites'>,
  market: Market,
  platformId: number,
): string | null =>
  sites.find((one) => one.market === market && one.platformId === platformId)?.origin ?? null

/**
 * Origin for links: the storefront of the platform of a store, order or request, or else the
 * market's own address. The market itself (issuer, host of mail ids) is identified by
 * `services.origins`.
 */
export const siteOrigin = (services: SiteOrigins, market: Market, platformId: number): string =>
  findSiteOrigin(services, market, platformId) ?? services.origins[market]

/** Every origin at which this market answers. */
export const ownOrigins = ({ sites, origins }: SiteOrigins): string[] => [
  ...new Set([...Object.values(origins), ...sites.map((one) => one.origin)]),
]

/** The origins for operators, by the names of their settings. */
export const listOriginSettings = ({
  sites,
  origins,
}: SiteOrigins): { name: string; value: string | null }[] => [
  { name: 'APP_ORIGIN', value: origins.app },
  { name: 'THEME_ORIGIN', value: origins.theme },
  {
    name: 'ANY_SITE_ORIGIN',
    value: sites.find((one) => one.origin !== origins[one.market])?.origin ?? null,
  },
]
