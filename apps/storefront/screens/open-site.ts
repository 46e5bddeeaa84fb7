import { openOnSite } from '#modules/stores/platforms/site-contract.ts'
import { goTo } from '../go-to.ts'
import { screenContext } from '../screen-context.ts'
import type { Route } from './+types/open-site.ts'

/**
 * No page: on to the owner's own site, where the loader opens its owner's part (D4). The link is
 * good for a quarter of an hour, so it is made when it is asked for.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await context.get(screenContext).call(openOnSite)
  throw goTo(data.url, { external: true, status: 303 })
}

export { RedirectRoute as default } from '../go-to.ts'
