import { readMarket, type Market } from '#lib/market.ts'

declare global {
  /**
   * The market, as a compile-time constant: code for the other one is removed from the build, which
   * an imported `MARKET` would not achieve.
   */
  const __MARKET__: Market
}

/** S1.1: whether this build is an app store or a theme store. */
export const MARKET = __MARKET__

readMarket(String(MARKET))
