import { useEffect, useEffectEvent, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { ErrorContent } from '../error-page.tsx'
import { errorFacts } from '../route-error-page.tsx'
import { renewSession } from '../frame-session.ts'
import { FrameShell } from '../frame-shell.tsx'
import { readInstalled, readSiteNotice } from '../load-layout.ts'
import { useWords } from '../messages.tsx'
import { screenContext } from '../screen-context.ts'
import { ShellProvider, storeOf, useShell } from '../shell.tsx'
import { SiteNoticePlace } from '../site-notice-place.tsx'
import type { Route } from './+types/frame.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const [installed, notice] = await Promise.all([readInstalled(screen), readSiteNotice(screen)])
  return { store: storeOf(screen.session), installed, notice }
}

export default function Frame({ loaderData }: Route.ComponentProps) {
  const shell = useShell()
  // Where cookies are blocked, the document was rendered without the session, which the page
  // received later.
  const store = shell.store ?? loaderData.store
  return (
    <ShellProvider shell={{ ...shell, store }}>
      <FrameShell>
        <SiteNoticePlace notice={loaderData.notice} storeId={store?.id} />
        <Outlet />
      </FrameShell>
    </ShellProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const facts = errorFacts(error, useWords())
  // "Try again" is a new navigation, which requests a session from the panel again
  const { key } = useLocation()
  return (
    <FrameShell>
      {facts.code === 'session.token_invalid' ? (
        <SessionRenewal key={key} facts={facts} />
      ) : (
        <ErrorContent facts={facts} />
      )}
    </FrameShell>
  )
}

/** Removes a launch link's error from the URL after the session was renewed. */
function withoutLinkProblem(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('launch')
  return query.size > 0 ? `?${query}` : ''
}

/**
 * S2.30, D5: the session has expired, or cookies are blocked. Requests a new one from the panel
 * once; then the page continues without a full load, because the token is in its memory.
 */
function SessionRenewal({ facts }: { facts: ErrorFacts }) {
  const { t } = useWords()
  const { panelOrigins } = useShell()
  const navigate = useNavigate()
  const { pathname, search, state: from } = useLocation()
  // stop after the renewed session was refused too; a person must act
  const hasAsked = (from as { renewed?: boolean } | null)?.renewed === true
  const [state, setState] = useState<'verifying' | 'locked'>(hasAsked ? 'locked' : 'verifying')
  const renew = useEffectEvent(async (isShown: () => boolean) => {
    const renewed = await renewSession(panelOrigins).catch(() => false)
    if (renewed && isShown())
      await navigate(pathname + withoutLinkProblem(search), {
        replace: true,
        preventScrollReset: true,
        state: { renewed: true },
      })
    // a refused new session is reported by the error of that navigation
    else if (isShown()) setState('locked')
  })
  useEffect(() => {
    let shown = true
    if (!hasAsked) void renew(() => shown)
    return () => {
      shown = false
    }
  }, [hasAsked])
  const locked = <ErrorContent facts={{ ...facts, description: t('session.panel_note') }} />
  if (state === 'locked') return locked
  return (
    <>
      <div
        role="status"
        className="page grid min-h-80 place-content-center justify-items-center gap-2 text-center"
      >
        <p className="type-d3">{t('session.verifying')}</p>
        <p className="type-body max-w-[44ch] text-ink2">{t('session.verifying_note')}</p>
      </div>
      <noscript>{locked}</noscript>
    </>
  )
}
