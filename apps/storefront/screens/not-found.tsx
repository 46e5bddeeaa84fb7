import { data } from 'react-router'
import { loadWords } from '../messages.tsx'
import { screenContext, type ErrorFacts } from '../screen-context.ts'
import type { Route } from './+types/not-found.ts'

/** S2.15, S4.4, S8.7: whatever no route knows. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<never> {
  const { locale } = context.get(screenContext)
  const { t } = await loadWords(locale)
  const facts: ErrorFacts = {
    statusCode: 404,
    code: 'not_found',
    message: t('errors.not_found.path', { path: readablePath(url.pathname) }),
  }
  throw data(facts, { status: 404 })
}

/** As a person typed it, and not longer than a line. */
function readablePath(pathname: string): string {
  let path = pathname
  try {
    path = decodeURI(pathname)
  } catch {
    // a half escape: shown as it came
  }
  return path.length > 80 ? `${path.slice(0, 79)}…` : path
}

export default function NotFound() {
  return null
}
