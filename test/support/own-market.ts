import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openChromium } from './browser.ts'
import { type Marketplace, startMarketplace } from './marketplace.ts'

export interface OwnMarket {
  market: Marketplace
  stop(): Promise<void>
}

/**
 * A market with its screens, shops and worker for one journey, whose clock goes on as everybody's
 * does: what others do on the shops of the shared one does not disturb it. `prepare` runs before
 * the worker.
 */
export async function startOwnMarket(
  prepare: (market: Marketplace) => Promise<void> = async () => {},
): Promise<OwnMarket> {
  const market = await startMarketplace({ buildFolder: 'build' })
  await prepare(market)
  await market.startWorker()
  const time = setInterval(() => market.clock.moveSeconds(1), 1000)
  return {
    market,
    async stop() {
      clearInterval(time)
      await market.stop()
    },
  }
}

/** For a test file: such a market and a browser, there while its tests run. */
export function useOwnMarket(): { readonly market: Marketplace; readonly browser: Browser } {
  let own: OwnMarket
  let browser: Browser
  beforeAll(async () => {
    own = await startOwnMarket()
    browser = await openChromium()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await own?.stop()
  })
  return {
    get market() {
      return own.market
    },
    get browser() {
      return browser
    },
  }
}
