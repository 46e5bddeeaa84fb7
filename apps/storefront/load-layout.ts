import { listInstalledItems } from '#modules/installs/contract.ts'
import { getSiteNotice, type SiteNotice } from '#modules/stores/platforms/contract.ts'
import { NOTHING_INSTALLED, type InstalledItems } from './installed-items.ts'
import type { ScreenContext } from './screen-context.ts'

/**
 * For loaders: the signed-in store's items in this market. A failure must not block browsing.
 * Separate from the hook, because contracts import the schema library, which the browser does not
 * need.
 */
export async function readInstalled(screen: ScreenContext): Promise<InstalledItems> {
  if (!screen.session) return NOTHING_INSTALLED
  const result = await screen.attempt(listInstalledItems)
  if (!result.ok) return NOTHING_INSTALLED
  const here = result.answer.data.filter((one) => one.market === screen.market)
  return {
    slugs: here.map((one) => one.slug),
    saved: result.answer.saved,
    updates: here.filter((one) => one.behind).length,
    waiting: result.answer.waiting,
    unread: result.answer.unread,
    shops: result.answer.shops,
  }
}

/** For layouts: the notice about the signed-in store's site; none when it cannot be loaded. */
export async function readSiteNotice(screen: ScreenContext): Promise<SiteNotice | null> {
  if (!screen.session) return null
  const result = await screen.attempt(getSiteNotice)
  return result.ok ? result.answer.data : null
}
