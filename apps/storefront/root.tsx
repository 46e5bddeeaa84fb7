import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import './style.css'
import { directionOf } from '#lib/locale.ts'
import { fontPreloads } from '#ui/fonts.ts'
import { SkipLink } from '#ui/skip-link.tsx'
import type { Route } from './+types/root.ts'
import { AppErrorTemplate, StartWatch } from './document-parts.tsx'
import { useWords, wordsForRouter } from './messages.tsx'
import { routeRules } from './route-rules.ts'
import { ShellData, useShell } from './shell.tsx'
import { optionalPart } from './optional-part.ts'
import { isBusyPath, watchReleases } from './release-watch.ts'

// The browser loads the error page on the first error. The server renders it synchronously, because
// it must show without a script.
const RouteErrorPage = import.meta.env.SSR
  ? (await import('./route-error-page.tsx')).RouteErrorPage
  : lazy(async () => ({ default: (await import('./route-error-page.tsx')).RouteErrorPage }))

// The page backgrounds of `ui/tokens.css`, for the browser's toolbar.
const THEME_COLOURS = { light: '#f4f1ea', dark: '#141e25' }

export function Layout({ children }: { children: ReactNode }) {
  const { locale, t } = useWords()
  const { still, brand, branding } = useShell()
  return (
    <html lang={locale} dir={directionOf(locale)}>
      <head>
        <meta charSet="utf-8" />
        {!still && <StartWatch />}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="strict-origin-when-cross-origin" />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: light)"
          content={THEME_COLOURS.light}
        />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: dark)"
          content={THEME_COLOURS.dark}
        />
        {branding.logo ? (
          <link rel="icon" href={branding.logo} type="image/webp" sizes="512x512" />
        ) : (
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        )}
        {/* before preloads, so that style sheets use the open connection first */}
        <Links />
        {fontPreloads(locale, branding.name).map(({ href, ...how }) => (
          <link
            key={href}
            rel="preload"
            as="font"
            type="font/woff2"
            href={href}
            crossOrigin="anonymous"
            {...how}
          />
        ))}
        <Meta />
        {brand && <link rel="stylesheet" href={brand} />}
        <ShellData />
      </head>
      <body>
        {/* S8.9: shown by browsers that lack the CSS features of our styles (`ui/base.css`),
            without a script */}
        <p className="old-browser" data-nosnippet="">
          {t('errors.browser')}
        </p>
        <SkipLink>{t('page.skip')}</SkipLink>
        {children}
        {!still && <ScrollRestoration />}
        {!still && <AppErrorTemplate />}
        {!still && <Scripts />}
      </body>
    </html>
  )
}

export const middleware: Route.MiddlewareFunction[] = [routeRules]

/** Loads the next page's messages before it is shown. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ context, url }, next) => {
    await context
      .get(wordsForRouter)
      .prepare(url.pathname + url.search)
      .catch((error: unknown) => window.arastaStart?.chunkFailed(error))
    return next()
  },
]

// No loader here: otherwise this boundary would catch a guard's refusal, and the frame could not
// renew its session.
export default function App() {
  useDeferredSections()
  return (
    <>
      <Outlet />
      <NewRelease />
    </>
  )
}

/** S2.33, S8.15: shows errors that no layout has caught. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteErrorPage error={error} />
}

// Loaded with the first announcement, because most pages show none. The chunks of an older release
// may be gone by then; the announcement stays pending.
const Toast = lazy(() =>
  optionalPart(() => import('#ui/notice.tsx')).then(
    ({ Toast }) => ({ default: Toast }),
    () => ({ default: Plain }),
  ),
)

function Plain({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <p className="flex gap-4 rounded-card border border-line bg-card px-4 py-3">
      {children} {action}
    </p>
  )
}

/** S7.36: announces a new release; never reloads a page by itself. */
function NewRelease() {
  const { t } = useWords()
  const { build } = useShell()
  const { pathname } = useLocation()
  const [release, setRelease] = useState<string | null>(null)
  const [closed, setClosed] = useState<string | null>(null)
  useEffect(() => watchReleases(build, setRelease), [build])
  const shown = release !== null && release !== closed && !isBusyPath(pathname)
  return (
    <div
      role="status"
      aria-label={t('release.label')}
      className="pointer-events-none fixed inset-x-0 bottom-5 z-40 grid justify-items-center px-(--gutter) unprinted *:pointer-events-auto"
    >
      {shown && (
        <Suspense>
          <Toast
            icon="refresh"
            close={t('release.close')}
            onClose={() => setClosed(release)}
            action={
              <button type="button" onClick={() => window.location.reload()}>
                {t('release.reload')}
              </button>
            }
          >
            {t('release.new')}
          </Toast>
        </Suspense>
      )}
    </div>
  )
}

type Whenever = (work: () => void) => void
const whenIdle: Whenever = (work) => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work)
  else setTimeout(work, 50)
}

/**
 * Lays out the sections below the first screenful (`.later`, `ui/base.css`) one at a time after
 * hydration, to avoid a long task. Then the page has its full height, and going back restores the
 * scroll position.
 */
function showSections(page: Document, later: Whenever = whenIdle): void {
  const hidden = [...page.querySelectorAll('.later')]
  const next = () => {
    const one = hidden.shift()
    if (!one) {
      page.documentElement.dataset.sectionsShown = ''
      return
    }
    one.setAttribute('data-seen', '')
    later(next)
  }
  later(next)
}

/** Once: later pages are laid out as they are rendered. */
function useDeferredSections(): void {
  useEffect(() => showSections(document), [])
}
