import { listInstallations } from '#modules/installs/contract.ts'
import { getSiteNotice, type SiteNotice } from '#modules/stores/platforms/contract.ts'
import { NOTHING_INSTALLED, type InstalledItems } from './installed-items.ts'
import type { ScreenContext } from './screen-context.ts'

/**
 * For loaders: what the signed-in store has of this market. A shop that cannot say it must not stop
 * anybody from browsing. Apart from the hook, because a contract brings the validator with it and
 * the browser needs none.
 */
export async function readInstalled(screen: ScreenContext): Promise<InstalledItems> {
  if (!screen.session) return NOTHING_INSTALLED
  const result = await screen.attempt(listInstallations)
  if (!result.ok) return NOTHING_INSTALLED
  const here = result.answer.data.filter(
    (one) => one.item.market === screen.market && one.state === 'installed',
  )
  return {
    slugs: here.map((one) => one.item.slug),
    updates: here.filter((one) => one.version !== one.latest_version).length,
  }
}

/**
 * For layouts: what is known of the signed-in store's own site. A notice that cannot be had is
 * none.
 */
export async function readSiteNotice(screen: ScreenContext): Promise<SiteNotice | null> {
  if (!screen.session) return null
  const result = await screen.attempt(getSiteNotice)
  return result.ok ? result.answer.data : null
}
