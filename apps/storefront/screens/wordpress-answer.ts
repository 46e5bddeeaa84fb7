import { answerWordPress } from '#modules/stores/sessions/wordpress-contract.ts'
import { goTo } from '../go-to.ts'
import { pathsFor, withQuery } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import type { Route } from './+types/wordpress-answer.ts'

/**
 * Callback of WordPress's approval page (D4). The redirect removes the password from the URL, and
 * no page contains it.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const given = (name: string) => url.searchParams.get(name)?.slice(0, 200)
  const [user, password] = [given('user_login'), given('password')]
  const answered = await screen.attempt(answerWordPress, {
    headers: { 'claim-handle': screen.claim.handle ?? '' },
    body: {
      state: (url.searchParams.get('state') ?? '').slice(0, 100),
      ...(user && { user }),
      ...(password && { password }),
    },
  })
  const { connectWordPress } = pathsFor(false)
  if (!answered.ok)
    throw goTo(
      withQuery(connectWordPress(), {
        said:
          answered.error.code === 'connect.over'
            ? 'over'
            : answered.error.code === 'connect.other_store'
              ? 'other-store'
              : 'later',
      }),
      { status: 303, document: true },
    )
  const { session } = answered.answer
  if (!session) throw goTo(connectWordPress(), { status: 303, document: true })
  screen.claim.keep(null)
  screen.signIn(session.token)
  throw goTo(session.next, { status: 303, document: true })
}

export { RedirectRoute as default } from '../go-to.ts'
