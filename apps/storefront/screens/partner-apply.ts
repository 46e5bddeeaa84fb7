import { goTo } from '../go-to.ts'
import { screenContext } from '../screen-context.ts'
import type { Route } from './+types/partner-apply.ts'

/** Companies apply at the console, in the language of the page they come from. */
export function loader({ context }: Route.LoaderArgs) {
  const { consoleOrigin, locale } = context.get(screenContext)
  throw goTo(`${consoleOrigin}/apply?hl=${locale}`, { external: true })
}

export { RedirectRoute as default } from '../go-to.ts'
