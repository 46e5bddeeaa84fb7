import { listShopFindings, type ShopFindings } from '#modules/installs/shop-look/contract.ts'
import type { ScreenContext } from './screen-context.ts'

/** For loaders: what the shop of a signed-in owner lacks. A failure must not block browsing. */
export async function readShopFindings(screen: ScreenContext): Promise<ShopFindings | null> {
  if (screen.session?.right !== 'install' || screen.market !== 'app') return null
  const found = await screen.attempt(listShopFindings)
  return found.ok ? found.answer : null
}
