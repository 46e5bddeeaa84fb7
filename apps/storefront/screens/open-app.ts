import { openApp } from '#modules/apps/in-app/contract.ts'
import { goTo } from '../go-to.ts'
import { screenContext } from '../screen-context.ts'
import { isSlug, validWhen } from '../validity.ts'
import type { Route } from './+types/open-app.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

/**
 * Redirects to the app with a token that identifies the store (D19). Valid for two minutes, so it
 * is created on each visit.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { data } = await context
    .get(screenContext)
    .call(openApp, { params: { id: params.slug ?? '' } })
  throw goTo(data.url, { external: true, status: 303 })
}

export { RedirectRoute as default } from '../go-to.ts'
