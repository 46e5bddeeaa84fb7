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
