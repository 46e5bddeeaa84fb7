import { screenContext } from '../screen-context.ts'
import type { Route } from './+types/not-found.ts'

/** S2.15, S4.4: unknown paths. The error page shows the path. */
export async function loader({ context }: Route.LoaderArgs): Promise<never> {
  throw context.get(screenContext).refusal('not_found')
}

export default function NotFound() {
  return null
}
