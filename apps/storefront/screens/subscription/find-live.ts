import { listSubscriptions, type SubscriptionSummary } from '#modules/billing/contract.ts'
import type { ScreenContext } from '../../screen-context.ts'

/** Enough for every subscription of a store that runs. */
const MOST = 100

/** The store's subscriptions that run, by the slugs of their items in this market. */
export async function findRunning(
  screen: ScreenContext,
): Promise<ReadonlyMap<string, SubscriptionSummary>> {
  const { data: all } = await screen.call(listSubscriptions, { query: { per_page: MOST } })
  return new Map(
    all
      .filter(({ item, state }) => item.market === screen.market && state !== 'ended')
      .map((one) => [one.item.slug, one]),
  )
}

/** The store's subscription of an item, while it runs. */
export const findLive = async (
  screen: ScreenContext,
  slug: string,
): Promise<SubscriptionSummary | undefined> => (await findRunning(screen)).get(slug)
