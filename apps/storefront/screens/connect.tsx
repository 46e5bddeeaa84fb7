import { data } from 'react-router'
import { confirmConnect, getConnect, resendConnectCode, startConnect } from '#contexts/accounts/contract.ts'
import { MOST_KNOWN } from '#contexts/accounts/one-time-code.ts'
import { readInsidePath } from '#lib/targets.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import type { Mistakes } from '#ui/form-check.ts'
import { Page } from '#ui/page-grid.tsx'
import { goTo } from '../go-to.ts'
import { withQuery } from '../paths.ts'
import { screenContext, type ScreenContext } from '../screen-context.ts'
import { AddressStep } from './connect/address-step.tsx'
import { CodeStep } from './connect/code-step.tsx'
import type { Route } from './+types/connect.ts'

const nextOf = (url: URL) => readInsidePath(url.searchParams.get('next') ?? '') ?? '/'

/** S2.20, S2.21: the address first; while a code is on its way, the code. `?new` goes back to the address. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const { session, platform } = screen
  const attempt = url.searchParams.has('new') ? null : await findAttempt(screen)
  return {
    attempt: attempt && attempt.tries_left > 0 ? attempt : null,
    next: nextOf(url),
    // a code was sent for, and this browser does not know of it
    forgot: attempt === null && url.searchParams.has('sent'),
    current: session && { id: session.storeId, domain: session.domain },
    platform: platform.name,
  }
}

const knownOf = ({ knownBrowser }: ScreenContext): Record<string, string> => (knownBrowser.handle === null ? {} : { 'known-browser': knownBrowser.handle })
const headersOf = (screen: ScreenContext) => ({ 'connect-handle': screen.connect.handle ?? '', ...knownOf(screen) })

async function findAttempt(screen: ScreenContext) {
  return screen.connect.handle ? (await screen.call(getConnect, { headers: headersOf(screen) })).data : null
}

/** The newest first; older shops of this browser after it. */
function keepKnown({ knownBrowser }: ScreenContext, mark: string | null): void {
  if (mark !== null) knownBrowser.keep([mark, ...(knownBrowser.handle ?? '').split('~').filter(Boolean)].slice(0, MOST_KNOWN).join('~'))
}

export interface ConnectAnswer {
  message: string | null
  mistakes: Mistakes
  given: { address?: string }
  resent?: boolean
}

/** What makes the code useless: the address is asked for again. */
const OVER = ['connect.over', 'connect.no_tries_left']

export async function action({ context, request, url }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const next = nextOf(url)
  const refuse = ({ code, statusCode, message, mistakes = {} }: ErrorFacts, given: ConnectAnswer['given'] = {}) => {
    if (OVER.includes(code)) screen.connect.keep(null)
    return data<ConnectAnswer>({ message: Object.keys(mistakes).length > 0 ? null : message, mistakes, given }, { status: statusCode })
  }

  if (text('step') === 'address') {
    const address = text('address')
    const started = await screen.attempt(startConnect, { body: { address, next }, headers: knownOf(screen) })
    if (!started.ok) return refuse(started.error, { address: address.slice(0, 300) })
    screen.connect.keep(started.answer.handle)
    throw goTo(withQuery('/connect', { next: next === '/' ? undefined : next, sent: '1' }), { status: 303 })
  }
  const headers = headersOf(screen)
  if (text('step') === 'resend') {
    const sent = await screen.attempt(resendConnectCode, { headers })
    if (!sent.ok) return refuse(sent.error)
    return data<ConnectAnswer>({ message: null, mistakes: {}, given: {}, resent: true })
  }
  const replaces = text('replaces')
  const confirmed = await screen.attempt(confirmConnect, { headers, body: { code: text('code'), ...(replaces && { replaces }) } })
  if (!confirmed.ok) return refuse(confirmed.error)
  screen.connect.keep(null)
  screen.signIn(confirmed.answer.token)
  keepKnown(screen, confirmed.answer.browser)
  throw goTo(confirmed.answer.next, { status: 303 })
}

/** Signing in without the panel. Plain forms: each press is a load, for a session changes the whole document. */
export default function Connect({ loaderData: page, actionData }: Route.ComponentProps) {
  // a new answer is a new form: nothing that was typed wrongly stays
  const round = actionData ? JSON.stringify(actionData) : ''
  return (
    <Page className="pt-8 md:pt-12">
      {page.attempt ? (
        <CodeStep key={round} page={{ ...page, attempt: page.attempt }} answer={actionData} />
      ) : (
        <AddressStep page={page} answer={actionData} />
      )}
    </Page>
  )
}
