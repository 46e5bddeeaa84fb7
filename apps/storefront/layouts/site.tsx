import { Outlet, useMatches } from 'react-router'
import { readInstalled, readSiteNotice } from '../load-layout.ts'
import { screenContext } from '../screen-context.ts'
import { storeOf } from '../shell.tsx'
import { SiteShell } from '../site-shell.tsx'
import { SiteNoticePlace } from '../site-notice-place.tsx'
import type { Route } from './+types/site.ts'

/**
 * The session may change while a page is open (in another tab): the header shows that of the last
 * response.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const [installed, notice] = await Promise.all([readInstalled(screen), readSiteNotice(screen)])
  return { store: storeOf(screen.session), installed, notice }
}

export default function Site({ loaderData }: Route.ComponentProps) {
  const atHome = useMatches().at(-1)?.id === 'home'
  return (
    <SiteShell store={loaderData.store} ground={atHome ? 'wall' : 'page'} search={!atHome}>
      <SiteNoticePlace notice={loaderData.notice} storeId={loaderData.store?.id} />
      <Outlet />
    </SiteShell>
  )
}
