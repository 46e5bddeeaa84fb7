/**
 * Runs before all other scripts (S4.10, S4.11): `watchStart` is sent as source in the document's
 * head, so that it works even if no chunk loads. It must not use anything from outside itself.
 */
export interface StartGuard {
  /**
   * S4.11: a chunk did not load. Reloads the page (or the target of a navigation) once per path in
   * ten seconds, and then never settles. Otherwise rejects with the error, for the error page.
   */
  chunkFailed(error: unknown): Promise<never>
  /** S4.10: the startup failed. Records the error and shows the error page. */
  fail(error: unknown): void
  /** Hydration is complete: later errors have their own error pages. */
  hydrated(): void
  /** The app error, if any. */
  appError: unknown
  /**
   * Number of optional chunks being loaded: meanwhile a failed chunk causes no reload
   * (`optionalPart`).
   */
  optionalParts: number
}

declare global {
  interface Window {
    arastaStart?: StartGuard
    /**
     * React Router's internal router after hydration: the only synchronous source for the target of
     * a pending navigation.
     */
    __reactRouterDataRouter?: {
      state: { navigation: { location?: { pathname: string; search: string } } }
    }
  }
}

/** Id of the template with the error page for `fail`; inert until then. */
export const APP_ERROR_ID = 'app-error'

/**
 * Where storage is blocked (a frame without cookies), the time of the last reload is kept in the
 * history entry, which survives one. Typed values are only lost by the reload of a navigation;
 * without a network no reload is attempted.
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
      // S8.9: the only sign of a browser that is too old for our code
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
