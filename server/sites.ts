import type { Locale } from '#lib/locale.ts'
import { type Market, MARKETS } from '#lib/market.ts'
import type { Services, StorefrontSite } from '#kernel/context.ts'
import { readBrand } from '#modules/market/brand.ts'
import { listPlatformHosts } from '#modules/stores/platforms/public.ts'
import type { Config } from './config.ts'

type Settings = Pick<Config, 'platformId' | 'appOrigin' | 'themeOrigin'>
type Platform = Pick<
  Awaited<ReturnType<typeof listPlatformHosts>>[number],
  'id' | 'key' | 'name' | 'state' | 'hosts' | 'market_name' | 'brand' | 'languages'
>

/** `https://apps.example:8443` at `other.example` → `https://other.example:8443`. */
function atHost(origin: string, host: string): string {
  const url = new URL(origin)
  url.hostname = host
  return url.origin
}

/**
 * The storefronts that a process serves (S1.2, D26). With PLATFORM_ID: those of that platform, at
 * APP_ORIGIN and THEME_ORIGIN. Without: those of every platform that has a host, and at these two
 * addresses the first platform that has none.
 */
export function sitesOf(
  platforms: readonly Platform[],
  { platformId, appOrigin, themeOrigin }: Settings,
): StorefrontSite[] {
  const origins = { app: appOrigin, theme: themeOrigin }
  const served = platforms.filter(({ id }) => platformId === undefined || id === platformId)
  const main = served.find(({ hosts }) => platformId !== undefined || hosts.length === 0)
  const siteOf = (platform: Platform, market: Market, origin: string) => ({
    market,
    platformId: platform.id,
    origin,
    listedAs: platform.state === 'open' ? { key: platform.key, name: platform.name } : null,
    marketName: platform.market_name,
    brand: platform.brand === null ? null : readBrand(JSON.stringify(platform.brand)),
    languages: platform.languages as Locale[] | null,
  })
  const own = main ? MARKETS.map((market) => siteOf(main, market, origins[market])) : []
  if (platformId !== undefined) return own
  return [
    ...own,
    ...served.flatMap((platform) =>
      MARKETS.flatMap((market) =>
        platform.hosts
          .filter((one) => one.market === market)
          .map(({ host }) => siteOf(platform, market, atHost(origins[market], host))),
      ),
    ),
  ]
}

/** Reads the storefronts from the platforms' rows. Everybody holds the same list. */
export async function renewSites(
  { db, sites }: Pick<Services, 'db' | 'sites'>,
  settings: Settings,
): Promise<void> {
  // Read first: two renewals at once must not put the list there twice.
  const platforms = await listPlatformHosts(db)
  sites.splice(0, sites.length, ...sitesOf(platforms, settings))
}
