import { readMarket, type Market } from '#lib/market.ts'
import { readPlatformId } from '#lib/platform-id.ts'

declare global {
  /** The market itself: what stands in a branch of the other one is left out of the build, which a `MARKET` of another file cannot bring about. */
  const __MARKET__: Market
  const __PLATFORM_ID__: number
}

/** S1.1: is this build an app store or a theme store. */
export const MARKET = __MARKET__
/** S1.2: the number of the platform this build runs for; 7 is any site (D4). */
export const PLATFORM_ID = __PLATFORM_ID__

readMarket(String(MARKET))
readPlatformId(String(PLATFORM_ID))
