import { dismissSiteNotice } from '#modules/stores/platforms/contract.ts'
import { readInsidePath } from '#lib/targets.ts'
import { goTo } from '../go-to.ts'
import { forStoreOf, screenContext } from '../screen-context.ts'
import { pathsFor } from '../paths.ts'
import type { Route } from './+types/site-notice.ts'

/** Dismisses the notice and redirects back. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const screen = context.get(screenContext)
  await screen.call(dismissSiteNotice, forStoreOf(form))
  throw goTo(readInsidePath(String(form.get('next') ?? '')) ?? pathsFor(screen.framed).home, {
    status: 303,
  })
}

export function loader({ context }: Route.LoaderArgs) {
  throw goTo(context.get(screenContext).framed ? pathsFor(true).home : pathsFor(false).account)
}

export { RedirectRoute as default } from '../go-to.ts'
