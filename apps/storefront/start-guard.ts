/**
 * What stands before everything else that runs in the browser (S4.10, S4.11): `watchStart` travels
 * as text in the document's head, so that it is there even when no chunk comes. It must not use
 * anything from outside itself.
 */
export interface StartGuard {
  /**
   * S4.11: a chunk did not load. The page (or the one a navigation is on its way to) is loaded
   * anew, once per path in ten seconds: then this never settles. Otherwise it rejects with the
   * error, for the error page.
   */
  chunkFailed(error: unknown): Promise<never>
  /** S4.10: the page could not start. It is recorded, and the error page takes the page's place. */
  fail(error: unknown): void
  /** The page is hydrated: what fails from now on is a matter for its own error pages. */
  hydrated(): void
  /** The app error, while there is one. */
  appError: unknown
  /**
   * How many parts are on their way that the page can do without: no reload meanwhile for a chunk
   * that does not come (`optionalPart`).
   */
  optionalParts: number
}

declare global {
  interface Window {
    arastaStart?: StartGuard
    /**
     * React Router's own, where the page is hydrated: the only place that knows at once where a
     * navigation under way leads.
     */
    __reactRouterDataRouter?: {
      state: { navigation: { location?: { pathname: string; search: string } } }
    }
  }
}

/** The element that holds the error page for `fail`; nothing in it is shown or loaded before. */
export const APP_ERROR_ID = 'app-error'

/**
 * Where storage is closed to us (a frame without cookies), the time of the last reload stays in the
 * history's entry, which outlives one. Who has typed something loses it to no reload but the one of
 * a navigation; without a network a reload would show nothing at all.
 */
export function watchStart(templateId: string, windowMs: number): void {
  let started = false
  let typed = false
  let leaving = false
  let content: DocumentFragment | null = null
  let styles: Element[] = []

  function mayReload(path: string): boolean {
    const key = `arasta:reload:${path}`
    const now = Date.now()
    const isOver = (last: unknown) => now < Number(last ?? 0) || now - Number(last ?? 0) >= windowMs
    try {
      if (!isOver(sessionStorage.getItem(key))) return false
      sessionStorage.setItem(key, String(now))
    } catch {
      const state = history.state as Record<string, unknown> | null
      if (!isOver(state?.[key])) return false
      history.replaceState({ ...state, [key]: now }, '')
    }
    return true
  }
  function reload(): boolean {
    const ahead = window.__reactRouterDataRouter?.state.navigation.location
    if (leaving) return true
    if (navigator.onLine === false || (typed && started && !ahead)) return false
    leaving = mayReload(ahead?.pathname ?? location.pathname)
    if (!leaving) return false
    if (ahead) location.assign(ahead.pathname + ahead.search)
    else location.reload()
    return true
  }
  function keepPage(): void {
    const template = document.getElementById(templateId)
    if (content === null && template instanceof HTMLTemplateElement) content = template.content
    if (styles.length === 0) styles = [...document.querySelectorAll('link[rel=stylesheet]')]
  }
  function show(): void {
    keepPage()
    if (content === null) return
    if (document.querySelector('link[rel=stylesheet]') === null) document.head.append(...styles)
    document.body.replaceChildren(content.cloneNode(true))
    document.title = document.querySelector('h1')?.textContent ?? document.title
    document.getElementById('main')?.focus()
  }

  const guard: StartGuard = {
    appError: null,
    optionalParts: 0,
    chunkFailed: (error) => (reload() ? new Promise(() => {}) : Promise.reject(error)),
    fail(error) {
      if (leaving || guard.appError !== null) return
      guard.appError = error ?? new Error('unknown')
      console.error(error)
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show)
      else show()
    },
    hydrated() {
      started = true
      keepPage()
    },
  }
  window.arastaStart = guard

  const notAChunk = (error: unknown) => {
    guard.fail(error)
  }
  window.addEventListener(
    'error',
    (event) => {
      const { target } = event
      // S8.9: a browser that is too old for our code says so by this alone
      if (
        !started &&
        event instanceof ErrorEvent &&
        event.error instanceof SyntaxError &&
        event.filename.startsWith(location.origin)
      )
        return guard.fail(event.error)
      if (started || !(target instanceof HTMLScriptElement) || target.type !== 'module') return
      guard
        .chunkFailed(new Error(`did not load: ${target.src || 'the page’s modules'}`))
        .catch(notAChunk)
    },
    true,
  )
  window.addEventListener('unhandledrejection', (event) => {
    if (started) return
    const error: unknown = event.reason
    if (error instanceof TypeError && /module/i.test(error.message))
      guard.chunkFailed(error).catch(notAChunk)
    else guard.fail(error)
  })
  window.addEventListener('vite:preloadError', () => void (guard.optionalParts > 0 || reload()))
  window.addEventListener(
    'input',
    () => {
      typed = true
    },
    true,
  )
}
