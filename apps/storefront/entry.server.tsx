import { renderToStaticMarkup } from 'react-dom/server'
import { nextTurn } from '#lib/event-loop.ts'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { DocumentPartsProvider } from './document-parts.tsx'
import { type Words, WordsProvider, loadWords } from './messages.tsx'
import { screenContext } from './screen-context.ts'
import { DEFERRED, deferScripts } from './router-patches/defer-scripts.ts'
import { ShellProvider, shellOf } from './shell.tsx'
import { APP_ERROR_ID } from './start-guard.ts'
import watchStart from 'inline-source:start-guard.ts#watchStart'
import hydrateLater from 'inline-source:router-patches/hydrate-later.ts#hydrateLater'
import { LinkButton } from '#ui/button.tsx'
import { ErrorScene } from '#ui/error-scene.tsx'
import { contextToRender, pageResponse, renderPage } from '#ui/render-page.ts'

// The server that loads this build passes a ScreenContext under this key and checks this setting.
export { screenContext }
export { MARKET } from './build-settings.ts'

/** S9.7. */
const RELOAD_WINDOW_MS = 10_000

/**
 * Maximum time that hydration waits for the first paint after loading, and then for an idle
 * browser.
 */
const HYDRATION_TIMEOUT_MS = 2_000

const watchOf = (framed: boolean): string =>
  `(${watchStart})(${JSON.stringify(APP_ERROR_ID)},${RELOAD_WINDOW_MS});(${hydrateLater})(${JSON.stringify(DEFERRED)},${HYDRATION_TIMEOUT_MS},${framed})`
const WATCH = { framed: watchOf(true), whole: watchOf(false) }
const appErrors = new Map<string, string>()

/** The same for all pages of a language and market name, framed or not. */
function appErrorOf(words: Words, name: string, framed: boolean): string {
  const key = `${words.locale} ${framed} ${name}`
  const known =
    appErrors.get(key) ?? renderToStaticMarkup(<AppError words={words} framed={framed} />)
  appErrors.set(key, known)
  return known
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  const screen = context.get(screenContext)
  const words = await loadWords(screen.locale, screen.branding.words)
  await nextTurn()
  const page = await renderPage(
    <DocumentPartsProvider
      value={{
        nonce: screen.nonce,
        watch: screen.framed ? WATCH.framed : WATCH.whole,
        appError: appErrorOf(words, screen.branding.name, screen.framed),
      }}
    >
      <WordsProvider words={words}>
        <ShellProvider shell={shellOf(screen, entry.manifest.version)}>
          <ServerRouter
            context={await contextToRender(entry)}
            url={request.url}
            nonce={screen.nonce}
          />
        </ShellProvider>
      </WordsProvider>
    </DocumentPartsProvider>,
    screen,
  )
  return pageResponse({ ...page, html: deferScripts(page.html) }, { status, headers })
}

/** Logs unexpected errors of loaders and rendering with the request's incident number (D8). */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (request.signal.aborted) return
  context.get(screenContext).report(error)
}

/**
 * S4.10, S8.1, S8.9: the error page for a failed startup. Plain HTML, because no script may run.
 */
function AppError({ words: { t }, framed }: { words: Words; framed: boolean }) {
  return (
    <main id="main" tabIndex={-1} className="focus:outline-none">
      <ErrorScene
        kind="fallen"
        title={t('error.500.title')}
        code={t('errors.unexpected')}
        actions={
          <>
            <LinkButton href="" size="medium">
              {t('error.retry')}
            </LinkButton>
            <LinkButton href={framed ? '/market' : '/'} kind="secondary">
              {t(framed ? 'error.market_home' : 'error.home')}
            </LinkButton>
          </>
        }
      >
        <p>{t('errors.start')}</p>
        <p className="mt-2">{t('errors.browser')}</p>
      </ErrorScene>
    </main>
  )
}
