import { data, type MiddlewareFunction } from 'react-router'
import { screenContext } from '../screen-context.ts'

type Guard = MiddlewareFunction<Response>

const GUARDS: Record<string, Guard> = {
  /**
   * S4.5, S6.3. Not signed in: on a market route the token-invalid error, inside the frame (the
   * page then asks the panel for a new token); elsewhere to the root, which says what to do.
   */
  'auth-required': async ({ context }, next) => {
    const screen = context.get(screenContext)
    if (screen.session === null) throw screen.sessionLost()
    if (screen.framed && screen.linkOfOtherStore) throw screen.linkOfOtherStore()
    return next()
  },
  /**
   * S2.1–2.4, D7. The server sends foreign hosts to the canonical one before any screen runs; here
   * a signed-in store that was closed meanwhile is told so.
   */
  'domain-check': async ({ context }, next) => {
    const screen = context.get(screenContext)
    if (screen.session?.storeStatus === 'closed') throw screen.refusal('session.store_closed')
    return next()
  },
}

/** What failed before this page could run is its error, whatever the guard would say. */
const failureFirst =
  (inner: Guard): Guard =>
  async (args, next) => {
    const { failure } = args.context.get(screenContext)
    if (failure) throw data(failure, { status: failure.statusCode })
    return inner(args, next)
  }

/** S6.4: the guard of that name; an unknown name is an error when the build is loaded. */
export function guard(name: string): Guard {
  const found = Object.hasOwn(GUARDS, name) ? GUARDS[name] : undefined
  if (!found) throw new Error(`unknown guard "${name}"`)
  return failureFirst(found)
}
