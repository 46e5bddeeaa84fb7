import { askWordPress } from '#modules/stores/sessions/wordpress-contract.ts'
import { goTo } from '../go-to.ts'
import { pathsFor } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import type { Route } from './+types/approve-wordpress.ts'

/**
 * Redirects to WordPress's own approval page (D4). The request can be used once, so it is created
 * on each visit.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const replaces = url.searchParams.get('replaces')?.slice(0, 60)
  const asked = await screen.attempt(askWordPress, {
    headers: { 'claim-handle': screen.claim.handle ?? '' },
    body: {
      ...(replaces && { replaces }),
      ...(url.searchParams.get('site') === 'old' && { site: 'old' as const }),
    },
  })
  // The connection page shows the current step.
  if (!asked.ok) throw goTo(pathsFor(false).connectWordPress(), { status: 303, document: true })
  throw goTo(asked.answer.data.url, { external: true, status: 303 })
}

export { RedirectRoute as default } from '../go-to.ts'
