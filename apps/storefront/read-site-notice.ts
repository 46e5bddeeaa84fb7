import { getSiteNotice, type SiteNotice } from '#contexts/platforms/contract.ts'
import type { ScreenContext } from './screen-context.ts'

/** For layouts: what is known of the signed-in store's own site. A notice that cannot be had is none. */
export async function readSiteNotice(screen: ScreenContext): Promise<SiteNotice | null> {
  if (!screen.session) return null
  const result = await screen.attempt(getSiteNotice)
  return result.ok ? result.answer.data : null
}
