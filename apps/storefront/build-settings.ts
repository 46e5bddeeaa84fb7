import { MARKETS, type Market } from '#lib/market.ts'

declare global {
  /** The market itself: what stands in a branch of the other one is left out of the build, which a `MARKET` of another file cannot bring about. */
  const __MARKET__: Market
  const __PLATFORM_ID__: number
}

/** S1.1: is this build an app store or a theme store. */
export const MARKET = __MARKET__
/** S1.2: the platform this build runs for, 1 to 6, or 7: any site (D4). */
export const PLATFORM_ID = __PLATFORM_ID__

if (!MARKETS.includes(MARKET)) throw new Error(`MARKET must be one of ${MARKETS.join(', ')}, not "${String(__MARKET__)}"`)
if (!Number.isInteger(PLATFORM_ID) || PLATFORM_ID < 1 || PLATFORM_ID > 7) throw new Error(`PLATFORM_ID must be 1 to 7, not "${PLATFORM_ID}"`)
