import type { ReactNode } from 'react'
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  Link,
  type MiddlewareFunction,
} from 'react-router'
import './style.css'
import { directionOf } from '#lib/locale.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { fontPreloads } from '#ui/fonts.ts'
import { LinkProvider, type AnchorProps } from '#ui/link.tsx'
import { SkipLink } from '#ui/skip-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { errorKind, ErrorScene } from '#ui/error-scene.tsx'
import './print.css'
import { consoleContext } from './screen-context.ts'
import { ShellData, useShell } from './shell.tsx'
import { useWords } from './words.tsx'
import { PageTitle, SignedOutShell } from './page-header.tsx'

const newSeed = (): string => crypto.randomUUID()

// The page backgrounds of `ui/tokens.css`, for the browser's toolbar.
const THEME_COLOURS = { light: '#f4f1ea', dark: '#141e25' }

export function Layout({ children }: { children: ReactNode }) {
  const { locale, t } = useWords()
  const { branding } = useShell()
  return (
    <html lang={locale} dir={directionOf(locale)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
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
        <Links />
        <ShellData />
      </head>
      <body>
        <SkipLink>{t('console.skip')}</SkipLink>
        <LinkProvider link={ConsoleLink}>{children}</LinkProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** A failure outside the screens is shown like one of a screen. */
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ context, pattern }, next) => {
    const { failure, named } = context.get(consoleContext)
    named(pattern)
    if (failure) throw data(failure, { status: failure.statusCode })
    return next()
  },
]

/** Seed of the idempotency keys of this page's forms (`forms.tsx`). */
export const loader = () => ({ seed: newSeed() })

export default function App() {
  return <Outlet />
}

/** Shows errors that no screen has caught. */
export function ErrorBoundary() {
  const error = useRouteError()
  const { t } = useWords()
  const { incident } = useShell()
  const facts: ErrorFacts =
    isRouteErrorResponse(error) &&
    typeof error.data === 'object' &&
    error.data !== null &&
    'message' in error.data
      ? (error.data as ErrorFacts)
      : {
          statusCode: isRouteErrorResponse(error) ? error.status : 500,
          code: 'unexpected',
          message: t('console.error.unexpected'),
          incident,
        }
  return <ErrorPage facts={facts} />
}

/**
 * The link of `ui` components: client-side navigation within the console, except for changes of
 * language, sign-out and downloads.
 */
function ConsoleLink({ href, moves: _, ...rest }: AnchorProps) {
  const ours = href.startsWith('/') && !href.startsWith('//')
  if (
    !ours ||
    rest.target ||
    rest.download !== undefined ||
    new URLSearchParams(href.split('?')[1] ?? '').has('hl')
  )
    return <a href={href} {...rest} />
  return <Link to={href} {...rest} />
}

const TITLES = {
  closed: 'console.error.404',
  locked: 'console.error.401',
  fallen: 'console.error.500',
} as const

/** The storefront's error pictures; insufficient permissions show the one for 401. */
function ErrorPage({ facts }: { facts: ErrorFacts }) {
  const { t } = useWords()
  const kind = facts.statusCode === 403 ? 'locked' : errorKind(facts.statusCode)
  const title = facts.statusCode === 403 ? t('console.error.403') : t(TITLES[kind])
  return (
    <SignedOutShell wide>
      <PageTitle title={title} />
      <ErrorScene
        kind={kind}
        sign={String(facts.statusCode)}
        title={title}
        code={[String(facts.statusCode), facts.statusCode >= 500 && facts.incident]
          .filter(Boolean)
          .join(' · ')}
        actions={<LinkButton href="/">{t('console.error.home')}</LinkButton>}
      >
        {facts.message !== title && <p>{facts.message}</p>}
      </ErrorScene>
    </SignedOutShell>
  )
}
