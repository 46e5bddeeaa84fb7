import { data, type MiddlewareFunction } from 'react-router'
import { includesRight } from '#lib/store-rights.ts'
import { screenContext } from '../screen-context.ts'
import { rightOfScreen } from '../screen-rights.ts'

type Guard = MiddlewareFunction<Response>

const GUARDS: Record<string, Guard> = {
  /**
   * S4.5, S6.3. Signed-out visitors get the token-invalid error on market routes, in the frame
   * (where the page requests a new token from the panel); elsewhere a redirect to the home page,
   * which explains how to sign in. People of a store's team see who may do what this screen is for.
   */
  'auth-required': async ({ context, url }, next) => {
    const screen = context.get(screenContext)
    if (screen.session === null) throw screen.sessionLost()
    if (screen.framed && screen.linkOfOtherStore) throw screen.linkOfOtherStore()
    const needs = rightOfScreen(url.pathname)
    if (!includesRight(screen.session.right, needs))
      throw screen.refusal(`session.may_not_${needs}`)
    return next()
  },
  /**
   * S2.1–2.4, D7. The server redirects foreign hosts before any screen runs; this refuses the
   * session of a store that was closed meanwhile.
   */
  'domain-check': async ({ context }, next) => {
    const screen = context.get(screenContext)
    if (screen.session?.storeStatus === 'closed') throw screen.refusal('session.store_closed')
    return next()
  },
}

/** An error before the screen takes precedence over the guard's. */
const failureFirst =
  (inner: Guard): Guard =>
  async (args, next) => {
    const { failure } = args.context.get(screenContext)
    if (failure) throw data(failure, { status: failure.statusCode })
    return inner(args, next)
  }

/** S6.4: the guard with this name; an unknown name fails when the build is loaded. */
export function guard(name: string): Guard {
  const found = Object.hasOwn(GUARDS, name) ? GUARDS[name] : undefined
  if (!found) throw new Error(`unknown guard "${name}"`)
  return failureFirst(found)
}
