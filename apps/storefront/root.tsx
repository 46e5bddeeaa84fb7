import '#ui/ui.css'
import { lazy, type ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { directionOf } from '#lib/locale.ts'
import { fontPreloads } from '#ui/fonts.ts'
import { SkipLink } from '#ui/skip-link.tsx'
import type { Route } from './+types/root.ts'
import { AppErrorTemplate, StartWatch } from './document-parts.tsx'
import { useWords, wordsForRouter } from './messages.tsx'
import { NewRelease } from './new-release.tsx'
import { routeRules } from './route-rules.ts'
import { ShellData, useShell } from './shell.tsx'
import { useUnveiling } from './unveil.ts'

// The error page comes to the browser when there is an error. The server has it at hand, and nothing around it
// may wait for it there: no script is needed to see it.
const LostPage = import.meta.env.SSR
  ? (await import('./lost-page.tsx')).LostPage
  : lazy(async () => ({ default: (await import('./lost-page.tsx')).LostPage }))

// The grounds of `ui/tokens.css`, for the browser's own bars.
const THEME_COLOURS = { light: '#f4f1ea', dark: '#141e25' }

export function Layout({ children }: { children: ReactNode }) {
  const { locale, t } = useWords()
  const { still, brand, face } = useShell()
  return (
    <html lang={locale} dir={directionOf(locale)}>
      <head>
        <meta charSet="utf-8" />
        {!still && <StartWatch />}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="strict-origin-when-cross-origin" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={THEME_COLOURS.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={THEME_COLOURS.dark} />
        {face.logo ? <link rel="icon" href={face.logo} type="image/webp" sizes="512x512" /> : <link rel="icon" href="/favicon.svg" type="image/svg+xml" />}
        {/* before what is preloaded: the connection that is open already goes to what is asked for first */}
        <Links />
        {fontPreloads(locale, face.name).map(({ href, ...how }) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" {...how} />
        ))}
        <Meta />
        {brand && <link rel="stylesheet" href={brand} />}
        <ShellData />
      </head>
      <body>
        {/* S8.9: shown by browsers that lack what our styles are made of (`ui/base.css`); no script is asked */}
        <p className="old-browser" data-nosnippet="">
          {t('errors.browser')}
        </p>
        <SkipLink>{t('page.skip')}</SkipLink>
        {children}
        <ScrollRestoration />
        {!still && <AppErrorTemplate />}
        {!still && <Scripts />}
      </body>
    </html>
  )
}

export const middleware: Route.MiddlewareFunction[] = [routeRules]

/** Words that the next page needs come before it is shown. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ context, url }, next) => {
    await context.get(wordsForRouter).prepare(url.pathname + url.search).catch((error: unknown) => window.arastaStart?.chunkFailed(error))
    return next()
  },
]

// No loader here: a guard that refuses would otherwise be answered by this boundary, and the frame could not renew its session.
export default function App() {
  useUnveiling()
  return (
    <>
      <Outlet />
      <NewRelease />
    </>
  )
}

/** S2.33, S8.15: everything that no layout has caught. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LostPage error={error} />
}
