import { readMarket, type Market } from '#lib/market.ts'

declare global {
  /**
   * The market itself: what stands in a branch of the other one is left out of the build, which a
   * `MARKET` of another file cannot bring about.
   */
  const __MARKET__: Market
}

/** S1.1: is this build an app store or a theme store. */
export const MARKET = __MARKET__

readMarket(String(MARKET))
