import { openOnSite } from '#modules/stores/platforms/site-contract.ts'
import { goTo } from '../go-to.ts'
import { screenContext } from '../screen-context.ts'
import type { Route } from './+types/open-site.ts'

/**
 * Redirects to the owner's site, where the loader opens its owner mode (D4). Valid for 15 minutes,
 * so it is created on each visit.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await context.get(screenContext).call(openOnSite)
  throw goTo(data.url, { external: true, status: 303 })
}

export { RedirectRoute as default } from '../go-to.ts'
